import { AbortError, ConnectionError, RateLimitError, SubmissionUncertainError } from "@call-analysis/sdk";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { settled } from "../flow/virtual-interface.ts";
import { failureOf, rejectionOf } from "../support/failure-of.ts";
import { fetchFailed, oneOffFetch } from "../support/one-off-fetch.ts";
import { creations, repeatables } from "../support/operations.ts";
import { callInput, categoryList, createdCall } from "../support/samples.ts";
import { clientOf, clientWith, quickRetry } from "../support/test-client.ts";
import { useFakeTimersInEachTest } from "../support/virtual-time.ts";

useFakeTimersInEachTest();
beforeEach(() => {
  // A clock that is at 0 would hide how times are computed.
  vi.advanceTimersByTime(500);
});

const status = (code: number, headers = {}) => new Response(null, { status: code, headers });
const campaign = { campaignBaseUrl: "https://campaign.test", campaignApiKey: "campaign-key" };
const broken = fetchFailed({ code: "ECONNRESET" });
const unreachable = fetchFailed({ code: "ECONNREFUSED" });

describe.each(repeatables)("$name", ({ run }) => {
  test.each([
    ["a 500", status(500), 3],
    ["a broken connection", broken, 3],
    ["a 404", status(404), 1],
  ])("is sent as often as that helps after %s", async (_failure, outcome, times) => {
    const { fetch, calls } = oneOffFetch(outcome);
    await settled(failureOf(Promise.resolve(run(clientWith(fetch, campaign)))));
    expect(calls).toHaveLength(times);
  });
});

describe.each(creations)("$name", ({ run, uncertain: isBilled = false }) => {
  test.each([
    ["a 500", status(500), 1, true],
    ["a broken connection", broken, 1, true],
    ["a connection that was never made", unreachable, 3, false],
    ["a 404", status(404), 1, false],
    ["a 429", status(429), 3, false],
  ])(
    "is sent again after %s only if that proves that nothing was done",
    async (_failure, outcome, times, uncertain) => {
      const { fetch, calls } = oneOffFetch(outcome);
      const error = await settled(failureOf(Promise.resolve(run(clientWith(fetch, campaign)))));
      expect(calls).toHaveLength(times);
      expect(SubmissionUncertainError.is(error)).toBe(uncertain && isBilled);
    },
  );
});

test("an uncertain creation has the failure as its cause, and both have the number of attempts", async () => {
  const { fetch } = oneOffFetch(unreachable, broken);
  const error = await settled(failureOf(clientWith(fetch).calls.create(callInput)));
  expect(error).toMatchObject({ attempts: 2, cause: { attempts: 2, requestSent: true } });
});

test("an uncertain creation leaves the error of a middleware as it is", async () => {
  const failure = Object.freeze(new Error("the middleware's own"));
  const middleware = async (request: Request, next: (request: Request) => Promise<Response>): Promise<Response> => {
    await next(request);
    throw failure;
  };
  const { fetch } = oneOffFetch(Response.json(createdCall, { status: 202 }));
  const error = await rejectionOf(
    clientWith(fetch, { middleware: [middleware] }).calls.create(callInput),
    SubmissionUncertainError,
  );
  expect(error).toMatchObject({ attempts: 1, cause: { message: "the middleware's own" } });
});

test("an abort after sending warns of a repetition of a creation alone", async () => {
  const message = async (run: (signal: AbortSignal) => PromiseLike<unknown>) => {
    const controller = new AbortController();
    const failing = rejectionOf(run(controller.signal), AbortError);
    await vi.advanceTimersByTimeAsync(10);
    controller.abort();
    return (await failing).message;
  };
  const sdk = clientWith(() => new Promise(() => {}));
  expect(await message((signal) => sdk.calls.create(callInput, { signal }))).toContain("before you repeat it");
  expect(await message((signal) => sdk.agents.list({ signal }))).not.toContain("before you repeat it");
});

const later = ({ url }: { url: string }) => Response.json(url.endsWith("/calls") ? createdCall : categoryList);

test.each([
  ["a 500, after which the request may have been processed", status(500), true],
  ["a connection that was never made", unreachable, false],
])(
  "an abort while a retry waits for another's 429 says what was sent before: %s",
  async (_name, first, requestSent) => {
    const { fetch } = oneOffFetch(first, status(429, { "retry-after": "30" }), later);
    const sdk = clientWith(fetch, { retry: { ...quickRetry, initialDelayMs: 100, maxDelayMs: 100 } });
    const controller = new AbortController();
    const waiting = rejectionOf(sdk.agents.list({ signal: controller.signal }), AbortError);
    await vi.advanceTimersByTimeAsync(50);
    await rejectionOf(sdk.agents.list({ retry: false }), RateLimitError);
    await vi.advanceTimersByTimeAsync(1_000);
    controller.abort();
    expect(await waiting).toMatchObject({ requestSent });
  },
);

test("a deletion that an earlier attempt may have done has succeeded when the next one finds nothing", async () => {
  const { fetch, calls } = oneOffFetch(status(500), status(404, { "x-request-id": "r-1" }));
  const { data, response } = await (async () => {
    const deletion = clientWith(fetch).agents.delete("mem_1").withResponse();
    await vi.advanceTimersByTimeAsync(1_000);
    return deletion;
  })();
  expect([data, response.status, response.headers.get("x-request-id"), calls.length]).toEqual([
    undefined,
    404,
    "r-1",
    2,
  ]);
});

test.each([
  ["a first attempt that finds nothing", [status(404)]],
  ["a 429 before, which proves that nothing was done", [status(429), status(404)]],
  ["no connection before", [unreachable, status(404)]],
])("a deletion has failed with %s", async (_name, outcomes) => {
  const { fetch } = oneOffFetch(...outcomes);
  expect(await settled(failureOf(Promise.resolve(clientWith(fetch).agents.delete("mem_1"))))).toMatchObject({
    status: 404,
    attempts: outcomes.length,
  });
});

test("an update that finds nothing after a 500 has failed", async () => {
  const { fetch } = oneOffFetch(status(500), status(404));
  const update = clientWith(fetch).agents.update("mem_1", { name: "Asha" });
  expect(await settled(failureOf(Promise.resolve(update)))).toMatchObject({ status: 404 });
});

test("a failure of the client's own is logged with its message alone", async () => {
  const logger = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const { fetch } = oneOffFetch(unreachable);
  const sdk = clientWith(fetch, { logger, logLevel: "debug", retry: false });
  const error = await rejectionOf(sdk.agents.list(), ConnectionError);
  expect(logger.debug.mock.calls).toEqual([[expect.stringContaining(`attempt 1, 0 ms: ${error.message}`)]]);
});

test("a creation by the runtime's own fetch waits for no timer, so that a test with virtual time need not advance it", async () => {
  const { fetch } = oneOffFetch(Response.json(createdCall));
  vi.stubGlobal("fetch", fetch);
  const sdk = clientOf({ baseUrl: "https://service.test/v1" });
  expect(await sdk.calls.create(callInput)).toMatchObject({ callId: expect.any(String) });
}, 60_000);

type Run = (sdk: ReturnType<typeof clientOf>) => PromiseLike<unknown>;
const create: Run = (sdk) => sdk.calls.create(callInput);
const update: Run = (sdk) => sdk.agents.update("mem_1", { name: "Asha" });

test.each<[string, Run, object, unknown]>([
  ["a creation as a stream, which it cannot send twice", create, {}, expect.any(ReadableStream)],
  ["an update as a text, for it may be sent twice", update, {}, expect.any(String)],
  [
    "a creation as a text in a page, which cannot send a stream to every server",
    create,
    { document: {} },
    expect.any(String),
  ],
])(
  "the runtime's own fetch gets %s",
  async (_name, run, window, body) => {
    vi.stubGlobal("window", window);
    const fetch = vi.fn(async (_url: unknown, _init?: RequestInit) => Response.json(createdCall));
    vi.stubGlobal("fetch", fetch);
    await run(clientOf({ baseUrl: "https://service.test/v1" }, { dangerouslyAllowBrowser: true }));
    expect(fetch.mock.calls[0]?.[1]?.body).toEqual(body);
  },
  60_000,
);
