import { setImmediate as nextTurn } from "node:timers/promises";
import {
  AbortError,
  ConnectionError,
  NotFoundError,
  ResponseValidationError,
  SubmissionUncertainError,
} from "@call-analysis/sdk";
import { expect, test, vi } from "vitest";
import { createWithLedger } from "../../src/flow/create-with-ledger.js";
import { createOncePerProcess, type KnownCall, newCreationId } from "../../src/flow/creation.js";
import { FlowContext } from "../../src/flow/flow-context.js";
import { type CreationLedger, type LedgerClaim, ownRecord } from "../../src/record/ledger.js";
import type { AttemptGuard } from "../../src/request/request-options.js";
import { callIdIn, isUncertain } from "../../src/request/uncertain.js";
import { deferred } from "../support/deferred.ts";
import { failureOf } from "../support/failure-of.ts";

const call: KnownCall = { callId: "call-1" };
const refused = new ConnectionError("not reached", { requestSent: false });
const uncertain = new SubmissionUncertainError("who knows");
const abortedAfterSending = new AbortError("stop", { requestSent: true });
const fails = (error: unknown) => () => Promise.reject(error);
/** A caller that stays. */
const { signal } = new AbortController();
const within = <T>(_what: string, work: (signal: AbortSignal) => Promise<T>) => work(signal);
const left = new AbortError("the caller has left", { requestSent: false });
const leaving = (..._asked: unknown[]) => Promise.reject(left);

/** A ledger that notes what it is told, and answers each claim with this. */
function notingLedger(claim: LedgerClaim | Promise<LedgerClaim> = { status: "claimed" }) {
  const notes: string[] = [];
  const ledger: CreationLedger = {
    claim: async (key, options) => {
      notes.push(`claim ${key} ${JSON.stringify(options)}`);
      return claim;
    },
    created: async (key, callId) => void notes.push(`created ${key} ${callId}`),
    released: async (key) => void notes.push(`released ${key}`),
  };
  return { ledger, notes };
}

/** Sends in one attempt. */
function sending(attempt: () => Promise<KnownCall>) {
  return async (guard: AttemptGuard) => {
    await guard.claim();
    return attempt().catch(async (error: unknown) => {
      if (!isUncertain(error)) await guard.released();
      throw error;
    });
  };
}

function create(ledger: CreationLedger, options: Partial<Parameters<typeof createWithLedger<KnownCall>>[1]> = {}) {
  const work = {
    baseUrl: "https://host/v1",
    recreate: false,
    audio_url: "a",
    send: sending(async () => call),
    known: async (callId: string) => ({ callId }),
    within,
  };
  return createWithLedger({ ledger, key: "order-7" }, { ...work, log: () => {}, ...options });
}

test.each<[string, unknown, string[]]>([
  ["a call that was created", call, ["created order-7 call-1"]],
  ["a refusal", refused, ["released order-7"]],
  ["a creation that is uncertain", uncertain, []],
  ["an abort after sending", abortedAfterSending, []],
  ["an abort before sending", left, ["released order-7"]],
])("after %s the ledger is told what it must know, and the outcome stays", async (_name, outcome, told) => {
  const { ledger, notes } = notingLedger();
  const send = sending(async () => {
    if (outcome instanceof Error) throw outcome;
    return call;
  });
  const result = await create(ledger, { send }).catch((error: unknown) => error);
  expect(result).toBe(outcome);
  expect(notes).toEqual(['claim order-7 {"recreate":false,"audio_url":"a"}', ...told]);
});

test.each<[LedgerClaim["status"], object]>([
  ["created", { callId: "call-0" }],
  ["unknown", { name: "SubmissionUncertainError" }],
])("only who gets the claim sends: with %s nothing is sent", async (status, expected) => {
  const attempt = vi.fn(async () => call);
  const { ledger, notes } = notingLedger({ status, callId: "call-0" } as LedgerClaim);
  const result = await create(ledger, { send: sending(attempt), recreate: true }).catch((error: unknown) => error);
  expect(result).toMatchObject(expected);
  expect(attempt).not.toHaveBeenCalled();
  expect(notes).toEqual(['claim order-7 {"recreate":true,"audio_url":"a"}']);
});

test.each([
  undefined,
  null,
  "created",
  { status: "strange" },
  { status: "created" },
  { status: "created", callId: "" },
])("a claim that is answered with %j is refused at once, and nothing is sent", async (claim) => {
  const attempt = vi.fn(async () => call);
  // Stays a failure, and does not hang, where the claim is made again.
  const { ledger } = notingLedger(claim as LedgerClaim);
  const claims = vi.spyOn(ledger, "claim").mockRejectedValue(new Error("asked again"));
  claims.mockResolvedValueOnce(claim as LedgerClaim);
  const refusal = { name: "ConfigurationError", message: expect.stringContaining("ledger.claim must give") };
  expect(await failureOf(create(ledger, { send: sending(attempt) }))).toMatchObject(refusal);
  expect(attempt).not.toHaveBeenCalled();
});

test("a ledger that cannot record the call does not hide it, and its failure is logged", async () => {
  const log = vi.fn();
  const ledger = { ...notingLedger().ledger, created: () => Promise.reject(new Error("disk full")) };
  expect(await create(ledger, { log })).toBe(call);
  expect(log).toHaveBeenCalledOnce();
});

const refusedResponse = new ResponseValidationError("differs", {
  issues: [],
  body: { data: { callId: "call-1" } },
  attempts: 1,
});

test.each<["created" | "released" | "uncertain", string, () => Promise<KnownCall>]>([
  ["created", "by a response", async () => call],
  ["created", "by a response that is refused", fails(refusedResponse)],
  ["released", "by a refusal", fails(refused)],
  ["uncertain", "by a failure", fails(uncertain)],
])("a call that becomes %s %s is recorded as that before its caller goes on", async (step, _how, attempt) => {
  const written = deferred<void>();
  const others = { sending: async () => true, uncertain: async () => {}, find: async () => undefined };
  const ledger = { ...notingLedger().ledger, ...others, [ownRecord]: true, [step]: () => written.promise };
  const goOn = vi.fn();
  const creation = create(ledger, { send: sending(attempt) }).then(goOn, goOn);
  await new Promise(setImmediate);
  expect(goOn).not.toHaveBeenCalled();
  written.resolve();
  await creation;
  expect(goOn).toHaveBeenCalledOnce();
});

test("after a refusal that something swallowed, the creation of somebody else is not called uncertain", async () => {
  const told = vi.fn(async () => {});
  const decided = { stage: "created", callId: "call-0" } as const;
  const own = { [ownRecord]: true, sending: async () => true, uncertain: told, find: async () => decided };
  const claims: LedgerClaim[] = [{ status: "unknown" }, { status: "created", callId: "call-0" }];
  const ledger = { ...notingLedger().ledger, claim: async () => claims.shift() as LedgerClaim, ...own };
  const send = async (guard: AttemptGuard) => {
    await failureOf(guard.claim());
    throw uncertain;
  };
  expect(await create(ledger, { send })).toEqual({ callId: "call-0" });
  expect(told).not.toHaveBeenCalled();
});

test.each<[string, LedgerClaim, string[]]>([
  ["is given back when it is granted", { status: "claimed" }, ["released order-7"]],
  ["of another is left alone", { status: "unknown" }, []],
])("a claim that comes after the caller has left %s", async (_name, claim, told) => {
  const late = deferred<LedgerClaim>();
  const { ledger, notes } = notingLedger(late.promise);
  const attempt = vi.fn(async () => call);
  expect(await failureOf(create(ledger, { send: sending(attempt), within: leaving }))).toBe(left);
  late.resolve(claim);
  // By then it would have been given back.
  await nextTurn();
  expect(notes.slice(1)).toEqual(told);
  expect(attempt).not.toHaveBeenCalled();
});

test("a journal that answers after its attempt has ended does not stand in the way of the next one", async () => {
  const late = deferred<boolean>();
  const answers = [late.promise, Promise.resolve(true)];
  const sendingMark = vi.fn(() => answers.shift() as Promise<boolean>);
  const { ledger, notes } = notingLedger();
  const find = async () => undefined;
  const own = { ...ledger, sending: sendingMark, uncertain: async () => {}, find, [ownRecord]: true };
  const notFound = new NotFoundError("no such member", { status: 404 } as never);
  const send = async (guard: AttemptGuard) => {
    await guard.claim();
    const first = failureOf(guard.sending());
    // The attempt's time is up.
    await guard.released();
    await guard.claim();
    late.resolve(false);
    await first;
    await guard.sending();
    await guard.released();
    throw notFound;
  };
  expect(await failureOf(create(own, { send }))).toBe(notFound);
  expect(notes.filter((note) => note.startsWith("released"))).toHaveLength(2);
});

test("a claim that fails after the caller has left disturbs nobody", async () => {
  const late = deferred<LedgerClaim>();
  const { ledger } = notingLedger(late.promise);
  expect(await failureOf(create(ledger, { within: leaving }))).toBe(left);
  late.reject(new Error("no disk"));
  // An unhandled rejection would fail the run.
  await expect(late.promise).rejects.toThrow("no disk");
});

test.each<[string, unknown, string | undefined]>([
  ["a response that names the call", { data: { callId: "call-1" } }, "call-1"],
  ["an empty id", { data: { callId: "" } }, undefined],
  ["a response without data", {}, undefined],
  ["no body", null, undefined],
])("the call that a refused response names is known: %s", (_name, body, callId) => {
  expect(callIdIn(new ResponseValidationError("no", { issues: [], body }))).toBe(callId);
  expect(callIdIn(Object.assign(new Error("no"), { body }))).toBeUndefined();
});

test("ids of creations differ", () => {
  expect(new Set(Array.from({ length: 100 }, newCreationId)).size).toBe(100);
  expect(newCreationId()).toMatch(/^([0-9a-z]+-){3}[0-9a-z]+$/);
});

/** Runs creations of one id, each with its own outcome, and counts those that were sent. */
function oneCreation(id = newCreationId()) {
  const sent: string[] = [];
  const run = (name: string, outcome: () => Promise<KnownCall>, options: object = {}) =>
    createOncePerProcess({ id, recreate: false, within, ...options }, () => {
      sent.push(name);
      return outcome();
    });
  return { sent, run };
}

test("who comes while a creation is under way gets its result, and so does who comes later", async () => {
  const { sent, run } = oneCreation();
  const { promise: opened, resolve: open } = deferred<void>();
  const first = run("first", () => opened.then(() => call));
  const second = run("second", async () => ({ callId: "call-2" }));
  open();
  expect(await Promise.all([first, second])).toEqual([call, call]);
  expect(await run("third", async () => ({ callId: "call-3" }))).toEqual(call);
  expect(sent).toEqual(["first"]);
});

test("a creation that certainly created nothing is run again, once for all who wait", async () => {
  const { sent, run } = oneCreation();
  const first = failureOf(run("first", fails(refused)));
  const others = ["second", "third"].map((name) => run(name, async () => call));
  expect(await first).toBe(refused);
  expect(await Promise.all(others)).toEqual([call, call]);
  expect(sent).toEqual(["first", "second"]);
});

test("a creation whose response named the call is not run again, although its response was refused", async () => {
  const { sent, run } = oneCreation();
  const first = failureOf(run("first", fails(refusedResponse)));
  expect(await failureOf(run("second", async () => call))).toBe(refusedResponse);
  expect(await first).toBe(refusedResponse);
  expect(await failureOf(run("third", async () => call))).toBe(refusedResponse);
  expect(sent).toEqual(["first"]);
});

test("a creation that is uncertain stays so for this process, until somebody recreates it", async () => {
  const { sent, run } = oneCreation();
  expect(await failureOf(run("first", fails(uncertain)))).toBe(uncertain);
  expect(await failureOf(run("second", async () => call))).toBe(uncertain);
  expect(await run("third", async () => call, { recreate: true })).toBe(call);
  expect(await run("fourth", async () => ({ callId: "call-4" }), { recreate: true })).toBe(call);
  expect(sent).toEqual(["first", "third"]);
});

test("an uncertain creation is run again for the key of its ledger, and for no other", async () => {
  const { sent, run } = oneCreation();
  expect(await failureOf(run("first", fails(uncertain), { key: "order-7" }))).toBe(uncertain);
  expect(await failureOf(run("second", async () => call, { key: "order-8" }))).toBe(uncertain);
  expect(await run("third", async () => call, { key: "order-7" })).toBe(call);
  expect(sent).toEqual(["first", "third"]);
});

test("to recreate is no way past a creation that is under way", async () => {
  const { sent, run } = oneCreation();
  const { promise: opened, resolve: open } = deferred<void>();
  const first = run("first", () => opened.then(() => call));
  const second = run("second", async () => ({ callId: "call-2" }), { recreate: true });
  open();
  expect(await Promise.all([first, second])).toEqual([call, call]);
  expect(sent).toEqual(["first"]);
});

test("who waits for a creation that another one aborts after sending is told that it is uncertain", async () => {
  const { sent, run } = oneCreation();
  const first = failureOf(run("first", fails(abortedAfterSending)));
  const error = await failureOf(run("second", async () => call));
  expect(SubmissionUncertainError.is(error) && error.cause).toBe(abortedAfterSending);
  expect(await first).toBe(abortedAfterSending);
  expect(sent).toEqual(["first"]);
});

test.each([true, false])(
  "who comes with an aborted signal is told whether the creation that is under way may be sent: %j",
  async (sent) => {
    const id = newCreationId();
    const { promise: opened, resolve: open } = deferred<void>();
    const first = createOncePerProcess({ id, recreate: false, within }, async (mark) => {
      if (sent) mark.sent = true;
      await opened;
      return call;
    });
    const limited = new FlowContext({ signal: AbortSignal.abort() }).withinLimits();
    const second = failureOf(createOncePerProcess({ id, recreate: false, within: limited }, async () => call));
    expect(await second).toMatchObject({ name: "AbortError", requestSent: sent });
    open();
    await first;
  },
);

test("who waits for a creation that another one aborts before sending creates it", async () => {
  const { sent, run } = oneCreation();
  const first = failureOf(run("first", fails(left)));
  expect(await run("second", async () => call)).toBe(call);
  expect(await first).toBe(left);
  expect(sent).toEqual(["first", "second"]);
});

test("a process remembers its last 10,000 creations, and the oldest is forgotten first", async () => {
  const [renewed, oldest, second] = [oneCreation(), oneCreation(), oneCreation()];
  await failureOf(renewed.run("first", fails(uncertain)));
  for (const { run } of [oldest, second]) await run("first", async () => call);
  for (let count = 0; count < 9_997; count += 1) await oneCreation(`filling-${count}`).run("first", async () => call);
  await oldest.run("again", async () => call);
  expect(oldest.sent).toEqual(["first"]);
  // One that is recreated is a new one, and not the oldest any more.
  await renewed.run("again", async () => call, { recreate: true });
  await oneCreation().run("first", async () => call);
  await second.run("again", async () => call);
  await oldest.run("again", async () => call);
  expect([oldest.sent, second.sent]).toEqual([["first", "again"], ["first"]]);
});

test("a creation that is forgotten while it is under way, and then fails, leaves the next one of its id known", async () => {
  const { sent, run } = oneCreation();
  const [first, second] = [deferred<KnownCall>(), deferred<KnownCall>()];
  const failed = failureOf(run("first", () => first.promise));
  for (let count = 0; count < 10_000; count += 1) await oneCreation(`other-${count}`).run("first", async () => call);
  const created = run("second", () => second.promise);
  first.reject(refused);
  expect(await failed).toBe(refused);
  const follower = run("third", async () => ({ callId: "call-3" }));
  second.resolve(call);
  expect(await Promise.all([created, follower])).toEqual([call, call]);
  expect(sent).toEqual(["first", "second"]);
});
