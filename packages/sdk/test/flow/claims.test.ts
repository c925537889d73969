/** When a creation is claimed, and when its claim is given back: on virtual time, without a network. */
import { type CreationLedger, type FlowEvent, RateLimitError } from "@call-analysis/sdk";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { memoryLedger } from "../../src/record/memory-ledger.js";
import { failureOf, rejectionOf } from "../support/failure-of.ts";
import { fetchFailed, oneOffFetch } from "../support/one-off-fetch.ts";
import { callInput, createdCall } from "../support/samples.ts";
import { clientWith } from "../support/test-client.ts";
import { test as testWithService } from "../upload/recording-service.ts";
import { settled } from "./virtual-interface.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const limited = (seconds: number) => new Response(null, { status: 429, headers: { "retry-after": String(seconds) } });
const created = () => Response.json(createdCall, { status: 202 });

/** A ledger in memory that notes what it is asked and told, and when. */
function notingLedger(sending?: () => Promise<boolean>) {
  const notes: [what: string, atMs: number][] = [];
  const startedMs = performance.now();
  const ledger = memoryLedger();
  const note = (what: string) => void notes.push([what, Math.round(performance.now() - startedMs)]);
  const noting: CreationLedger = {
    claim: async (...parameters) => {
      const claim = await ledger.claim(...parameters);
      note(`claim: ${claim.status}`);
      return claim;
    },
    created: (...parameters) => Promise.resolve(note("created")).then(() => ledger.created(...parameters)),
    released: (...parameters) => Promise.resolve(note("released")).then(() => ledger.released(...parameters)),
  };
  if (sending) Object.assign(noting, { sending: () => Promise.resolve(note("sending")).then(sending) });
  return { ledger: noting, notes };
}

test("a key is claimed after every wait, and given back after a definite refusal", async () => {
  const { fetch } = oneOffFetch(limited(30), limited(5), created);
  const sdk = clientWith(fetch);
  await failureOf(sdk.calls.create(callInput, { retry: false }));
  const { ledger, notes } = notingLedger();
  await settled(sdk.calls.create(callInput, { ledger, key: "order-7" }));
  expect(notes).toEqual([
    ["claim: claimed", 30_000],
    ["released", 30_000],
    ["claim: claimed", 35_000],
    ["created", 35_000],
  ]);
});

test("`recreate` is for the first claim alone: what was given back may be somebody else's", async () => {
  const { fetch, calls } = oneOffFetch(limited(5), created);
  const { ledger } = notingLedger();
  await ledger.claim("order-7");
  const options = { ledger, key: "order-7", recreate: true };
  const creation = failureOf(clientWith(fetch).calls.create(callInput, options));
  await vi.advanceTimersByTimeAsync(1_000);
  // Another process begins to create the call in the pause.
  expect(await ledger.claim("order-7")).toEqual({ status: "claimed" });
  expect(await settled(creation)).toMatchObject({ name: "SubmissionUncertainError" });
  expect(calls).toHaveLength(1);
});

test("who may not wait for a pause claims nothing", async () => {
  const { fetch } = oneOffFetch(limited(600), created);
  const sdk = clientWith(fetch);
  await failureOf(sdk.calls.create(callInput, { retry: false }));
  const { ledger, notes } = notingLedger();
  await rejectionOf(sdk.calls.create(callInput, { ledger, key: "order-7" }), RateLimitError);
  expect(notes).toEqual([]);
});

test.each<[string, Response | Error, string[]]>([
  ["a 400", new Response(null, { status: 400 }), ["claim: claimed", "released"]],
  ["no connection", fetchFailed({ code: "ECONNREFUSED" }), ["claim: claimed", "released"]],
  ["a broken connection", fetchFailed({ code: "ECONNRESET" }), ["claim: claimed"]],
  ["a 500", new Response(null, { status: 500 }), ["claim: claimed"]],
])("after %s the ledger is told what is certain", async (_name, outcome, told) => {
  const { fetch } = oneOffFetch(outcome);
  const { ledger, notes } = notingLedger();
  const options = { ledger, key: "order-7", retry: { maxAttempts: 1 } };
  await settled(failureOf(clientWith(fetch).calls.create(callInput, options)));
  expect(notes.map(([what]) => what)).toEqual(told);
});

test("`creating` is told once the pause is over, and while a creation waits nothing is uncertain", async () => {
  const { fetch } = oneOffFetch(limited(30), created);
  const sdk = clientWith(fetch);
  await failureOf(sdk.calls.create(callInput, { retry: false }));
  const events: FlowEvent[] = [];
  const flow = sdk.calls.analyzeUrl(callInput, { onEvent: (event) => events.push(event), deadlineMs: 40_000 });
  const ended = failureOf(flow);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(events).toMatchObject([{ type: "paused", resume: { uncertain: false } }]);
  await vi.advanceTimersByTimeAsync(1);
  expect(events.map(({ type }) => type)).toEqual(["paused", "creating", "created"]);
  await settled(ended);
});

test("a claim that was lost immediately before the first byte sends nothing, and is asked for again", async () => {
  const { fetch, calls } = oneOffFetch(created);
  const { ledger, notes } = notingLedger(async () => {
    // Another process has taken it over, and created the call.
    await ledger.created("order-7", "call-of-another");
    return false;
  });
  const flow = clientWith(fetch).calls.analyzeUrl(callInput, { ledger, key: "order-7", deadlineMs: 1_000 });
  expect(await settled(failureOf(flow))).toMatchObject({ stage: "poll", resume: { callId: "call-of-another" } });
  expect(notes.map(([what]) => what)).toEqual(["claim: claimed", "sending", "created", "claim: created"]);
  expect(calls.filter(({ method }) => method === "POST")).toHaveLength(0);
});

test("whose claim was lost does not recreate a second time", async () => {
  const { fetch, calls } = oneOffFetch(created);
  const { ledger } = notingLedger(async () => {
    await ledger.released("order-7");
    await ledger.claim("order-7");
    return false;
  });
  const options = { ledger, key: "order-7", recreate: true };
  expect(await failureOf(clientWith(fetch).calls.create(callInput, options))).toMatchObject({
    name: "SubmissionUncertainError",
  });
  expect(calls).toHaveLength(0);
});

test("what cannot be recorded immediately before the first byte is not sent, and its reason is the error", async () => {
  const { fetch, calls } = oneOffFetch(created);
  const full = new Error("the disk is full");
  const { ledger, notes } = notingLedger(() => Promise.reject(full));
  expect(await failureOf(clientWith(fetch).calls.create(callInput, { ledger, key: "order-7" }))).toBe(full);
  expect(notes.map(([what]) => what)).toEqual(["claim: claimed", "sending", "released"]);
  expect(calls).toHaveLength(0);
});

testWithService.for<[string, (ledger: CreationLedger) => () => Promise<boolean>, object, number]>([
  ["cannot be recorded", () => () => Promise.reject(new Error("the disk is full")), { message: "the disk is full" }, 0],
  [
    "is lost",
    (ledger) => async () => {
      await ledger.created("order-7", "call-1");
      return false;
    },
    { callId: "call-1" },
    0,
  ],
  ["is still there", () => async () => true, { callId: "call-1" }, 1],
])(
  "on a real connection: a claim that %s before the first byte",
  async ([_name, sendingOf, expected, sent], { service }) => {
    vi.useRealTimers();
    const { ledger } = notingLedger();
    const noting = Object.assign(ledger, { sending: sendingOf(ledger) });
    const creation = service.client().calls.create(callInput, { ledger: noting, key: "order-7" });
    expect(await creation.catch((error: unknown) => error)).toMatchObject(expected);
    expect(service.creates).toHaveLength(sent);
  },
);
