import { setTimeout as delay } from "node:timers/promises";
import {
  type CallAnalysis,
  type CreationLedger,
  type FlowEvent,
  type LedgerClaim,
  type ResumeToken,
  SubmissionUncertainError,
} from "@call-analysis/sdk";
import { ledgerCases } from "@call-analysis/sdk/ledger-conformance";
import { describe, expect, test as plainTest, vi } from "vitest";
import { memoryLedger } from "../../src/record/memory-ledger.js";
import { failureOf } from "../support/failure-of.js";
import { cut, refuse, test } from "../upload/recording-service.js";
import { wavBytes } from "../upload/recordings.js";

const poll = { initialDelayMs: 0, intervalMs: 1 };
const input = { file: wavBytes(), memberId: "m", categoryId: "c" };
const call = { memberId: "m", categoryId: "c", audio_url: "https://host/call.wav" };
const key = "order-7";

/** A ledger in memory that notes what it is asked. */
class NotingLedger implements CreationLedger {
  readonly notes: string[] = [];
  readonly known = new Map<string, LedgerClaim>();

  async claim(of: string, { recreate = false }: Parameters<CreationLedger["claim"]>[1] = {}): Promise<LedgerClaim> {
    this.notes.push(`claim ${of}${recreate ? " again" : ""}`);
    const known = this.known.get(of);
    if (known && !(recreate && known.status === "unknown")) return known;
    this.known.set(of, { status: "unknown" });
    return { status: "claimed" };
  }

  async created(of: string, callId: string): Promise<void> {
    this.notes.push(`created ${of} ${callId}`);
    this.known.set(of, { status: "created", callId });
  }

  async released(of: string): Promise<void> {
    this.notes.push(`released ${of}`);
    if (this.known.get(of)?.status === "unknown") this.known.delete(of);
  }
}

test("who claims the key sends, and the call is recorded before anything else happens", async ({ service }) => {
  const ledger = new NotingLedger();
  const onEvent = ({ type }: FlowEvent) => ledger.notes.push(type);
  await service.client().calls.analyzeFile(input, { ledger, key, poll, onEvent });
  const from = ledger.notes.indexOf("uploaded");
  expect(ledger.notes.slice(from, from + 5)).toEqual([
    "uploaded",
    "claim order-7",
    "creating",
    "created order-7 call-1",
    "created",
  ]);
});

test("while the status of a call that the ledger knows is asked for, events say where to go on", async ({
  service,
}) => {
  const ledger = new NotingLedger();
  ledger.known.set(key, { status: "created", callId: "call-7" });
  service.answer("reads", refuse(503));
  const events: FlowEvent[] = [];
  const options = { ledger, key, onEvent: (event: FlowEvent) => events.push(event) };
  expect(await service.client().calls.submitFile(input, options)).toMatchObject({
    callId: "call-7",
    status: "completed",
  });
  const retries = events.filter(({ type }) => type === "retrying");
  expect(retries).toMatchObject([{ stage: "poll", resume: { stage: "poll", callId: "call-7" } }]);
});

test("a call that the ledger knows is waited for, and no other is created", async ({ service }) => {
  const ledger = new NotingLedger();
  ledger.known.set(key, { status: "created", callId: "call-77" });
  const { calls } = service.client();
  const events: FlowEvent[] = [];
  const onEvent = (event: FlowEvent) => events.push(event);
  expect(await calls.analyzeFile(input, { ledger, key, poll, onEvent })).toMatchObject({ callId: "call-77" });
  // Whoever stores the last token goes on with the call, and not with another creation.
  expect(events.filter((event) => "resume" in event).at(-1)).toMatchObject({
    type: "created",
    callId: "call-77",
    resume: { stage: "poll", callId: "call-77" },
  });
  expect(await calls.submitFile(input, { ledger, key })).toMatchObject({ callId: "call-77", status: "completed" });
  expect(await calls.create(call, { ledger, key })).toMatchObject({ callId: "call-77", status: "completed" });
  expect(service.creates).toHaveLength(0);
});

test("a correction of a call that only the ledger knows is refused, with a token of the call", async ({ service }) => {
  const ledger = new NotingLedger();
  ledger.known.set(key, { status: "created", callId: "call-77" });
  const token: ResumeToken = { version: 1, stage: "create", uncertain: false, call };
  const error = await failureOf(service.client().calls.resume(token, { ledger, key, poll, call: { udfs: { a: 1 } } }));
  expect(error).toMatchObject({ code: "configuration", resume: { stage: "poll", callId: "call-77" } });
});

test("a key of which the ledger does not know what came is uncertain, and nothing is sent", async ({ service }) => {
  const ledger = new NotingLedger();
  await ledger.claim(key);
  const { calls } = service.client();
  const error = await failureOf(calls.analyzeFile(input, { ledger, key, poll }));
  expect(SubmissionUncertainError.is(error)).toBe(true);
  const message = expect.stringContaining("pass { recreate: true, ledger, key } to resume or create");
  expect(error).toMatchObject({ stage: "create", resume: { stage: "create", uncertain: true }, message });
  const refused = await failureOf(calls.create(call, { ledger, key }));
  expect(SubmissionUncertainError.is(refused)).toBe(true);
  expect(refused).toMatchObject({ message });
  expect(service.creates).toHaveLength(0);
  const { resume } = error as { resume: ResumeToken };
  await calls.resume(resume, { ledger, key, poll, recreate: true });
  expect(service.creates).toHaveLength(1);
  expect(ledger.known.get(key)).toEqual({ status: "created", callId: "call-1" });
});

test("a ledger that cannot be asked stops the flow before anything is sent", async ({ service }) => {
  const ledger = new NotingLedger();
  ledger.claim = () => Promise.reject(new Error("the ledger is down"));
  const error = await failureOf(service.client().calls.analyzeFile(input, { ledger, key, poll }));
  expect(error).toMatchObject({ message: "the ledger is down", stage: "create", resume: { uncertain: false } });
  expect(service.creates).toHaveLength(0);
  // Nor is it told that the key is free: it may be another process's.
  expect(ledger.notes).toEqual([]);
});

test("a ledger and its key come together, and it has its methods, or nothing is sent", async ({ service }) => {
  const { calls } = service.client();
  const poll: ResumeToken = { version: 1, stage: "poll", callId: "call-1" };
  for (const options of [
    // Somebody who relies on the key must hear that nobody is asked for it.
    { key },
    { ledger: new NotingLedger() },
    { ledger: new NotingLedger(), key: "" },
    { ledger: { claim() {}, released() {} } as unknown as CreationLedger, key },
    { ledger: null as never, key },
  ]) {
    expect(await failureOf(calls.analyzeFile(input, options))).toMatchObject({ name: "ConfigurationError" });
    expect(await failureOf(calls.create(call, options))).toMatchObject({ name: "ConfigurationError" });
    expect(await failureOf(calls.resume(poll, options))).toMatchObject({ name: "ConfigurationError" });
  }
  expect(await failureOf(calls.create(call, { key }))).toHaveProperty(
    "message",
    expect.stringMatching(/^key .*ledger/),
  );
  expect([...service.grants, ...service.creates]).toHaveLength(0);
});

test.for<[string, object]>([
  ["deadlineMs", { deadlineMs: Number.NaN }],
  ["deadlineMs", { deadlineMs: 0 }],
  ["signal", { signal: {} }],
  ["timeoutMs", { timeoutMs: -1 }],
])("`create` with a ledger refuses a bad %s before the ledger is asked", async ([name, options], { service }) => {
  const ledger = new NotingLedger();
  const failure = await failureOf(service.client().calls.create(call, { ledger, key, ...options }));
  expect(failure).toMatchObject({ name: "ConfigurationError", message: expect.stringContaining(name) });
  expect(ledger.notes).toEqual([]);
  expect(service.creates).toHaveLength(0);
});

test.for([true, false])(
  "what a ledger says was sent is looked for by the address that was sent (told: %s), and not by a later upload's",
  async (isTold, { service }) => {
    const ledger = new NotingLedger();
    const addresses: unknown[] = [];
    ledger.claim = async (_key, { audio_url } = {}) => {
      addresses.push(audio_url);
      const [first] = addresses as string[];
      if (addresses.length === 1) return { status: "claimed" };
      return { status: "unknown", ...(isTold && { audio_url: first }) };
    };
    const { calls } = service.client();
    service.answer("creates", cut);
    await failureOf(calls.submitFile(input, { ledger, key }));
    const error = await failureOf(calls.submitFile(input, { ledger, key }));
    const [first, second] = addresses;
    expect(first).not.toBe(second);
    expect(error).toMatchObject({
      name: "SubmissionUncertainError",
      resume: { uncertain: true, call: { audio_url: isTold ? first : second } },
    });
    expect(String(error).includes("may differ from yours")).toBe(!isTold);
    expect(service.creates).toHaveLength(1);
  },
);

test("`create` with a ledger gives the response too", async ({ service }) => {
  const ledger = new NotingLedger();
  const { data, response } = await service.client().calls.create(call, { ledger, key }).withResponse();
  expect(data).toMatchObject({ callId: "call-1" });
  expect(response.status).toBe(202);
});

test("`create` tells the ledger the address that it sends", async ({ service }) => {
  const ledger = new NotingLedger();
  const claim = vi.spyOn(ledger, "claim");
  const audio_url = "https://files.test/call.wav?version=2";
  await service.client().calls.create({ ...call, audio_url }, { ledger, key });
  expect(claim.mock.calls).toEqual([[key, { recreate: false, audio_url }]]);
});

test("what `onEvent` returns at `creating` is waited for, so that the token is stored before the call is sent", async ({
  service,
}) => {
  const ledger = new NotingLedger();
  const stored: unknown[] = [];
  const onEvent = async (event: FlowEvent) => {
    if (event.type !== "creating") return;
    await delay(20);
    stored.push(event.resume, service.creates.length, ...ledger.notes);
    throw new Error("what it throws changes nothing");
  };
  await service.client().calls.submitFile(input, { ledger, key, onEvent });
  expect(stored).toMatchObject([{ stage: "create", uncertain: true }, 0, `claim ${key}`]);
  expect(service.creates).toHaveLength(1);
});

test("who leaves while `onEvent` stores the token has sent nothing, and the claim is given back", async ({
  service,
}) => {
  const ledger = new NotingLedger();
  const controller = new AbortController();
  const onEvent = (event: FlowEvent) => {
    if (event.type !== "creating") return undefined;
    queueMicrotask(() => controller.abort());
    return new Promise<void>(() => {});
  };
  const { signal } = controller;
  const error = await failureOf(service.client().calls.submitFile(input, { ledger, key, onEvent, signal }));
  expect(error).toMatchObject({ name: "AbortError", requestSent: false, resume: { uncertain: false } });
  expect(ledger.notes).toEqual([`claim ${key}`, `released ${key}`]);
  expect(service.creates).toHaveLength(0);
});

test("a token is stored after those before it, and the call is sent after all of them", async ({ service }) => {
  const stored: unknown[] = [];
  const onEvent = async (event: FlowEvent) => {
    if (!("resume" in event)) return;
    // The store is slower the first time.
    await delay(event.type === "uploaded" ? 40 : 1);
    stored.push(`${event.type}, ${service.creates.length} sent`);
  };
  await service.client().calls.submitFile(input, { onEvent });
  expect(stored.slice(0, 2)).toEqual(["uploaded, 0 sent", "creating, 0 sent"]);
});

test("nothing is sent when the deadline passes while a token is stored, and the claim is given back", async ({
  service,
}) => {
  const ledger = new NotingLedger();
  const onEvent = (event: FlowEvent) => event.type === "creating" && new Promise(() => {});
  const options = { ledger, key, onEvent, deadlineMs: 150 };
  expect(await failureOf(service.client().calls.submitFile(input, options))).toMatchObject({
    name: "TimeoutError",
    kind: "deadline",
    requestSent: false,
    resume: { stage: "create", uncertain: false },
  });
  expect(ledger.notes).toEqual([`claim ${key}`, `released ${key}`]);
  expect(service.creates).toHaveLength(0);
});

test.for(["false", "no", 1, {}])(
  "`recreate: %j` is neither true nor false, and nothing is asked",
  async (recreate, { service }) => {
    const ledger = new NotingLedger();
    const { calls } = service.client();
    const token: ResumeToken = { version: 1, stage: "create", uncertain: true, call };
    const options = { ledger, key, recreate: recreate as boolean };
    for (const failure of [await failureOf(calls.create(call, options)), await failureOf(calls.resume(token, options))])
      expect(failure).toMatchObject({ name: "ConfigurationError", message: "recreate must be a boolean." });
    expect(ledger.notes).toEqual([]);
  },
);

test("a token that is behind what this process knows creates nothing again", async ({ service }) => {
  const tokens: ResumeToken[] = [];
  const onEvent = (event: FlowEvent) => void ("resume" in event && tokens.push(event.resume));
  const { calls } = service.client();
  await calls.analyzeFile(input, { poll, onEvent });
  for (const token of tokens) {
    // As a token comes back from a store.
    const stored = JSON.parse(JSON.stringify(token)) as ResumeToken;
    expect(await calls.resume(stored, { poll, recreate: true })).toMatchObject({ callId: "call-1" });
  }
  expect(tokens).toMatchObject([
    { stage: "create", uncertain: false },
    { stage: "create", uncertain: true },
    { stage: "poll", callId: "call-1" },
  ]);
  expect(service.creates).toHaveLength(1);
});

test.for<[string, (ledger: NotingLedger) => Promise<void>, { otherKey?: boolean; callId?: string; creates: number }]>([
  ["knows the call", (ledger) => ledger.created(key, "call-77"), { callId: "call-77", creates: 1 }],
  ["was told that there is none", (ledger) => ledger.released(key), { callId: "call-2", creates: 2 }],
  ["does not know", async () => {}, { creates: 1 }],
  ["was told of another key", (ledger) => ledger.released(key), { otherKey: true, creates: 1 }],
])(
  "an uncertain token of a ledger's creation is resumed as the ledger says: one that %s",
  async ([, decide, { otherKey = false, callId, creates }], { service }) => {
    const ledger = new NotingLedger();
    service.answer("creates", cut);
    const error = await failureOf(service.client().calls.analyzeFile(input, { ledger, key, poll }));
    const { resume } = error as { resume: ResumeToken };
    expect(resume).toMatchObject({ uncertain: true, key });
    await decide(ledger);
    const stored = JSON.parse(JSON.stringify(resume)) as ResumeToken;
    // The process that had sent it, and another one, which remembers nothing of it.
    for (const token of [stored, { ...stored, id: `elsewhere ${callId} ${otherKey}` }]) {
      const resuming = service.client().calls.resume(token, { ledger, key: otherKey ? "order-8" : key, poll });
      if (callId) expect(await resuming).toMatchObject({ callId });
      else {
        const advice = otherKey ? "pass the ledger and the key" : "recreate";
        expect(await failureOf(resuming)).toMatchObject({ message: expect.stringContaining(advice) });
      }
    }
    expect(service.creates).toHaveLength(creates);
  },
);

test.for<[string, (calls: CallAnalysis["calls"]) => Promise<unknown>]>([
  ["a flow", (calls) => failureOf(calls.analyzeFile(input, { poll }))],
  ["a batch with keys", async (calls) => (await calls.analyzeFiles([{ ...input, key }], { poll }).next()).value ?? {}],
])(
  "an uncertain token of %s without a ledger is refused, whatever ledger comes with it",
  async ([, send], { service }) => {
    service.answer("creates", cut);
    const { calls } = service.client();
    const { resume } = (await send(calls)) as { resume: ResumeToken };
    expect(resume).toMatchObject({ stage: "create", uncertain: true });
    expect(await failureOf(calls.resume(resume, { ledger: new NotingLedger(), key, poll }))).toMatchObject({
      name: "ConfigurationError",
    });
    expect(service.creates).toHaveLength(1);
  },
);

plainTest("in memory the first call that is recorded stays", async () => {
  const ledger = memoryLedger();
  await ledger.created(key, "call-1");
  await ledger.created(key, "call-2");
  expect(await ledger.claim(key)).toEqual({ status: "created", callId: "call-1" });
});

describe("the cases for ledgers find one that is wrong", () => {
  class ForgetfulLedger extends NotingLedger {
    override async released(of: string): Promise<void> {
      this.known.delete(of);
    }
  }
  class SlowLedger extends NotingLedger {
    override async claim(of: string, options?: Parameters<CreationLedger["claim"]>[1]): Promise<LedgerClaim> {
      if (this.known.has(of)) return super.claim(of, options);
      await Promise.resolve();
      this.known.set(of, { status: "unknown" });
      return { status: "claimed" };
    }
  }
  class TrimmingLedger extends NotingLedger {
    override claim(of: string, options?: Parameters<CreationLedger["claim"]>[1]): Promise<LedgerClaim> {
      return super.claim(of.trim().toLowerCase(), options);
    }
  }
  plainTest.for([
    ["in memory", () => new NotingLedger(), []],
    ["of the proxy", () => memoryLedger(), []],
    [
      "that forgets calls",
      () => new ForgetfulLedger(),
      ["a call that was created is not forgotten by a release that comes late"],
    ],
    [
      "that is not atomic",
      () => new SlowLedger(),
      ["of all who claim a key at once, one gets it", "of all who claim a key at once that was released, one gets it"],
    ],
    ["that changes keys", () => new TrimmingLedger(), ["keys are told apart letter by letter, whatever they hold"]],
  ] as const)("a ledger %s", async ([, make, broken]) => {
    const found: string[] = [];
    for (const { name, run } of ledgerCases) {
      const ledger = make();
      await run(() => ledger).catch(() => found.push(name));
    }
    expect(found).toEqual(broken);
  });
});
