import { getEventListeners } from "node:events";
import { AbortError } from "@call-analysis/sdk";
import { expect, onTestFinished, test, vi } from "vitest";
import { failureOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { agentList } from "../support/samples.ts";
import { clientWith } from "../support/test-client.ts";

test("500 requests leave no listener on a signal that they share", async () => {
  const any = vi.spyOn(AbortSignal, "any");
  const { signal } = new AbortController();
  const added = vi.spyOn(signal, "addEventListener");
  const removed = vi.spyOn(signal, "removeEventListener");
  const { fetch } = oneOffFetch(Response.json(agentList));
  const sdk = clientWith(fetch);
  for (let batch = 0; batch < 5; batch += 1) {
    await Promise.all(Array.from({ length: 100 }, () => sdk.agents.list({ signal })));
  }
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
  expect(removed.mock.calls.length).toBeGreaterThanOrEqual(added.mock.calls.length);
  expect(any).not.toHaveBeenCalled();
});

test("fifty requests at once warn of nothing, and are ended together", async () => {
  const controller = new AbortController();
  const warned = vi.fn();
  process.on("warning", warned);
  onTestFinished(() => void process.off("warning", warned));
  const { fetch, calls } = oneOffFetch(() => new Promise<Response>(() => {}));
  const sdk = clientWith(fetch);
  const { signal } = controller;
  const failures = Array.from({ length: 50 }, () => failureOf(sdk.agents.list({ signal })));
  await vi.waitFor(() => expect(calls).toHaveLength(50));
  expect(getEventListeners(signal, "abort")).toHaveLength(1);
  controller.abort();
  expect((await Promise.all(failures)).every((error) => AbortError.is(error))).toBe(true);
  expect(warned).not.toHaveBeenCalled();
});

test("a request that ends leaves the signal to the others that share it", async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const { fetch, calls } = oneOffFetch(() => new Promise<Response>(() => {}), Response.json(agentList));
  const sdk = clientWith(fetch);
  const listing = failureOf(sdk.agents.list({ signal }));
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  await sdk.agents.list({ signal });
  controller.abort();
  expect(await listing).toBeInstanceOf(AbortError);
});
