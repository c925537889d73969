import { AbortError, TimeoutError } from "@call-analysis/sdk";
import { expect, test, vi } from "vitest";
import { settled } from "../flow/virtual-interface.ts";
import { rejectionOf } from "../support/failure-of.ts";
import { type FetchCall, oneOffFetch } from "../support/one-off-fetch.ts";
import { agentList, callInput, createdCall } from "../support/samples.ts";
import { clientWith } from "../support/test-client.ts";
import { useFakeTimersInEachTest } from "../support/virtual-time.ts";

useFakeTimersInEachTest();

function gatedClient(maxCreatesPerSecond: number) {
  const { fetch, calls } = oneOffFetch(({ url }) => Response.json(url.endsWith("/calls") ? createdCall : agentList));
  return { calls, sdk: clientWith(fetch, { maxCreatesPerSecond }) };
}

function timesOf(calls: FetchCall[]): number[] {
  return calls.map(({ atMs }) => Math.round(atMs - (calls[0]?.atMs ?? 0)));
}

function urlsOf(calls: FetchCall[]): string[] {
  return calls.map(({ body }) => JSON.parse(body ?? "{}").audio_url);
}

/** Creates calls of recordings with these names. */
function createAll(sdk: ReturnType<typeof clientWith>, names: string[]) {
  return Promise.all(names.map((name) => sdk.calls.create({ ...callInput, audio_url: `https://files.test/${name}` })));
}

test.each([
  [5, [0, 200, 400, 600]],
  [0.5, [0, 2_000, 4_000, 6_000]],
  [1_000, [0, 1, 2, 3]],
])("with maxCreatesPerSecond %d creations start evenly spaced, in their order", async (rate, times) => {
  const { sdk, calls } = gatedClient(rate);
  await settled(createAll(sdk, ["a", "b", "c", "d"]));
  expect(timesOf(calls)).toEqual(times);
  expect(urlsOf(calls)).toEqual(["a", "b", "c", "d"].map((name) => `https://files.test/${name}`));
});

test("a pause of the caller's saves no burst up", async () => {
  const { sdk, calls } = gatedClient(5);
  await createAll(sdk, ["a"]);
  await vi.advanceTimersByTimeAsync(10_000);
  await settled(createAll(sdk, ["b", "c"]));
  expect(timesOf(calls)).toEqual([0, 10_000, 10_200]);
});

test("all other operations start at once", async () => {
  const { sdk, calls } = gatedClient(0.001);
  await createAll(sdk, ["a"]);
  const agent = { name: "Asha", email: "asha@example.com" };
  await Promise.all([sdk.agents.list(), sdk.agents.create(agent), sdk.agents.create(agent)]);
  expect(timesOf(calls)).toEqual([0, 0, 0, 0]);
});

test("derived clients share the gate", async () => {
  const { sdk, calls } = gatedClient(5);
  const derived = sdk.withOptions({ timeoutMs: 1_000 });
  await settled(Promise.all([createAll(sdk, ["a"]), createAll(derived, ["b"]), createAll(sdk, ["c"])]));
  expect(timesOf(calls)).toEqual([0, 200, 400]);
});

test("a client with another key has a gate to itself", async () => {
  const { sdk, calls } = gatedClient(5);
  const derived = sdk.withOptions({ apiKey: "other-key" });
  await settled(Promise.all([createAll(sdk, ["a"]), createAll(derived, ["b"])]));
  expect(timesOf(calls)).toEqual([0, 0]);
});

test.each([
  [1, 5],
  [5, 1],
])("clients with maxCreatesPerSecond %d and, derived, %d keep to their own limit", async (rate, derivedRate) => {
  const { sdk, calls } = gatedClient(rate);
  const derived = sdk.withOptions({ maxCreatesPerSecond: derivedRate });
  await settled(Promise.all([createAll(sdk, ["a", "b", "c"]), createAll(derived, ["x", "y", "z"])]));
  const timesIn = (names: string) =>
    timesOf(calls).filter((_, index) => names.includes(urlsOf(calls)[index]?.at(-1) ?? "-"));
  const [own, ofDerived] = [1_000 / rate, 1_000 / derivedRate];
  expect(timesIn("abc")).toEqual([0, own, 2 * own]);
  expect(timesIn("xyz")).toEqual([0, ofDerived, 2 * ofDerived]);
});

test("creations that wait for another client's limit do not use up a deadline", async () => {
  const { sdk } = gatedClient(1);
  const derived = sdk.withOptions({ maxCreatesPerSecond: 5 });
  const waiting = createAll(sdk, ["a", "b", "c", "d"]);
  await createAll(derived, ["x"]);
  expect(await settled(derived.calls.create(callInput, { deadlineMs: 500 }))).toEqual(createdCall.data);
  await settled(waiting);
});

test("who is aborted gives the place to the next one", async () => {
  const { sdk, calls } = gatedClient(5);
  const first = createAll(sdk, ["a"]);
  const controller = new AbortController();
  const { signal } = controller;
  const aborted = Array.from({ length: 1_000 }, () => rejectionOf(sdk.calls.create(callInput, { signal }), AbortError));
  const last = createAll(sdk, ["z"]);
  await vi.advanceTimersByTimeAsync(50);
  controller.abort();
  expect(await Promise.all(aborted)).toHaveLength(1_000);
  expect((await aborted[0])?.requestSent).toBe(false);
  await settled(Promise.all([first, last]));
  expect(timesOf(calls)).toEqual([0, 200]);
  expect(vi.getTimerCount()).toBe(0);
});

test("a place that comes after the deadline is refused at once, and takes no place", async () => {
  const { sdk, calls } = gatedClient(5);
  const creations = createAll(sdk, ["a", "b", "c"]);
  const error = await rejectionOf(sdk.calls.create(callInput, { deadlineMs: 500 }), TimeoutError);
  expect(error).toMatchObject({ kind: "deadline", requestSent: false });
  expect(timesOf(calls)).toEqual([0]);
  await settled(Promise.all([creations, createAll(sdk, ["d"])]));
  expect(timesOf(calls)).toEqual([0, 200, 400, 600]);
});

test("an attempt after a failure that proves that nothing was sent takes a place too", async () => {
  const refused = Object.assign(new TypeError("fetch failed"), { cause: { code: "ECONNREFUSED" } });
  const { fetch, calls } = oneOffFetch(refused, Response.json(createdCall, { status: 202 }));
  await settled(createAll(clientWith(fetch, { maxCreatesPerSecond: 1 }), ["a", "b"]));
  expect(timesOf(calls)).toEqual([0, 1_000, 2_000]);
});
