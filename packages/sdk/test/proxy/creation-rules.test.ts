import { ConnectionError, type CreationLedger, type LedgerClaim, SubmissionUncertainError } from "@call-analysis/sdk";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Creations } from "../../src/proxy/creations.js";
import { memoryLedger } from "../../src/record/memory-ledger.js";
import { deferred } from "../support/deferred.ts";
import { failureOf } from "../support/failure-of.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const longestWaitMs = 1_000;
const reply = { status: 202, body: "made" };
const never = () => new Promise<never>(() => {});
const created = { data: { callId: "call-1" }, response: new Response() };
const refused = new ConnectionError("not reached", { requestSent: false });

function creationsWith(changes: Partial<CreationLedger> = {}) {
  const ledger = memoryLedger();
  const log = vi.fn();
  const creations = new Creations({ ledger: { ...ledger, ...changes }, longestWaitMs, log });
  const createCall = (send: () => Promise<unknown> = async () => created) =>
    creations.createCall("key", {
      send: send as () => Promise<never>,
      toReply: async (callId, own) => ({ status: 202, body: [callId, own !== undefined] }),
    });
  return { creations, createCall, ledger, log };
}

test("who repeats a creation that is under way gets its reply, and who comes later makes another", async () => {
  const { creations } = creationsWith();
  const first = deferred<typeof reply>();
  const create = vi.fn(() => first.promise);
  const both = [creations.share("key", create), creations.share("key", create)];
  const other = creations.share("other", create);
  expect(create).toHaveBeenCalledTimes(2);
  first.resolve(reply);
  expect(await Promise.all([...both, other])).toEqual([reply, reply, reply]);
  await creations.share("key", create);
  expect(create).toHaveBeenCalledTimes(3);
});

test("a creation that fails is forgotten, too", async () => {
  const { creations } = creationsWith();
  await failureOf(creations.share("key", () => Promise.reject(new Error("no"))));
  expect(await creations.share("key", async () => reply)).toBe(reply);
});

test("who repeats a creation waits so long, is told that it is uncertain, and the next one makes another", async () => {
  const { creations } = creationsWith();
  void creations.share("key", never);
  const repeated = creations.share("key", async () => reply);
  await vi.advanceTimersByTimeAsync(longestWaitMs - 1);
  expect(await Promise.race([repeated, Promise.resolve("waiting")])).toBe("waiting");
  await vi.advanceTimersByTimeAsync(1);
  expect(await repeated).toMatchObject({ status: 409, body: { error: { code: "submission_uncertain" } } });
  expect(await creations.share("key", async () => reply)).toBe(reply);
});

test("a first reply that comes after all does not make its successor forgotten", async () => {
  const { creations } = creationsWith();
  const first = deferred<typeof reply>();
  const firstShared = creations.share("key", () => first.promise);
  const repeated = creations.share("key", never);
  await vi.advanceTimersByTimeAsync(longestWaitMs);
  await repeated;
  const second = deferred<typeof reply>();
  const secondShared = creations.share("key", () => second.promise);
  first.resolve(reply);
  await firstShared;
  const create = vi.fn(async () => reply);
  const third = creations.share("key", create);
  second.resolve(reply);
  await Promise.all([secondShared, third]);
  expect(create).not.toHaveBeenCalled();
});

test("no timer outlives a reply", async () => {
  const { creations, createCall } = creationsWith();
  const first = deferred<typeof reply>();
  const both = [creations.share("key", () => first.promise), creations.share("key", never)];
  first.resolve(reply);
  await Promise.all(both);
  await createCall();
  expect(vi.getTimerCount()).toBe(0);
});

test("a call is sent once, and its repetition gets a reply from the ledger", async () => {
  const { createCall } = creationsWith();
  const send = vi.fn(async () => created);
  expect(await createCall(send)).toMatchObject({ body: ["call-1", true] });
  expect(await createCall(send)).toMatchObject({ body: ["call-1", false] });
  expect(send).toHaveBeenCalledOnce();
});

test.each<[string, unknown, LedgerClaim["status"]]>([
  ["certainly created nothing can be claimed again", refused, "claimed"],
  ["is uncertain stays claimed", new SubmissionUncertainError("who knows"), "unknown"],
  ["failed as nobody foresaw stays claimed", new Error("a bug"), "unknown"],
])("a call that %s", async (_name, failure, status) => {
  const { createCall, ledger } = creationsWith();
  const error = await failureOf(createCall(() => Promise.reject(failure)));
  expect(await ledger.claim("key")).toEqual({ status });
  if (failure === refused) expect(error).toBe(refused);
  else expect(SubmissionUncertainError.is(error)).toBe(true);
  if (!(failure instanceof SubmissionUncertainError) && failure !== refused) {
    expect(error).toHaveProperty("cause", failure);
  }
});

test("a call of which the ledger does not know what came is uncertain, and not sent", async () => {
  const { createCall, ledger } = creationsWith();
  await ledger.claim("key");
  const send = vi.fn();
  expect(await createCall(send)).toMatchObject({ status: 409, body: { error: { code: "submission_uncertain" } } });
  expect(send).not.toHaveBeenCalled();
});

test.each<[string, LedgerClaim, number]>([
  ["granted is given back", { status: "claimed" }, 1],
  ["refused is left alone", { status: "unknown" }, 0],
])(
  "a ledger that takes too long ends the creation with 504, and a claim that is %s later",
  async (_name, claim, times) => {
    const late = deferred<LedgerClaim>();
    const released = vi.fn(async () => {});
    const send = vi.fn();
    const { createCall } = creationsWith({ claim: () => late.promise, released });
    const failing = failureOf(createCall(send));
    await vi.advanceTimersByTimeAsync(longestWaitMs);
    expect(await failing).toMatchObject({ reply: { status: 504, body: { error: { code: "ledger_timeout" } } } });
    late.resolve(claim);
    await vi.advanceTimersByTimeAsync(0);
    expect(released).toHaveBeenCalledTimes(times);
    expect(send).not.toHaveBeenCalled();
  },
);

test("a claim that fails after its time disturbs nobody", async () => {
  const late = deferred<LedgerClaim>();
  const { createCall } = creationsWith({ claim: () => late.promise });
  const failing = failureOf(createCall());
  await vi.advanceTimersByTimeAsync(longestWaitMs);
  await failing;
  late.reject(new Error("no disk"));
  // An unhandled rejection would fail the run.
  await expect(late.promise).rejects.toThrow("no disk");
});

test.each<[string, CreationLedger["created"]]>([
  ["fails", () => Promise.reject(new Error("no disk"))],
  ["takes too long", never],
  [
    "throws at once",
    () => {
      throw new Error("a bug");
    },
  ],
])("a ledger that %s when it is told of the call keeps no reply back, and is logged", async (_name, tell) => {
  const { createCall, log } = creationsWith({ created: tell });
  const replying = createCall();
  await vi.advanceTimersByTimeAsync(longestWaitMs);
  expect(await replying).toMatchObject({ body: ["call-1", true] });
  expect(log.mock.calls).toEqual([["error", expect.stringContaining("created()")]]);
});

test("a ledger that works is not logged", async () => {
  const { createCall, log } = creationsWith();
  await createCall();
  expect(log).not.toHaveBeenCalled();
});

test("the ledger in memory keeps a created call, whatever is claimed or released afterwards", async () => {
  const ledger = memoryLedger();
  await ledger.released("key");
  expect(await ledger.claim("key", { recreate: true })).toEqual({ status: "claimed" });
  expect(await ledger.claim("key")).toEqual({ status: "unknown" });
  expect(await ledger.claim("key", {})).toEqual({ status: "unknown" });
  expect(await ledger.claim("key", { recreate: true })).toEqual({ status: "claimed" });
  await ledger.created("key", "call-1");
  await ledger.released("key");
  expect(await ledger.claim("key", { recreate: true })).toEqual({ status: "created", callId: "call-1" });
});
