/** A deadline, and a caller who leaves, end everything that a flow waits for: hashing, a journal, a store that hangs. */
import {
  AbortError,
  type FlowEvent,
  type FlowOptions,
  type Journal,
  type JournalClaim,
  type RecordingStream,
} from "@call-analysis/sdk";
import { expect, test, vi } from "vitest";
import { deferred } from "../support/deferred.ts";
import { failureOf } from "../support/failure-of.ts";
import { deafFetch, oneOffFetch } from "../support/one-off-fetch.ts";
import { clientWith } from "../support/test-client.ts";
import { settled, virtualInterface } from "../support/virtual-interface.ts";
import { useFakeTimersInEachTest } from "../support/virtual-time.ts";

useFakeTimersInEachTest({ toFake: ["setTimeout", "clearTimeout", "performance"] });

const call = { audio_url: "https://files.test/a.wav", memberId: "m", categoryId: "c" };
const input = { contentType: "audio/wav", memberId: "m", categoryId: "c" };
const never = <T>() => new Promise<T>(() => {});

/** A journal that claims everything and notes what it is told, with some of its methods replaced. */
function journalWith(changes: Partial<Journal>) {
  const notes: string[] = [];
  const journal: Journal = {
    claim: async () => ({ status: "claimed" }),
    created: async (_key, callId) => void notes.push(`created ${callId}`),
    released: async () => void notes.push("released"),
    uncertain: async () => void notes.push("uncertain"),
    ...changes,
  };
  return { journal, notes };
}

/** What a flow of a hosted recording ends with, and when. */
async function endOf(options: FlowOptions) {
  const service = virtualInterface("completed");
  const startMs = performance.now();
  const outcome = await settled(service.client().calls.submitUrl(call, { key: "k", ...options }));
  return { outcome, tookMs: performance.now() - startMs, creates: service.creates };
}

test("a deadline ends the hashing of a recording that does not come, and nothing is sent", async () => {
  const cancelled = vi.fn();
  const open = () => new ReadableStream({ pull: () => never<void>(), cancel: cancelled }) as unknown as RecordingStream;
  const service = virtualInterface("completed");
  const { journal } = journalWith({});
  const file = { open, sizeBytes: 100 };
  const error = await settled(service.client().calls.submitFile({ ...input, file }, { journal, deadlineMs: 700 }));
  expect(error).toMatchObject({ name: "TimeoutError", kind: "deadline", requestSent: false, stage: "grant" });
  expect(performance.now()).toBeGreaterThanOrEqual(700);
  expect(cancelled).toHaveBeenCalled();
  expect(service.creates).toBe(0);
});

test("a deadline ends a claim that is not answered, and nothing is sent", async () => {
  const { journal } = journalWith({ claim: () => never() });
  const { outcome, tookMs, creates } = await endOf({ journal, deadlineMs: 700 });
  expect(outcome).toMatchObject({ name: "TimeoutError", kind: "deadline", requestSent: false, stage: "create" });
  expect(outcome).toMatchObject({ resume: { stage: "create", uncertain: false, key: "k" } });
  expect([tookMs, creates]).toEqual([700, 0]);
});

test.each<[string, JournalClaim, string[]]>([
  ["that is granted after the caller has left is given back", { status: "claimed" }, ["released"]],
  ["that names a call after the caller has left is left alone", { status: "created", callId: "1" }, []],
  ["that is unknown after the caller has left is left alone", { status: "unknown" }, []],
])("a claim %s", async (_what, claim, told) => {
  const claiming = deferred<JournalClaim>();
  const { journal, notes } = journalWith({ claim: () => claiming.promise });
  const caller = new AbortController();
  const service = virtualInterface("completed");
  const flow = failureOf(service.client().calls.submitUrl(call, { journal, key: "k", signal: caller.signal }));
  caller.abort();
  expect(AbortError.is(await flow)).toBe(true);
  claiming.resolve(claim);
  await vi.advanceTimersByTimeAsync(0);
  expect(notes).toEqual(told);
  expect(service.creates).toBe(0);
});

test("deadlineMs and timeoutMs end the wait for created(), and the caller gets the call", async () => {
  for (const limit of ["deadlineMs", "timeoutMs"]) {
    const { journal } = journalWith({ created: () => never() });
    const { outcome, tookMs } = await endOf({ journal, [limit]: 700 });
    expect(outcome, limit).toMatchObject({ callId: "call-1" });
    expect(tookMs, limit).toBeLessThanOrEqual(700);
  }
});

test("a deadline ends the wait for released() and for uncertain(), and the error is kept", async () => {
  const { journal } = journalWith({ released: () => never(), uncertain: () => never() });
  for (const status of [422, 500]) {
    const sdk = virtualInterface().client({ fetch: async () => Response.json({}, { status }) });
    const error = await settled(sdk.calls.submitUrl(call, { journal, key: "k", deadlineMs: 700 }));
    // A 500 is the cause of an uncertain creation.
    expect((error as Error).cause ?? error).toMatchObject({ status });
  }
});

test("poll.timeoutMs ends a poll that hangs, which has at least 5 s", async () => {
  const { client } = virtualInterface(Symbol.for("unused") as never);
  const fetch = () => never<Response>();
  const poll = { initialDelayMs: 1_000, timeoutMs: 4_000 };
  const startMs = performance.now();
  const error = await settled(client({ fetch }).calls.waitForAnalysis("call-1", { poll }));
  expect(error).toMatchObject({ name: "PollTimeoutError", callId: "call-1", waitedMs: 6_000 });
  expect(performance.now() - startMs).toBe(6_000);
});

test("a deadline that ends a pause tells whether anything may have been processed: nothing of a creation", async () => {
  const refused = () => clientWith(oneOffFetch(new Response(null, { status: 429 })).fetch, { retry: {} });
  const ofList = await settled(refused().agents.list({ deadlineMs: 100 }));
  expect(ofList).toMatchObject({ name: "TimeoutError", kind: "deadline", requestSent: true });
  const ofCreation = await settled(refused().agents.create({ name: "A", email: "a@b.test" }, { deadlineMs: 100 }));
  expect(ofCreation).toMatchObject({ name: "TimeoutError", kind: "deadline", requestSent: false });
});

test("after a deadline no other attempt is announced", async () => {
  const events: string[] = [];
  const options = {
    contentType: "audio/wav",
    deadlineMs: 700,
    onEvent: ({ type }: FlowEvent) => void events.push(type),
  };
  const error = await settled(clientWith(deafFetch).calls.upload(new Uint8Array(8), options));
  expect(error).toMatchObject({ kind: "deadline", stage: "grant" });
  expect(events).toEqual(["granting"]);
});
