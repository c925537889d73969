import { TimeoutError } from "@call-analysis/sdk";
import { afterEach, expect, test, vi } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
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
});

test("timeoutMs covers headers and body together", async () => {
  vi.useFakeTimers();
  const headersLate = () => new Promise<Response>((resolve) => setTimeout(resolve, 300, new Response(endlessBody())));
  const { fetch } = oneOffFetch(headersLate);
  const rejection = rejectionOf(clientWith(fetch, { retry: false, timeoutMs: 400 }).agents.list(), TimeoutError);
  await vi.advanceTimersByTimeAsync(400);
  expect(await rejection).toMatchObject({ kind: "attempt", requestSent: true });
});

function endlessBody(): ReadableStream {
  return new ReadableStream({ pull: () => new Promise(() => {}) });
}

test("timeoutMs of one call replaces the client's", async () => {
  const service = await startScriptedService(stall());
  const error = await rejectionOf(
    clientOf(service, { retry: false, timeoutMs: 60_000 }).agents.list({ timeoutMs: 30 }),
    TimeoutError,
  );
  expect(error.message).toContain("timeoutMs = 30 ms");
});

test("the connection of an attempt whose time is up is closed", async () => {
  useVirtualTime();
  const service = await startScriptedService(thenPass(5_000, stallMidBody()));
  await rejectionOf(clientOf(service, { retry: false, timeoutMs: 5_000 }).agents.list(), TimeoutError);
  await expect.poll(() => service.openConnections()).toBe(0);
});
