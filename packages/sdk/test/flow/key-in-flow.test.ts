import type { FlowEvent } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { wavBytes } from "../support/recordings.ts";
import { settled, virtualInterface } from "../support/virtual-interface.ts";
import { useFakeTimersInEachTest } from "../support/virtual-time.ts";

useFakeTimersInEachTest();

const input = { file: wavBytes(64), filename: "call.wav", memberId: "m", categoryId: "c" };

/** A key function that fails, or hangs, in the calls that a test names, counted from 1. */
function keyFunction(failsIn: (call: number) => boolean, failure: () => Promise<string>) {
  let calls = 0;
  return () => {
    calls += 1;
    return failsIn(calls) ? failure() : Promise.resolve("key-of-the-test");
  };
}

const fails = () => Promise.reject(new Error("the vault does not answer"));

test("a key function that fails at each step of a flow once does not end it", async () => {
  const service = virtualInterface("processing", "completed");
  const apiKey = keyFunction((call) => call % 2 === 1, fails);
  const events: FlowEvent[] = [];
  const analysis = service.client({ apiKey }).calls.analyzeFile(input, { onEvent: (event) => events.push(event) });
  expect(await settled(analysis)).toMatchObject({ status: "completed" });
  expect(service.creates).toBe(1);
  const retries = events.filter(({ type }) => type === "retrying");
  expect(retries.map((event) => event.type === "retrying" && event.stage)).toEqual(["grant", "create", "poll", "poll"]);
  for (const retry of retries) expect(retry).toMatchObject({ error: { name: "KeyProviderError" } });
});

test("a wait tolerates as many failures of the key function in a row as of the service, and then keeps the call", async () => {
  const waitWith = (failures: number) => {
    const apiKey = keyFunction((call) => call <= failures, fails);
    return settled(virtualInterface("completed").client({ apiKey }).calls.waitForAnalysis("call-1"));
  };
  expect(await waitWith(5)).toMatchObject({ status: "completed" });
  const token = { stage: "poll", callId: "call-1" };
  expect(await waitWith(6)).toMatchObject({ name: "KeyProviderError", stage: "poll", resume: token });
});
