import { AbortError, TimeoutError } from "@call-analysis/sdk";
import { afterEach, expect, test, vi } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { deafFetch } from "../support/one-off-fetch.ts";
import { stall, stallMidBody } from "../support/scripted-responses.ts";
import { startScriptedService } from "../support/scripted-service.ts";
import { clientOf, clientWith } from "../support/test-client.ts";
import { thenPass, useVirtualTime } from "../support/virtual-time.ts";

afterEach(() => vi.useRealTimers());

test.each([
  ["headers that do not come", stall()],
  ["a body that stops in the middle", stallMidBody()],
  ["an error's body that stops in the middle", stallMidBody(500)],
])("timeoutMs ends an attempt with %s", async (_name, answer) => {
  useVirtualTime();
  const service = await startScriptedService(thenPass(5_000, answer));
  const startedMs = performance.now();
  const error = await rejectionOf(clientOf(service, { retry: false, timeoutMs: 5_000 }).agents.list(), TimeoutError);
  expect(error).toMatchObject({ kind: "attempt", requestSent: true, attempts: 1, isRetryable: true });
  expect(error.message).toContain("timeoutMs = 5000 ms");
  expect(performance.now() - startedMs).toBeGreaterThanOrEqual(5_000);
  vi.useRealTimers();
  await expect.poll(() => service.openConnections()).toBe(0);
});

test.each(["timeoutMs", "deadlineMs"])("%s of one call replaces the client's", async (name) => {
  vi.useFakeTimers();
  const sdk = clientWith(deafFetch, { retry: false, [name]: 60_000 });
  const rejection = rejectionOf(sdk.agents.list({ [name]: 40 }), TimeoutError);
  await vi.advanceTimersByTimeAsync(40);
  expect((await rejection).message).toContain(`${name} = 40 ms`);
});

test("a signal that is not an instance of this realm's AbortSignal, such as one of jsdom, ends the request", async () => {
  const signal = Object.assign(new EventTarget(), { aborted: false, reason: "enough" });
  const listing = rejectionOf(clientWith(deafFetch).agents.list({ signal: signal as never }), AbortError);
  await Promise.resolve();
  signal.dispatchEvent(new Event("abort"));
  expect((await listing).cause).toBe("enough");
});
