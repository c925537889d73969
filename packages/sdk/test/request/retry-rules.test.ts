/** Which failed request is sent again, how often, and after which pause. */
import { type CallAnalysis, TimeoutError } from "@call-analysis/sdk";
import { expect, test, vi } from "vitest";
import { checkRows } from "../support/check-rows.ts";
import { fetchFailed, oneOffFetch } from "../support/one-off-fetch.ts";
import { callInput } from "../support/samples.ts";
import { clientWith } from "../support/test-client.ts";
import { refusal, settled } from "../support/virtual-interface.ts";
import { useFakeTimersInEachTest } from "../support/virtual-time.ts";

useFakeTimersInEachTest();

const agent = { name: "Asha", email: "a@example.com" };
const campaignBaseUrl = "https://campaign.test";
const full = { jitter: 0 };

/** How often a request is sent that always meets this. */
async function sendingsOf(call: (sdk: CallAnalysis) => Promise<unknown>, failure: () => Response | Promise<Response>) {
  const { fetch, calls } = oneOffFetch(failure);
  await settled(call(clientWith(fetch, { campaignBaseUrl, retry: {}, timeoutMs: 5_000 })));
  return calls.length;
}

const broken = () => Promise.reject(fetchFailed({ code: "ECONNRESET" }));
const silent = () => new Promise<Response>(() => {});
const status = (code: number) => () => refusal(code);

const failures: [what: string, () => Response | Promise<Response>, ofRead: number, ofCreation: number][] = [
  ["a 408", status(408), 3, 1],
  ["a 429", status(429), 3, 3],
  ["a 500", status(500), 3, 1],
  ["a 503", status(503), 3, 1],
  ["a 599", status(599), 3, 1],
  ["a 400", status(400), 1, 1],
  ["a 404", status(404), 1, 1],
  ["a 409", status(409), 1, 1],
  ["a 425", status(425), 1, 1],
  ["a broken connection", broken, 3, 1],
  ["no answer in time", silent, 3, 1],
  ["HTML in place of JSON", () => new Response("<html>"), 1, 1],
];

const operations: [name: string, (sdk: CallAnalysis) => Promise<unknown>, sendings: number][] = [
  ["agents.update", (sdk) => sdk.agents.update("m", { name: "Ravi" }), 3],
  ["agents.delete", (sdk) => sdk.agents.delete("m"), 3],
  ["categories.list", (sdk) => sdk.categories.list(), 3],
  ["categories.get", (sdk) => sdk.categories.get("c"), 3],
  ["calls.createUploadUrl", ({ calls }) => calls.createUploadUrl({ filename: "a.wav", contentType: "audio/wav" }), 3],
  ["calls.getAnalysis", (sdk) => sdk.calls.getAnalysis("1"), 3],
  ["calls.create", (sdk) => sdk.calls.create(callInput), 1],
  ["campaigns.addProspect", (sdk) => sdk.campaigns.addProspect("c", { name: "Ravi" }), 1],
];

test("an operation that always fails is sent as often as is safe for it, and after such a failure", async () => {
  await checkRows(failures, async (failure, ofRead, ofCreation) => {
    expect(await sendingsOf((sdk) => sdk.agents.list(), failure)).toBe(ofRead);
    expect(await sendingsOf((sdk) => sdk.agents.create(agent), failure)).toBe(ofCreation);
  });
  await checkRows(operations, async (call, sendings) => expect(await sendingsOf(call, broken)).toBe(sendings));
});

/** The pauses between the attempts of a request that always fails. */
async function pausesOf(response: Response, options: Parameters<typeof clientWith>[1]) {
  const { fetch, calls } = oneOffFetch(response);
  await settled(clientWith(fetch, options).agents.list());
  return calls.slice(1).map(({ atMs }, index) => Math.round(atMs - (calls[index]?.atMs ?? 0)));
}

test("by default the pauses begin at 500 ms and double up to 8 s", async () => {
  const pauses = await pausesOf(refusal(429), { retry: { ...full, maxAttempts: 7 } });
  expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 8_000, 8_000]);
});

test("by default up to a quarter of a pause is taken off at random", async () => {
  vi.spyOn(Math, "random").mockReturnValue(0.999_999);
  expect(await pausesOf(refusal(429), { retry: {} })).toEqual([375, 750]);
});

test.each<[number, string, number]>([
  [429, "7", 7_000],
  [503, "7", 7_000],
  [429, "60", 60_000],
  [429, "0", 500],
  [408, "7", 500],
  [500, "7", 500],
])("after a %i with Retry-After: %s the pause is %i ms", async (code, value, pauseMs) => {
  const response = refusal(code, { "retry-after": value });
  const retry = { ...full, maxAttempts: 2, unprocessedStatuses: [code] };
  expect(await pausesOf(response, { retry })).toEqual([pauseMs]);
});

test("by default an attempt has 30 seconds", async () => {
  const startMs = performance.now();
  const error = await settled(clientWith(silent, { retry: false }).agents.list());
  expect(TimeoutError.is(error) && error.kind).toBe("attempt");
  expect(performance.now() - startMs).toBe(30_000);
});
