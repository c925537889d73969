import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ServiceResponse } from "../../src/core/message.js";
import { ReceivedRequest } from "../../src/core/received-request.js";
import type { Failure, NetworkFault } from "../../src/rules/fail.js";
import { type ActiveEffects, applyEffects } from "../../src/rules/faults.js";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const sound: ServiceResponse = {
  status: 201,
  headers: { "content-type": "application/json", "content-length": "8" },
  body: '{"ok":1}',
};

const standardError: ServiceResponse = { status: 500, headers: { "content-type": "application/json" }, body: "{}" };

interface ApplyOptions {
  response?: ServiceResponse;
  /** The body of the request, as it comes. */
  chunks?: readonly Uint8Array[];
  signal?: AbortSignal;
}

/** Applies faults to a request of which the service reads the whole body. `read` has the sizes of its chunks. */
function apply(active: ActiveEffects, { response = sound, chunks = [], signal }: ApplyOptions = {}) {
  const request = {
    method: "PUT",
    url: "https://storage.test/a.wav",
    header: () => null,
    headers: [],
    async *chunks() {
      yield* chunks;
    },
    ...(signal && { signal }),
  };
  const received = new ReceivedRequest(request, { keptBytes: 0 });
  const read: number[] = [];
  const respond = vi.fn(async () => {
    for await (const chunk of received.chunks()) read.push(chunk.length);
    return response;
  });
  const answer = applyEffects(active, { received, respond, errorResponse: () => standardError });
  return { answer, respond, read };
}

test("without faults the response is the service's", async () => {
  const { answer, respond } = apply({});
  expect(await answer).toBe(sound);
  expect(respond).toHaveBeenCalledTimes(1);
});

const failures: [failure: Failure, timesProcessed: number][] = [
  [{ status: 503 }, 0],
  [{ status: 503, when: "before" }, 0],
  [{ status: 503, when: "after" }, 1],
  [{ status: 503, body: "Down", when: "before" }, 0],
  [{ status: 503, body: "Down", when: "after" }, 1],
  [{ network: "reset" }, 0],
  [{ network: "reset", when: "before" }, 0],
  [{ network: "reset", when: "after" }, 1],
  [{ body: "empty" }, 1],
  [{ body: "empty", when: "after" }, 1],
  [{ body: "truncate", when: "after" }, 1],
];

test.each(failures)("with %j the service processes the request %i times", async (failure, times) => {
  const { answer, respond } = apply({ failure });
  await answer;
  expect(respond).toHaveBeenCalledTimes(times);
});

const undelivered = (delivery: NetworkFault): ServiceResponse => ({ status: 0, headers: {}, body: null, delivery });

const withStatus = (status: number, body: string | null, headers: Record<string, string>) => ({
  status,
  headers,
  body,
});

const json = { "content-type": "application/json" };
const at10 = { "retry-after": "Sat, 31 Jan 2026 10:00:00 GMT" };

const responses: [failure: Failure, response: ServiceResponse][] = [
  [{ network: "error" }, undelivered("error")],
  [{ network: "reset" }, undelivered("reset")],
  [{ network: "timeout" }, undelivered("timeout")],
  [{ body: "truncate" }, { ...sound, delivery: "truncate" }],
  [{ body: "stall" }, { ...sound, delivery: "stall" }],
  [{ body: "slow-chunks" }, { ...sound, delivery: "slow-chunks" }],
  [{ body: "empty" }, withStatus(201, "", json)],
  [{ body: "malformed" }, { ...sound, body: '{"ok":1,' }],
  [{ status: 503 }, { ...standardError, status: 503 }],
  [{ status: 429, retryAfter: 7 }, withStatus(429, "{}", { ...json, "retry-after": "7" })],
  [{ status: 429, retryAfter: "120" }, withStatus(429, "{}", { ...json, "retry-after": "120" })],
  [{ status: 503, body: { a: 1 }, retryAfter: 0 }, withStatus(503, '{"a":1}', { ...json, "retry-after": "0" })],
  [
    { status: 503, retryAfter: "2026-01-31T10:00:00Z", body: " <p>" },
    withStatus(503, " <p>", { "content-type": "text/html", ...at10 }),
  ],
  [{ status: 204, retryAfter: new Date("2026-01-31T10:00:00Z") }, withStatus(204, null, at10)],
  [{ status: 503, body: "<p>" }, withStatus(503, "<p>", { "content-type": "text/html" })],
  [{ status: 503, body: "a <b>" }, withStatus(503, "a <b>", { "content-type": "text/plain" })],
  [
    { status: 204, retryAfter: "2026-01-31" },
    withStatus(204, null, { "retry-after": "Sat, 31 Jan 2026 00:00:00 GMT" }),
  ],
  [{ status: 204, retryAfter: 1 }, withStatus(204, null, { "retry-after": "1" })],
];

test.each(responses)("%j makes the response %j", async (failure, response) => {
  expect(await apply({ failure }).answer).toEqual(response);
});

test("a response without a body stays as it is where its body would be empty or malformed", async () => {
  const response = { status: 204, headers: { "content-length": "0" }, body: null };
  for (const body of ["empty", "malformed"] as const)
    expect(await apply({ failure: { body } }, { response }).answer).toEqual(response);
});

test("of bytes that come malformed the last one differs, and the recording that they are of stays as it was", async () => {
  const response = { ...sound, body: Uint8Array.of(1, 2, 3) };
  const malformed = { ...response, body: Uint8Array.of(1, 2, 44) };
  expect(await apply({ failure: { body: "malformed" } }, { response }).answer).toEqual(malformed);
  expect(response.body).toEqual(Uint8Array.of(1, 2, 3));
});

test.each([
  ["before", 0],
  ["after", 1],
] as const)("a latency %s the processing has the service process %i times while it lasts", async (when, times) => {
  const { answer, respond } = apply({ latency: { milliseconds: 500, when } });
  const ended = vi.fn();
  void answer.then(ended);
  await vi.advanceTimersByTimeAsync(499);
  expect([respond.mock.calls.length, ended.mock.calls.length]).toEqual([times, 0]);
  await vi.advanceTimersByTimeAsync(1);
  expect([respond.mock.calls.length, ended.mock.calls.length]).toEqual([1, 1]);
});

test.each(["before", "after"] as const)("an abort ends a latency %s the processing, with its reason", async (when) => {
  const controller = new AbortController();
  const { answer } = apply({ latency: { milliseconds: 500, when } }, { signal: controller.signal });
  const reason = expect(answer).rejects.toBe("gave up");
  await vi.advanceTimersByTimeAsync(1);
  controller.abort("gave up");
  await reason;
});

const chunks = [new Uint8Array(400), new Uint8Array(600)];

test.each([
  [0, []],
  [399, []],
  [400, [400]],
  [999, [400]],
  [1_000, [400, 600]],
])("an upload that is cut after %i bytes lets the chunks %j pass", async (cutAfterBytes, passed) => {
  const { answer, read } = apply({ upload: { cutAfterBytes } }, { chunks });
  const isWhole = cutAfterBytes === 1_000;
  expect(await answer).toEqual(isWhole ? sound : undelivered("reset"));
  expect(read).toEqual(passed);
});

test("an upload that is cut is cut also where the service's response is lost or replaced", async () => {
  for (const failure of [{ body: "empty" }, { status: 503, when: "after" }] as const) {
    const { answer, read } = apply({ failure, upload: { cutAfterBytes: 400 } }, { chunks });
    await answer;
    expect(read).toEqual([400]);
  }
});

test("a slow upload has each chunk arrive when its bytes would have", async () => {
  const { answer, read } = apply({ upload: { bytesPerSecond: 200 } }, { chunks });
  await vi.advanceTimersByTimeAsync(1_999);
  expect(read).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(read).toEqual([400]);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(read).toEqual([400, 600]);
  expect(await answer).toBe(sound);
});

test("an abort ends a slow upload", async () => {
  const controller = new AbortController();
  const { answer } = apply({ upload: { bytesPerSecond: 1 } }, { chunks, signal: controller.signal });
  const reason = expect(answer).rejects.toBe("gave up");
  await vi.advanceTimersByTimeAsync(1);
  controller.abort("gave up");
  await reason;
});

test("an error of the service is no fault", async () => {
  const request = { method: "GET", url: "https://a.test/", header: () => null, headers: [], async *chunks() {} };
  const received = new ReceivedRequest(request, { keptBytes: 0 });
  const respond = () => Promise.reject(new RangeError("broken"));
  await expect(applyEffects({}, { received, respond, errorResponse: () => standardError })).rejects.toThrow("broken");
});
