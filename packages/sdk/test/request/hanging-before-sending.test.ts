import { AbortError, type ClientOptions, TimeoutError } from "@call-analysis/sdk";
import { expect, test, vi } from "vitest";
import { ownRecord, type SendingLedger } from "../../src/record/ledger.js";
import { memoryLedger } from "../../src/record/memory-ledger.js";
import { settled } from "../flow/virtual-interface.ts";
import { rejectionOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { callInput, createdCall } from "../support/samples.ts";
import { clientWith } from "../support/test-client.ts";
import { useFakeTimersInEachTest } from "../support/virtual-time.ts";

useFakeTimersInEachTest();

/** What may hang before a request is sent. */
const hanging: Record<string, ClientOptions> = {
  "a key function": { apiKey: () => new Promise<never>(() => {}) },
  "a middleware": { middleware: [() => new Promise<never>(() => {})] },
};

function creations() {
  return oneOffFetch(Response.json(createdCall, { status: 202 }));
}

for (const [name, options] of Object.entries(hanging)) {
  test(`the signal ends ${name} that hangs: nothing was sent, and no timer is left`, async () => {
    const { fetch, calls } = creations();
    const controller = new AbortController();
    const { signal } = controller;
    const creation = rejectionOf(clientWith(fetch, options).calls.create(callInput, { signal }), AbortError);
    await vi.advanceTimersByTimeAsync(1_000);
    controller.abort("enough");
    expect(await creation).toMatchObject({ cause: "enough", requestSent: false, attempts: 1 });
    expect(vi.getTimerCount()).toBe(0);
    expect(calls).toHaveLength(0);
  });

  test(`the deadline ends ${name} that hangs: nothing was sent`, async () => {
    const { fetch, calls } = creations();
    const startMs = performance.now();
    const creation = clientWith(fetch, options).calls.create(callInput, { deadlineMs: 5_000 });
    expect(await settled(creation)).toMatchObject({ name: "TimeoutError", kind: "deadline", requestSent: false });
    expect(performance.now() - startMs).toBe(5_000);
    expect(calls).toHaveLength(0);
  });

  test(`timeoutMs ends each attempt in which ${name} hangs, and a creation is tried again`, async () => {
    const { fetch, calls } = creations();
    const creation = clientWith(fetch, { timeoutMs: 1_000, ...options }).calls.create(callInput);
    const error = await settled(creation);
    expect(TimeoutError.is(error) && error).toMatchObject({ kind: "attempt", requestSent: false, attempts: 3 });
    expect(String(error)).toContain("Look at the apiKey function, the middleware, the connection.");
    expect(calls).toHaveLength(0);
  });
}

test("a key function that hangs once is called again, and the creation is sent once", async () => {
  const { fetch, calls } = creations();
  const apiKey = vi.fn(async () => "new-key").mockReturnValueOnce(new Promise<never>(() => {}));
  const sdk = clientWith(fetch, { apiKey, timeoutMs: 1_000 });
  expect(await settled(sdk.calls.create(callInput))).toEqual(createdCall.data);
  expect(calls).toHaveLength(1);
});

test("an attempt that hangs before it is sent is not taken for the one that a 429 refused", async () => {
  const { fetch, calls } = oneOffFetch(
    new Response(null, { status: 429 }),
    Response.json(createdCall, { status: 202 }),
  );
  const apiKey = vi.fn(() => new Promise<string>(() => {})).mockResolvedValueOnce("first-key");
  const ledger = memoryLedger();
  const sdk = clientWith(fetch, { apiKey, timeoutMs: 1_000 });
  const error = await settled(sdk.calls.create(callInput, { ledger, key: "order-7" }));
  expect(error).toMatchObject({ name: "TimeoutError", kind: "attempt", requestSent: false, attempts: 3 });
  expect(await ledger.claim("order-7")).toEqual({ status: "claimed" });
  expect(calls).toHaveLength(1);
});

test("a key that comes after the attempt has ended is not used", async () => {
  const { fetch, calls } = creations();
  const apiKey = () => new Promise<string>((resolve) => setTimeout(resolve, 2_000, "late-key"));
  const sdk = clientWith(fetch, { apiKey, timeoutMs: 1_000, retry: false });
  await settled(sdk.calls.create(callInput));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(calls).toHaveLength(0);
});

test("a record that is made before a creation is sent may outlast its attempt, which then sends nothing late", async () => {
  const { fetch, calls } = creations();
  const sending = vi.fn(async () => true);
  sending.mockImplementationOnce(() => new Promise((resolve) => setTimeout(resolve, 3_000, true)));
  const others = { find: async () => undefined, uncertain: async () => {} };
  const ledger: SendingLedger = { ...memoryLedger(), [ownRecord]: true, ...others, sending };
  const creation = clientWith(fetch, { timeoutMs: 1_000 }).calls.create(callInput, { ledger, key: "order-7" });
  expect(await settled(creation)).toEqual(createdCall.data);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sending).toHaveBeenCalledTimes(2);
  expect(calls).toHaveLength(1);
});
