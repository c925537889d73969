/** When a creation is claimed, and when its claim is given back: on virtual time, without a network. */
import { type CreationLedger, type FlowEvent, RateLimitError, type ResumeToken } from "@call-analysis/sdk";
import { expect, test, vi } from "vitest";
import { type JournalState, ownRecord } from "../../src/record/ledger.js";
import { memoryLedger } from "../../src/record/memory-ledger.js";
import { failureOf, rejectionOf } from "../support/failure-of.ts";
import { deafFetch, oneOffFetch } from "../support/one-off-fetch.ts";
import { callInput, createdCall } from "../support/samples.ts";
import { clientWith } from "../support/test-client.ts";
import { useFakeTimersInEachTest } from "../support/virtual-time.ts";
import { test as testWithService } from "../upload/recording-service.ts";
import { analysis, settled } from "./virtual-interface.ts";

useFakeTimersInEachTest();

const limited = (seconds: number) => new Response(null, { status: 429, headers: { "retry-after": String(seconds) } });
const created = () => Response.json(createdCall, { status: 202 });
const { callId } = createdCall.data;
const completedCall = { data: { callId, status: "completed", analysis, metadata: {} } };

const beingCreated: JournalState = { stage: "creating", uncertain: false };

/** What a record of the package is asked and told besides. */
const own = {
  [ownRecord]: true,
  find: async (): Promise<JournalState | undefined> => undefined,
  uncertain: async () => {},
};

/** A ledger in memory that notes what it is asked and told, and when. With `sending` it is a record of the package. */
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
  const asked = {
    sending: () => Promise.resolve(note("sending")).then(sending),
    uncertain: async () => note("uncertain"),
  };
  if (sending) Object.assign(noting, own, asked);
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

test("who has waited for another process, which gave its claim back, is told of a pause as of any other", async () => {
  const { fetch, calls } = oneOffFetch(limited(300));
  const { calls: methods } = clientWith(fetch);
  const { ledger } = notingLedger(async () => true);
  await ledger.claim("order-7");
  const free = async () => {
    await ledger.released("order-7");
    await failureOf(methods.create(callInput, { retry: false }));
    return undefined;
  };
  const waiting = methods.create(callInput, { ledger: Object.assign(ledger, { find: free }), key: "order-7" });
  expect(await settled(failureOf(waiting))).toMatchObject({ name: "RateLimitError", attempts: 0 });
  expect(calls).toHaveLength(1);
});

test("another process's creation is waited for until the client's own deadline, where the flow has none", async () => {
  const { fetch } = oneOffFetch(created);
  const { ledger } = notingLedger(async () => true);
  await ledger.claim("order-7");
  const suspended = Object.assign(ledger, { find: async () => beingCreated });
  const flow = clientWith(fetch, { deadlineMs: 500 }).calls.analyzeUrl(callInput, {
    ledger: suspended,
    key: "order-7",
  });
  expect(await settled(failureOf(flow))).toMatchObject({
    name: "SubmissionUncertainError",
    cause: { kind: "deadline" },
  });
});

test("whose claim was lost does not recreate a second time", async () => {
  const { fetch, calls } = oneOffFetch(created);
  const { ledger } = notingLedger(async () => {
    await ledger.released("order-7");
    await ledger.claim("order-7");
    return false;
  });
  const nobodyKnows = Object.assign(ledger, { find: async () => ({ stage: "creating", uncertain: true }) });
  const options = { ledger: nobodyKnows, key: "order-7", recreate: true };
  expect(await settled(clientWith(fetch).calls.create(callInput, options))).toMatchObject({
    name: "SubmissionUncertainError",
  });
  expect(calls).toHaveLength(0);
});

test("a claim that is lost again and again is asked for with a pause, and never sent", async () => {
  const { fetch, calls } = oneOffFetch(created);
  const { ledger, notes } = notingLedger(async () => {
    await ledger.released("order-7");
    return false;
  });
  const options = { ledger, key: "order-7", deadlineMs: 250 };
  // Whoever takes the claims may have sent the creation.
  expect(await settled(clientWith(fetch).calls.create(callInput, options))).toMatchObject({
    name: "SubmissionUncertainError",
    cause: { kind: "deadline" },
  });
  const claims = notes.filter(([what]) => what === "claim: claimed").map(([, atMs]) => atMs);
  expect(claims).toEqual([0, 100, 200]);
  expect(calls).toHaveLength(0);
});

test.each<[string, string[]]>([
  ["is not known", ["claim: claimed", "created"]],
  ["somebody else is creating", ["claim: claimed", "claim: unknown"]],
])(
  "a caller's ledger is not asked by its own methods `sending` and `find` about a key that %s",
  async (name, asked) => {
    const { fetch } = oneOffFetch(created);
    const { ledger, notes } = notingLedger();
    const foreign = { sending: vi.fn(async () => false), find: vi.fn(async () => beingCreated) };
    if (name !== "is not known") await ledger.claim("order-7");
    const options = { ledger: Object.assign(ledger, foreign), key: "order-7" };
    await settled(clientWith(fetch).calls.create(callInput, options));
    expect(notes.map(([what]) => what)).toEqual(asked);
    expect(foreign.sending).not.toHaveBeenCalled();
    expect(foreign.find).not.toHaveBeenCalled();
  },
);

/** A ledger in which another process is creating the call. */
async function ledgerOfOther() {
  const { ledger, notes } = notingLedger();
  await ledger.claim("order-7");
  let state: JournalState | undefined = beingCreated;
  const endsWith = async (callId: string) => {
    await ledger.created("order-7", callId);
    state = { stage: "created", callId };
  };
  const uncertain = vi.fn(async () => {});
  const asked = { ...own, sending: async () => true, find: async () => state, uncertain };
  return { ledger: Object.assign(ledger, asked), notes, endsWith, uncertain };
}

test("while another process creates the call, its outcome is waited for", async () => {
  const { fetch, calls } = oneOffFetch(() => Response.json(completedCall));
  const { ledger, notes, endsWith } = await ledgerOfOther();
  setTimeout(() => void endsWith(callId), 5_000);
  const flow = clientWith(fetch).calls.analyzeUrl(callInput, { ledger, key: "order-7" });
  expect(await settled(flow)).toMatchObject({ callId, status: "completed" });
  expect(calls.filter(({ method }) => method === "POST")).toHaveLength(0);
  // Claims are written, so they are not repeated while nothing has changed.
  expect(notes.map(([what]) => what)).toEqual(["claim: claimed", "claim: unknown", "created", "claim: created"]);
});

test("the deadline of `create` bounds the wait for another's creation and its own creation together", async () => {
  const { ledger } = notingLedger(async () => true);
  await ledger.claim("order-7");
  let state: JournalState | undefined = beingCreated;
  Object.assign(ledger, { find: async () => state });
  setTimeout(() => {
    state = undefined;
    void ledger.released("order-7");
  }, 600);
  const startMs = performance.now();
  const creation = clientWith(deafFetch).calls.create(callInput, { ledger, key: "order-7", deadlineMs: 1_000 });
  expect(await settled(creation)).toMatchObject({ name: "SubmissionUncertainError", cause: { kind: "deadline" } });
  expect(performance.now() - startMs).toBe(1_000);
});

/** What ends a flow after a second, and the error that it ends with if its call may exist. */
const ends: [string, () => object, object][] = [
  ["is aborted", () => ({ signal: abortedAfter(1_000) }), { name: "AbortError", requestSent: true }],
  ["has no more time", () => ({ deadlineMs: 1_000 }), { name: "SubmissionUncertainError" }],
];

function abortedAfter(timeMs: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), timeMs);
  return controller.signal;
}

test.each(ends)(
  "who %s while another process creates the call is told that it is uncertain",
  async (_name, limit, expected) => {
    const { fetch, calls } = oneOffFetch(created);
    const { ledger, uncertain } = await ledgerOfOther();
    const options = { ledger, key: "order-7", ...limit() };
    const error = await settled(clientWith(fetch).calls.analyzeUrl(callInput, options));
    expect(error).toMatchObject({ ...expected, resume: { stage: "create", uncertain: true } });
    // The other one still knows what becomes of it.
    expect(uncertain).not.toHaveBeenCalled();
    expect(calls).toHaveLength(0);
  },
);

/** A token that two flows use, and the first has its creation sent, paused or refused. */
async function twoFlowsOfOneToken(...outcomes: Parameters<typeof oneOffFetch>) {
  const { fetch, calls } = oneOffFetch(...outcomes);
  const sdk = clientWith(fetch);
  const id = crypto.randomUUID();
  const token: ResumeToken = { version: 1, stage: "create", uncertain: false, id, call: callInput };
  const first = sdk.calls.resume(token);
  first.catch(() => {});
  await vi.advanceTimersByTimeAsync(10);
  return { sdk, token, first, calls };
}

test.each(ends)(
  "who %s while another flow has sent the creation is told that it is uncertain",
  async (_name, limit, expected) => {
    const { sdk, token, calls } = await twoFlowsOfOneToken(() => new Promise(() => {}));
    const error = await settled(sdk.calls.resume(token, limit()));
    expect(error).toMatchObject({ ...expected, resume: { stage: "create", uncertain: true } });
    expect(calls).toHaveLength(1);
  },
);

test.each(ends)(
  "who %s while another flow has sent nothing leaves a token that creates the call",
  async (_name, limit) => {
    const { sdk, token, first } = await twoFlowsOfOneToken(limited(30), created, () => Response.json(completedCall));
    const error = await settled(sdk.calls.resume(token, limit()));
    expect(error).toMatchObject({ requestSent: false, resume: { stage: "create", uncertain: false } });
    expect(await settled(first)).toMatchObject({ callId });
  },
);

test.each(ends)(
  "who %s while another flow still records that it is about to send leaves a token that creates the call",
  async (_name, limit) => {
    const { fetch } = oneOffFetch(created, () => Response.json(completedCall));
    const { ledger } = notingLedger(() => new Promise((resolve) => setTimeout(resolve, 2_000, true)));
    const sdk = clientWith(fetch);
    const token: ResumeToken = {
      version: 1,
      stage: "create",
      uncertain: false,
      id: crypto.randomUUID(),
      call: callInput,
    };
    const first = sdk.calls.resume(token, { ledger, key: "order-7" });
    await vi.advanceTimersByTimeAsync(10);
    const error = await settled(sdk.calls.resume(token, { ledger, key: "order-7", ...limit() }));
    expect(error).toMatchObject({ requestSent: false, resume: { stage: "create", uncertain: false } });
    expect(await settled(first)).toMatchObject({ callId });
  },
);

test("who follows another flow's creation is told of the call, and waits while its servers do not know it yet", async () => {
  const notFound = Array.from({ length: 10 }, () => new Response(null, { status: 404 }));
  const slow = () => new Promise<Response>((resolve) => setTimeout(() => resolve(created()), 1_000));
  const done = () => Response.json(completedCall);
  const { sdk, token } = await twoFlowsOfOneToken(slow, ...notFound, done);
  const events: FlowEvent[] = [];
  const options = {
    poll: { toleratedFailures: 0, maxIntervalMs: 2_000 },
    onEvent: (event: FlowEvent) => events.push(event),
  };
  expect(await settled(sdk.calls.resume(token, options))).toMatchObject({ status: "completed" });
  expect(events[0]).toMatchObject({ type: "created", callId, resume: { stage: "poll" } });
});

test("who waits for another process's creation holds nobody up after a 429", async () => {
  const { fetch, calls } = oneOffFetch(limited(5), created);
  const sdk = clientWith(fetch);
  await failureOf(sdk.calls.create(callInput, { retry: false }));
  const { ledger } = await ledgerOfOther();
  const waiting = failureOf(sdk.calls.create(callInput, { ledger, key: "order-7", deadlineMs: 60_000 }));
  // It came second, and goes all the same.
  expect(await settled(sdk.calls.create(callInput))).toEqual(createdCall.data);
  expect(calls.map(({ atMs }) => Math.round(atMs - (calls[0]?.atMs ?? 0)))).toEqual([0, 5_000]);
  expect(await settled(waiting)).toMatchObject({ name: "SubmissionUncertainError" });
});

test("a ledger that does not answer is waited for until the client's own deadline", async () => {
  const { fetch, calls } = oneOffFetch(created);
  const silent: CreationLedger = { ...memoryLedger(), claim: () => new Promise(() => {}) };
  const { calls: own } = clientWith(fetch, { deadlineMs: 1_000 });
  const error = await settled(own.create(callInput, { ledger: silent, key: "order-7" }));
  expect(error).toMatchObject({ name: "TimeoutError", kind: "deadline", requestSent: false });
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
    const noting = Object.assign(ledger, { ...own, sending: sendingOf(ledger) });
    const creation = service.client().calls.create(callInput, { ledger: noting, key: "order-7" });
    expect(await creation.catch((error: unknown) => error)).toMatchObject(expected);
    expect(service.creates).toHaveLength(sent);
  },
);
