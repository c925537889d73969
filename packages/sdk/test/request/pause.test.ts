import { AbortError, type FlowEvent, RateLimitError } from "@call-analysis/sdk";
import { expect, test, vi } from "vitest";
import { settled } from "../flow/virtual-interface.ts";
import { failureOf, rejectionOf } from "../support/failure-of.ts";
import { type FetchCall, fetchFailed, oneOffFetch } from "../support/one-off-fetch.ts";
import { agentList, callInput, categoryList, createdCall, prospectAdded, uploadGrant } from "../support/samples.ts";
import { clientWith } from "../support/test-client.ts";
import { useFakeTimersInEachTest } from "../support/virtual-time.ts";
import { wavBytes } from "../upload/recordings.ts";

useFakeTimersInEachTest();

const refusal = (seconds: number) => new Response(null, { status: 429, headers: { "retry-after": String(seconds) } });

/** A service that refuses its first request because of the rate. */
function busyOnce(headers: Record<string, string> = { "retry-after": "5" }) {
  return oneOffFetch(new Response(null, { status: 429, headers }), respond);
}

function respond({ url, method }: FetchCall): Response {
  if (method === "PUT") return new Response(null);
  if (url.endsWith("/presigned-url")) return Response.json(uploadGrant);
  if (url.endsWith("/calls")) return Response.json(createdCall, { status: 202 });
  return Response.json(url.endsWith("/agents") ? agentList : categoryList);
}

/** When each request was sent, in milliseconds after the first. */
function timesOf(calls: FetchCall[]): number[] {
  return calls.map(({ atMs }) => Math.round(atMs - (calls[0]?.atMs ?? 0)));
}

/** A client whose `listAgents` pauses. */
async function pausedClient(headers?: Record<string, string>, options: Parameters<typeof clientWith>[1] = {}) {
  const service = busyOnce(headers);
  const sdk = clientWith(service.fetch, options);
  await failureOf(sdk.agents.list({ retry: false }));
  return { ...service, sdk };
}

test("after a 429 no request of that operation starts before the pause that the service asked for is over", async () => {
  const { sdk, calls } = await pausedClient();
  // The wait does not count for timeoutMs, and a pause of exactly maxRetryAfterMs is waited for.
  const derived = sdk.withOptions({ timeoutMs: 1_000, retry: { maxRetryAfterMs: 5_000 } });
  await settled(Promise.all([sdk.agents.list(), derived.agents.list()]));
  expect(timesOf(calls)).toEqual([0, 5_000, 5_000]);
});

test.each<[string, (sdk: ReturnType<typeof clientWith>) => PromiseLike<unknown>]>([
  ["another operation", (sdk) => sdk.categories.list()],
  ["a creation", (sdk) => sdk.calls.create(callInput)],
  ["an upload", (sdk) => sdk.calls.upload(wavBytes(64))],
  ["a client with another key", (sdk) => sdk.withOptions({ apiKey: "another-key" }).agents.list()],
  ["a client with another address", (sdk) => sdk.withOptions({ baseUrl: "https://elsewhere.test/v1" }).agents.list()],
])("%s is not paused", async (_name, run) => {
  const { sdk, calls } = await pausedClient();
  await run(sdk);
  expect(calls.length).toBeGreaterThan(1);
  expect(new Set(timesOf(calls))).toEqual(new Set([0]));
});

test.each<[string, Parameters<ReturnType<typeof clientWith>["agents"]["list"]>[0]]>([
  ["it does not try again", { retry: false }],
  ["the pause is longer than maxRetryAfterMs", { retry: { maxRetryAfterMs: 3_999 } }],
  ["its deadline comes before the end", { deadlineMs: 4_000 }],
])("a request of the paused operation is told at once when %s", async (_name, options) => {
  const { sdk, calls } = await pausedClient();
  await vi.advanceTimersByTimeAsync(1_000);
  const error = await rejectionOf(sdk.agents.list(options), RateLimitError);
  expect(error).toMatchObject({ status: 429, retryAfterMs: 4_000, attempts: 0 });
  expect(error.message).toMatch(/not sent.* 4 s /);
  expect(calls).toHaveLength(1);
});

test.each([
  ["another key of the campaign interface alone is not", { campaignApiKey: "another-key" }, [0, 0]],
  ["another key of the external interface alone is", { apiKey: "another-key" }, [0, 5_000]],
])("while prospects pause, a client with %s paused", async (_name, changes, times) => {
  const { fetch, calls } = oneOffFetch(refusal(5), Response.json(prospectAdded));
  const options = { campaignBaseUrl: "https://campaign.test", campaignApiKey: "campaign-key" };
  const sdk = clientWith(fetch, options);
  await failureOf(sdk.campaigns.addProspect("spring", {}, { retry: false }));
  await settled(sdk.withOptions(changes).campaigns.addProspect("spring", {}));
  expect(timesOf(calls)).toEqual(times);
});

test("the pause that is left is told in whole milliseconds, rounded up", async () => {
  const { sdk } = await pausedClient({ "retry-after": "5.0001" });
  expect(await failureOf(sdk.agents.list({ retry: false }))).toMatchObject({ attempts: 0, retryAfterMs: 5_001 });
});

test("a later 429 that asks for less does not shorten the pause", async () => {
  const { fetch, calls } = oneOffFetch(refusal(20), refusal(1), respond);
  const sdk = clientWith(fetch);
  // Both are under way before the first is refused.
  await Promise.all([failureOf(sdk.agents.list({ retry: false })), failureOf(sdk.agents.list({ retry: false }))]);
  await settled(sdk.agents.list());
  expect(timesOf(calls)).toEqual([0, 0, 20_000]);
});

test.each<[string, (number | "taken")[], number[]]>([
  [
    "doubles until a request is taken, and is then tried a tenth shorter",
    [429, 429, "taken", 429, 429, "taken"],
    [0, 500, 1_500, 1_500, 2_400, 4_200],
  ],
  ["is no longer for a pause that the service asked for", [5, 429, "taken", "taken"], [0, 5_000, 5_500, 5_500]],
])("without a Retry-After the pause is the retry policy's: it %s", async (_name, answers, times) => {
  const responses = answers.map((answer) => {
    if (answer === "taken") return Response.json(agentList);
    return answer === 429 ? new Response(null, { status: 429 }) : refusal(answer);
  });
  const { fetch, calls } = oneOffFetch(...responses);
  const sdk = clientWith(fetch, { retry: { initialDelayMs: 500, jitter: 0, maxAttempts: 5 } });
  await settled(sdk.agents.list());
  await settled(sdk.agents.list());
  expect(timesOf(calls)).toEqual(times);
});

test("without a Retry-After the pause is shortened at random, by as much as the policy's jitter", async () => {
  vi.spyOn(Math, "random").mockReturnValue(1);
  const { sdk, calls } = await pausedClient({}, { retry: { initialDelayMs: 800, jitter: 0.25 } });
  await settled(sdk.agents.list());
  expect(timesOf(calls)).toEqual([0, 600]);
});

test("of two that were refused at once, without a Retry-After, the second makes the pause no longer", async () => {
  const busy = new Response(null, { status: 429 });
  const { fetch, calls } = oneOffFetch(busy.clone(), busy, respond);
  const sdk = clientWith(fetch, { retry: { initialDelayMs: 700, jitter: 0 } });
  await settled(Promise.all([sdk.agents.list(), failureOf(sdk.agents.list({ retry: false }))]));
  expect(timesOf(calls)).toEqual([0, 0, 700]);
});

test("requests that found no connection give back their places, and no more", async () => {
  const calls: number[] = [];
  const refused = () => Promise.reject(fetchFailed({ code: "ECONNREFUSED" }));
  // Each ends a second after it began, so that those that are under way at once begin at the same time.
  const later = () => new Promise<void>((resolve) => setTimeout(resolve, 1_000));
  const fetch = async () => {
    calls.push(performance.now());
    return calls.length === 1 ? refusal(5) : later().then(refused);
  };
  const sdk = clientWith(fetch, { retry: { maxAttempts: 2, initialDelayMs: 100_000, maxDelayMs: 100_000 } });
  await failureOf(sdk.agents.list({ retry: false }));
  for (let request = 0; request < 4; request += 1) sdk.agents.list().catch(() => {});
  await vi.advanceTimersByTimeAsync(10_000);
  expect(calls.map((at) => Math.round((at - (calls[0] ?? 0)) / 1_000))).toEqual([0, 5, 6, 7, 8]);
});

test("after the pause one request goes first, and with each response more are under way at once", async () => {
  const slow = () => new Promise<Response>((resolve) => setTimeout(() => resolve(Response.json(agentList)), 1_000));
  const { fetch, calls } = oneOffFetch(refusal(5), slow);
  const sdk = clientWith(fetch);
  await failureOf(sdk.agents.list({ retry: false }));
  const waiting = Array.from({ length: 9 }, () => sdk.agents.list());
  await vi.advanceTimersByTimeAsync(5_100);
  // One that comes while the first is under way waits too.
  await settled(Promise.all([...waiting, sdk.agents.list()]));
  const [, ...times] = timesOf(calls).map((timeMs) => timeMs / 1_000);
  expect(times).toEqual([5, 6, 7, 7, 8, 8, 8, 9, 9, 9]);
});

test("a response to what was sent before the refusal lets nobody start", async () => {
  const late = () => new Promise<Response>((resolve) => setTimeout(() => resolve(Response.json(agentList)), 1_000));
  const never = () => new Promise<Response>(() => {});
  const { fetch, calls } = oneOffFetch(refusal(5), late, never);
  const sdk = clientWith(fetch);
  const before = Promise.all([failureOf(sdk.agents.list({ retry: false })), sdk.agents.list()]);
  await settled(before);
  for (let count = 0; count < 3; count += 1) void failureOf(sdk.agents.list({ deadlineMs: 60_000 }));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(timesOf(calls)).toEqual([0, 0, 5_000]);
});

test("when the request that goes first is refused, and is aborted before it goes again, the others start all the same", async () => {
  const { fetch, calls } = oneOffFetch(refusal(1), refusal(1), respond);
  const sdk = clientWith(fetch);
  await failureOf(sdk.agents.list({ retry: false }));
  const controller = new AbortController();
  const first = rejectionOf(sdk.agents.list({ signal: controller.signal }), AbortError);
  const waiting = sdk.agents.list();
  await vi.advanceTimersByTimeAsync(1_500);
  controller.abort();
  await settled(Promise.all([first, waiting]));
  expect(timesOf(calls)).toEqual([0, 1_000, 2_000]);
});

test("the response of one that has waited for two pauses lets others start", async () => {
  const { fetch, calls } = oneOffFetch(refusal(5), refusal(5), respond);
  const sdk = clientWith(fetch);
  await failureOf(sdk.agents.list({ retry: false }));
  await settled(Promise.all([sdk.agents.list(), sdk.agents.list(), sdk.agents.list()]));
  expect(timesOf(calls)).toEqual([0, 5_000, 10_000, 10_000, 10_000]);
});

test("a request that was sent in the instant of the refusal, after it, counts as sent after it", async () => {
  const { fetch, calls } = oneOffFetch(refusal(0), respond);
  const sdk = clientWith(fetch);
  await failureOf(sdk.agents.list({ retry: false }));
  await settled(sdk.agents.list());
  await settled(Promise.all([sdk.agents.list(), sdk.agents.list()]));
  expect(calls).toHaveLength(4);
});

test("who waits is told when the pause becomes longer than it may wait", async () => {
  const { fetch, calls } = oneOffFetch(refusal(5), refusal(120), respond);
  const sdk = clientWith(fetch);
  await failureOf(sdk.agents.list({ retry: false }));
  const errors = await settled(Promise.all([failureOf(sdk.agents.list()), failureOf(sdk.agents.list())]));
  expect(errors).toMatchObject([{ attempts: 1 }, { attempts: 0, retryAfterMs: 120_000 }]);
  expect(timesOf(calls)).toEqual([0, 5_000]);
  // It has left its place to others.
  await settled(sdk.agents.list({ retry: { maxRetryAfterMs: 200_000 } }));
  expect(timesOf(calls)).toEqual([0, 5_000, 125_000]);
});

test.each([
  ["a year", "31536000", 31_536_000_000],
  ["more seconds than a number can hold", "9".repeat(400), Number.POSITIVE_INFINITY],
])("a Retry-After of %s is told, and keeps later requests back for an hour", async (_name, retryAfter, askedMs) => {
  const { fetch, calls } = busyOnce({ "retry-after": retryAfter });
  const sdk = clientWith(fetch);
  expect(await failureOf(sdk.agents.list())).toMatchObject({ attempts: 1, retryAfterMs: askedMs });
  expect(await failureOf(sdk.agents.list())).toMatchObject({ attempts: 0, retryAfterMs: 3_600_000 });
  await vi.advanceTimersByTimeAsync(3_599_999);
  expect(await failureOf(sdk.agents.list({ retry: false }))).toMatchObject({ attempts: 0, retryAfterMs: 1 });
  await vi.advanceTimersByTimeAsync(1);
  await sdk.agents.list({ retry: false });
  expect(calls).toHaveLength(2);
});

test("a request pauses for as long as its own policy says, and keeps others back for an hour of that", async () => {
  const { fetch, calls } = oneOffFetch(new Response(null, { status: 429 }), respond);
  const twoHoursMs = 7_200_000;
  const retry = { initialDelayMs: twoHoursMs, maxDelayMs: twoHoursMs, maxRetryAfterMs: twoHoursMs, jitter: 0 };
  const sdk = clientWith(fetch, { retry });
  const refused = sdk.agents.list();
  await vi.advanceTimersByTimeAsync(0);
  await settled(Promise.all([refused, sdk.agents.list()]));
  expect(timesOf(calls)).toEqual([0, 3_600_000, twoHoursMs]);
});

test("a deadline is waited for when the pause becomes longer, and not beyond", async () => {
  const { fetch } = oneOffFetch(refusal(5), () => new Promise(() => {}));
  const sdk = clientWith(fetch);
  await failureOf(sdk.agents.list({ retry: false }));
  void failureOf(sdk.agents.list({ deadlineMs: 60_000 }));
  const startedMs = performance.now();
  // The one before it gets no response, so that its turn does not come.
  const late = failureOf(sdk.agents.list({ deadlineMs: 7_000 }));
  const timeUp = { name: "TimeoutError", kind: "deadline", requestSent: false, attempts: 0 };
  expect(await settled(late)).toMatchObject(timeUp);
  expect(Math.round(performance.now() - startedMs)).toBe(7_000);
});

test.each(["deadline", "signal"])(
  "who waits for its next attempt until its %s ends it is told how many there were, and why it waits",
  async (limit) => {
    const { fetch } = oneOffFetch(refusal(1), refusal(1), () => new Promise(() => {}));
    const sdk = clientWith(fetch);
    const controller = new AbortController();
    const options = limit === "deadline" ? { deadlineMs: 5_000 } : { signal: controller.signal };
    void failureOf(sdk.agents.list());
    const second = failureOf(sdk.agents.list(options));
    await vi.advanceTimersByTimeAsync(4_000);
    controller.abort();
    const error = await settled(second);
    expect(error).toMatchObject({ attempts: 1, requestSent: false });
    if (limit === "deadline") expect(error).toMatchObject({ cause: { name: "RateLimitError", attempts: 1 } });
  },
);

test("a wait for a pause is one line of the log at info, and one event of a flow", async () => {
  const info = vi.fn();
  const logger = { debug: vi.fn(), info, warn: vi.fn(), error: vi.fn() };
  const { fetch } = oneOffFetch((call) =>
    call.url.endsWith("/calls") && call.method === "POST" ? refusal(5) : respond(call),
  );
  const sdk = clientWith(fetch, { logger, logLevel: "info" });
  await failureOf(sdk.calls.create(callInput, { retry: false }));
  const events: FlowEvent[] = [];
  const flow = sdk.calls.analyzeUrl(callInput, { onEvent: (event) => events.push(event), retry: { maxAttempts: 2 } });
  await settled(failureOf(flow));
  expect(info.mock.calls.flat()[0]).toContain("waits 5000 ms, for createCall pauses after a 429");
  const resume = { stage: "create", uncertain: false };
  expect(events).toMatchObject([
    { type: "paused", stage: "create", pauseMs: 5_000, resume },
    { type: "creating", resume: { uncertain: true } },
    { type: "retrying", stage: "create", attempt: 1, pauseMs: 5_000, resume },
    { type: "creating" },
  ]);
});

test("a wait for the response of the one that goes first, or for a creation's turn, is not told as a pause", async () => {
  const info = vi.fn();
  const logger = { debug: vi.fn(), info, warn: vi.fn(), error: vi.fn() };
  const { sdk, calls } = await pausedClient(
    { "retry-after": "5" },
    { logger, logLevel: "info", maxCreatesPerSecond: 1 },
  );
  await vi.advanceTimersByTimeAsync(5_000);
  const creations = [sdk.calls.create(callInput), sdk.calls.create(callInput)];
  await settled(Promise.all([sdk.agents.list(), sdk.agents.list(), ...creations]));
  expect(calls).toHaveLength(5);
  expect(info.mock.calls.flat().filter((line) => /waits/.test(line))).toEqual([]);
});

test("500 waits that are aborted in the pause send nothing, leave no timer and no listener, and hold nobody up", async () => {
  const { sdk, calls } = await pausedClient();
  const controller = new AbortController();
  const added = vi.spyOn(controller.signal, "addEventListener");
  const removed = vi.spyOn(controller.signal, "removeEventListener");
  const waits = Array.from({ length: 500 }, () => failureOf(sdk.agents.list({ signal: controller.signal })));
  await vi.advanceTimersByTimeAsync(0);
  controller.abort("enough");
  const [error] = await Promise.all(waits);
  expect(error).toMatchObject({ name: "AbortError", requestSent: false, cause: "enough" });
  expect(vi.getTimerCount()).toBe(0);
  expect(removed.mock.calls.length).toBeGreaterThanOrEqual(added.mock.calls.length);
  await settled(sdk.agents.list());
  expect(timesOf(calls)).toEqual([0, 5_000]);
});

test("a Retry-After of 0 pauses nobody but the request itself", async () => {
  const { fetch, calls } = oneOffFetch(refusal(0), respond);
  const sdk = clientWith(fetch, { retry: { initialDelayMs: 700, jitter: 0 } });
  const first = sdk.agents.list();
  await vi.advanceTimersByTimeAsync(1);
  await sdk.agents.list({ retry: false });
  await settled(first);
  expect(timesOf(calls)).toEqual([0, 1, 700]);
});

test("a Retry-After of 0 pauses nobody else, also after a 429 without one", async () => {
  const answers = [new Response(null, { status: 429 }), refusal(0)];
  const { fetch, calls } = oneOffFetch((call) => answers.shift() ?? respond(call));
  const sdk = clientWith(fetch, { retry: { initialDelayMs: 700, jitter: 0 } });
  await failureOf(sdk.agents.list({ retry: false }));
  const refused = sdk.agents.list();
  await vi.advanceTimersByTimeAsync(701);
  await sdk.agents.list({ retry: false });
  await settled(refused);
  expect(timesOf(calls)).toEqual([0, 700, 701, 1_400]);
});

test("a policy without pauses pauses nobody", async () => {
  const { sdk, calls } = await pausedClient({}, { retry: { initialDelayMs: 0 } });
  await settled(sdk.agents.list());
  expect(timesOf(calls)).toEqual([0, 0]);
});

test.each(["0", "5"])(
  "a request that is aborted as soon as it may start keeps no place from others: Retry-After %s",
  async (seconds) => {
    const refusal = (retryAfter: string) => new Response(null, { status: 429, headers: { "retry-after": retryAfter } });
    const answers = [refusal("5"), refusal(seconds)];
    const { fetch, calls } = oneOffFetch(() => answers.shift() ?? Response.json({ data: [] }));
    const other = new AbortController();
    // In the turn in which the other one is let go.
    const abort = (line: string) => line.includes("the next one starts") && other.abort();
    const logger = { ...console, info: abort };
    const sdk = clientWith(fetch, { logger, logLevel: "info" });
    await failureOf(sdk.agents.list({ retry: false }));
    const refused = sdk.agents.list();
    const aborted = failureOf(sdk.agents.list({ signal: other.signal }));
    await vi.advanceTimersByTimeAsync(60_000);
    expect([await refused, await aborted]).toMatchObject([[], { name: "AbortError" }]);
    const later = sdk.agents.list();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await later).toEqual([]);
    expect(calls).toHaveLength(4);
  },
);

test("a request that is aborted while it waits gives nobody a place that it never had", async () => {
  const { fetch, calls } = oneOffFetch(refusal(5), () => new Promise<Response>(() => {}));
  const sdk = clientWith(fetch);
  await failureOf(sdk.agents.list({ retry: false }));
  const controller = new AbortController();
  const aborted = failureOf(sdk.agents.list({ signal: controller.signal }));
  for (let count = 0; count < 3; count += 1) void failureOf(sdk.agents.list());
  controller.abort();
  await aborted;
  await vi.advanceTimersByTimeAsync(6_000);
  expect(timesOf(calls)).toEqual([0, 5_000]);
});
