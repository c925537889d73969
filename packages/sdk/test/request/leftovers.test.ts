/** What has ended leaves neither a timer nor a listener on the caller's signal. */
import { getEventListeners } from "node:events";
import { expect, test, vi } from "vitest";
import { deafFetch } from "../support/one-off-fetch.ts";
import { agentList } from "../support/samples.ts";
import { clientWith } from "../support/test-client.ts";
import { refusal, settled } from "../support/virtual-interface.ts";
import { useFakeTimersInEachTest } from "../support/virtual-time.ts";

useFakeTimersInEachTest();

const limits = { timeoutMs: 1_000, deadlineMs: 5_000 };

test.each<[string, () => Promise<Response>]>([
  ["succeeds", async () => Response.json(agentList)],
  ["is refused", async () => refusal(404)],
  ["fails again and again", async () => refusal(500)],
  ["may not wait for as long as it is asked to", async () => refusal(503, { "retry-after": "30" })],
  ["gets no connection", () => Promise.reject(new TypeError("fetch failed"))],
  ["gets no answer", deafFetch],
])("a request that %s leaves neither timer nor listener", async (_what, fetch) => {
  const { signal } = new AbortController();
  await settled(clientWith(fetch).agents.list({ signal, ...limits }));
  expect([vi.getTimerCount(), getEventListeners(signal, "abort").length]).toEqual([0, 0]);
});

test("many requests of one signal have one listener between them", async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const sdk = clientWith(deafFetch);
  const requests = Array.from({ length: 20 }, () => settled(sdk.agents.list({ signal })));
  await Promise.resolve();
  expect(getEventListeners(signal, "abort")).toHaveLength(1);
  controller.abort();
  for (const request of requests) expect(await request).toMatchObject({ name: "AbortError" });
});
