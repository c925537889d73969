/** What a ledger is still told when the caller has left: the call exists, and who asks next must know it. */
import type { CreationLedger } from "@call-analysis/sdk";
import { expect, test, vi } from "vitest";
import { memoryLedger } from "../../src/record/memory-ledger.ts";
import { deferred } from "../support/deferred.ts";
import { failureOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { callInput, createdCall } from "../support/samples.ts";
import { clientWith } from "../support/test-client.ts";
import { useFakeTimersInEachTest } from "../support/virtual-time.ts";

const key = "order-7";

useFakeTimersInEachTest();

/** A creation whose caller leaves while the ledger writes that the call was created. */
async function leaveWhileRecording(created: CreationLedger["created"]) {
  const warn = vi.fn();
  const logger = { debug: vi.fn(), info: vi.fn(), warn, error: vi.fn() };
  const { fetch } = oneOffFetch(Response.json(createdCall, { status: 202 }));
  const controller = new AbortController();
  const writing = deferred<void>();
  const ledger: CreationLedger = {
    ...memoryLedger(),
    created: (...parameters) => {
      writing.resolve();
      return created(...parameters);
    },
  };
  const { calls } = clientWith(fetch, { logger, logLevel: "warn" });
  const onEnd = vi.fn();
  const creating = calls.create(callInput, { ledger, key, signal: controller.signal }).finally(onEnd);
  await writing.promise;
  controller.abort();
  await vi.advanceTimersByTimeAsync(0);
  return { creating, onEnd, warn };
}

test("a call that is being recorded when its caller leaves is still recorded, and nothing warns", async () => {
  const written = deferred<void>();
  const { creating, onEnd, warn } = await leaveWhileRecording(() => written.promise);
  await vi.advanceTimersByTimeAsync(500);
  expect(onEnd).not.toHaveBeenCalled();
  written.resolve();
  expect(await creating).toEqual(createdCall.data);
  expect(warn).not.toHaveBeenCalled();
});

test("a ledger that never ends does not hold a caller who has left, and that is said in the log", async () => {
  const { creating, warn } = await leaveWhileRecording(() => new Promise(() => {}));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await creating).toEqual(createdCall.data);
  expect(warn).toHaveBeenCalledOnce();
});

test("a release that is written when its caller leaves is told once: a second one would free what another has claimed", async () => {
  const { fetch } = oneOffFetch(Response.json({ detail: "unknown member" }, { status: 422 }));
  const controller = new AbortController();
  const [asked, written] = [deferred<void>(), deferred<void>()];
  const released = vi.fn(async () => {
    asked.resolve();
    await written.promise;
  });
  const ledger: CreationLedger = { ...memoryLedger(), released };
  const refused = failureOf(clientWith(fetch).calls.create(callInput, { ledger, key, signal: controller.signal }));
  await asked.promise;
  controller.abort();
  await vi.advanceTimersByTimeAsync(500);
  written.resolve();
  await refused;
  expect(released).toHaveBeenCalledOnce();
});
