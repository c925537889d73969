import {
  type ClaimOptions,
  ConfigurationError,
  type Journal,
  type JournalClaim,
  JournalError,
  RateLimitError,
  SubmissionUncertainError,
} from "@call-analysis/sdk";
import { expect, test, vi } from "vitest";
import { checkRows } from "../support/check-rows.ts";
import { failureOf, rejectionOf } from "../support/failure-of.ts";
import { deafFetch, type FetchCall, oneOffFetch } from "../support/one-off-fetch.ts";
import { clientWith, quickRetry } from "../support/test-client.ts";
import { virtualInterface } from "../support/virtual-interface.ts";
import { abortAfter, onVirtualTime } from "../support/virtual-run.ts";

const call = { audio_url: "https://files.test/1.wav", memberId: "m", categoryId: "c" };
const input = { file: new Uint8Array([1]), filename: "call.wav", memberId: "m", categoryId: "c" };
const accepted = () => Response.json({ data: { callId: "call-1", status: "processing" } }, { status: 202 });

/** A journal in memory that notes what it is told, with some of its methods replaced. */
function notingJournal(answer: JournalClaim = { status: "claimed" }, changes: Partial<Journal> = {}) {
  const notes: string[] = [];
  const claims: ClaimOptions[] = [];
  const journal: Journal = {
    async claim(key, options) {
      claims.push(options);
      notes.push(`claim ${key}`);
      return answer;
    },
    created: async (key, callId) => void notes.push(`created ${key} ${callId}`),
    released: async (key) => void notes.push(`released ${key}`),
    uncertain: async (key) => void notes.push(`uncertain ${key}`),
    ...changes,
  };
  return { journal, notes, claims };
}

const refused = () => Response.json({ detail: "no" }, { status: 422 });
const withoutId = () => Response.json({ data: {} }, { status: 202 });
const full = { released: () => Promise.reject(new Error("The disk is full.")) };
const warning = expect.stringMatching(/The journal could not record "k" as released\. .*The disk is full/);

const answers: [what: string, answer: () => Response, notes: string[], changes?: Partial<Journal>][] = [
  ["a refusal", refused, ["claim k", "released k"]],
  ["a refusal that cannot be recorded", refused, ["claim k", warning], full],
  ["a response without a callId", withoutId, ["claim k", "uncertain k"]],
  ["the same, and a journal without uncertain()", withoutId, ["claim k"], { uncertain: undefined }],
];

test("a journal is asked before a creation, and told how it failed, or the log says of what it could not be told", async () => {
  await checkRows(answers, async (answer, expected, changes?: Partial<Journal>) => {
    const { journal, notes } = notingJournal(undefined, changes);
    const logger = { debug() {}, info() {}, warn: (line: string) => void notes.push(line), error() {} };
    const sdk = clientWith(oneOffFetch(answer).fetch, { logger });
    await failureOf(sdk.calls.submitUrl(call, { journal, key: "k" }));
    expect(notes).toEqual(expected);
  });
});

const sent = ({ method }: FetchCall) => method === "POST";

test("each attempt has its own claim, made after the pause before it, and recreate holds for the first alone", async () => {
  const { journal, claims } = notingJournal();
  const { fetch } = oneOffFetch(Response.json({}, { status: 429 }), accepted());
  await clientWith(fetch).calls.submitUrl(call, { journal, key: "k", recreate: true });
  // An uncertain call that another caller leaves between them is a separate question.
  expect(claims.map(({ recreate }) => recreate)).toEqual([true, false]);
});

test("a creation whose caller leaves while it is sent is told as uncertain", async () => {
  const { journal, notes } = notingJournal();
  const caller = new AbortController();
  const fetch = async () => {
    caller.abort();
    return deafFetch();
  };
  await failureOf(clientWith(fetch).calls.submitUrl(call, { journal, key: "k", signal: caller.signal }));
  expect(notes).toEqual(["claim k", "uncertain k"]);
});

const first = "https://files.test/first.wav";

test.each<[JournalClaim, (error: unknown) => boolean, object]>([
  [
    { status: "unknown", audio_url: first },
    SubmissionUncertainError.is,
    { message: expect.stringContaining(first), resume: { uncertain: true, call: { ...call, audio_url: first } } },
  ],
  [{ status: "unknown" }, SubmissionUncertainError.is, { message: expect.stringContaining(call.audio_url) }],
  [{ status: "skipped" }, JournalError.is, { code: "skipped", attempts: 0 }],
])("a journal that answers %o ends the flow with nothing sent", async (claim, isExpected, fields) => {
  const { fetch, calls } = oneOffFetch(accepted());
  const { journal } = notingJournal(claim);
  const error = await failureOf(clientWith(fetch).calls.submitUrl(call, { journal, key: "k" }));
  expect(isExpected(error)).toBe(true);
  expect(error).toMatchObject({ stage: "create", resume: { stage: "create", key: "k" } });
  expect(error).toMatchObject(fields);
  expect(calls).toHaveLength(0);
});

test("a call that the journal knows is given back, with its status read", async () => {
  const { fetch, calls } = oneOffFetch(() => Response.json({ data: { callId: "call-7", status: "pending" } }));
  const { journal } = notingJournal({ status: "created", callId: "call-7" });
  const onEvent = vi.fn();
  const known = await clientWith(fetch).calls.submitUrl(call, { journal, key: "k", onEvent });
  expect(known).toEqual({ callId: "call-7", status: "pending" });
  expect(onEvent).toHaveBeenCalledWith(expect.objectContaining({ type: "created", callId: "call-7" }));
  expect(calls.filter(sent)).toHaveLength(0);
});

const redisIsAway = () => {
  throw new Error("Redis is away");
};

test.each([
  ["rejects", async () => redisIsAway()],
  ["throws", redisIsAway],
])("what a journal %s with is the cause of a JournalError, which has the token to go on with", async (_how, claim) => {
  const { fetch, calls } = oneOffFetch(accepted());
  const journal = { ...notingJournal().journal, claim };
  const error = await rejectionOf(clientWith(fetch).calls.submitUrl(call, { journal, key: "k" }), JournalError);
  expect(error).toMatchObject({ code: "journal", resume: { stage: "create", uncertain: false } });
  expect(String(error.cause)).toContain("Redis is away");
  expect(calls).toHaveLength(0);
});

test("an error that a journal throws again has the token of the flow that it stops now", async () => {
  const thrown = new JournalError("This key is on hold.", { code: undefined as never });
  const journal = { ...notingJournal().journal, claim: () => Promise.reject(thrown) };
  const sdk = clientWith(oneOffFetch(accepted()).fetch);
  for (const key of ["k1", "k2"]) {
    const error = await rejectionOf(sdk.calls.submitUrl(call, { journal, key }), JournalError);
    expect(error).toMatchObject({ message: thrown.message, code: "journal", stage: "create", resume: { key } });
  }
  expect(thrown).not.toHaveProperty("resume");
});

test("an error of a hook proves that nothing was sent, whatever its class", async () => {
  const { journal, notes } = notingJournal();
  const thrown = new SubmissionUncertainError("of another service");
  const sdk = clientWith(oneOffFetch(accepted()).fetch, { hooks: { onRequest: () => Promise.reject(thrown) } });
  const error = await rejectionOf(sdk.calls.submitUrl(call, { journal, key: "k" }), ConfigurationError);
  expect(error).toMatchObject({ cause: thrown, resume: { uncertain: false } });
  expect(notes).not.toContain("uncertain k");
});

test("without a key, equal inputs have the same key, whatever the order of their fields", async () => {
  const { journal, notes } = notingJournal();
  const sdk = clientWith(oneOffFetch(accepted).fetch);
  await sdk.calls.submitUrl({ ...call, udfs: { a: 1, b: 2 } }, { journal });
  await sdk.calls.submitUrl({ udfs: { b: 2, a: 1 }, ...call }, { journal });
  await sdk.calls.submitUrl({ ...call, udfs: { a: 1, b: 3 } }, { journal });
  const [first, second, third] = notes.filter((note) => note.startsWith("claim"));
  expect(first).toMatch(/^claim [0-9a-f]{64}$/);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test.each<[string, object]>([
  ["key needs a journal", { key: "k" }],
  ["journal: expected an object with the methods", { journal: { claim: async () => ({}) } }],
  ["key: expected", { key: "", journal: notingJournal().journal }],
])("%s: nothing is sent", async (message, options) => {
  const { fetch, calls } = oneOffFetch(accepted());
  expect(String(await failureOf(clientWith(fetch).calls.submitUrl(call, options)))).toContain(message);
  expect(calls).toHaveLength(0);
});

test.each(["create", "submitUrl"] as const)(
  "without a 429 among unprocessedStatuses %s() does not send again after one",
  async (method) => {
    const { fetch, calls } = oneOffFetch(Response.json({}, { status: 429 }));
    const sdk = clientWith(fetch, { retry: { ...quickRetry, unprocessedStatuses: [] } });
    await rejectionOf<Error>(sdk.calls[method](call), RateLimitError);
    expect(calls).toHaveLength(1);
  },
);

test("a journal whose claim answers without a promise is one too, and a bad answer of it is a JournalError", async () => {
  const of = (answer: unknown): Journal => ({ ...notingJournal().journal, claim: () => answer as never });
  const { fetch } = oneOffFetch(accepted());
  const sdk = clientWith(fetch);
  expect(await sdk.calls.submitUrl(call, { journal: of({ status: "claimed" }) })).toMatchObject({ callId: "call-1" });
  for (const answer of [undefined, { status: "maybe" }, { status: "created" }, { status: "created", callId: ".." }]) {
    const error = await rejectionOf(sdk.calls.submitUrl(call, { journal: of(answer) }), JournalError);
    expect(error.message).toContain('journal.claim: expected the status "claimed"');
  }
});

test("a bad answer of a journal that has found the call is a JournalError, and nothing is uploaded", async () => {
  const journal: Journal = {
    ...notingJournal().journal,
    find: async () => ({ state: "created", callId: "call-1" }),
    claim: async () => ({ status: "created" }) as never,
  };
  const { fetch, calls } = oneOffFetch(accepted());
  const error = await rejectionOf(clientWith(fetch).calls.analyzeFile(input, { journal }), JournalError);
  expect(error.message).toContain('journal.claim: expected the status "claimed"');
  expect(calls).toEqual([]);
});

test.each(["an abort", "its timeout"])("a refusal whose body hangs is certain, also after %s", async (end) => {
  const { journal, notes } = notingJournal();
  const { fetch } = oneOffFetch(() => new Response(new ReadableStream(), { status: 400 }));
  const sdk = clientWith(fetch, { retry: false });
  const error = await onVirtualTime(() => {
    const limit = end === "an abort" ? { signal: abortAfter(20) } : { timeoutMs: 20 };
    return failureOf(sdk.calls.submitUrl(call, { journal, key: "k", ...limit }));
  });
  expect(error).toMatchObject({ requestSent: false, resume: { uncertain: false } });
  expect(notes).not.toContain("uncertain k");
});

test("neither a resumed flow nor one that has uploaded takes its address for the one that was sent", async () => {
  const { journal } = notingJournal({ status: "unknown" });
  const { calls } = virtualInterface().client();
  const baseUrl = "https://api.test/v1";
  const token = { version: 1, stage: "create", baseUrl, call, uncertain: true, key: "k" } as const;
  for (const flow of [calls.resume(token, { journal }), calls.submitFile(input, { journal })]) {
    const { message } = await rejectionOf<Error>(flow, SubmissionUncertainError);
    expect(message).toContain("this recording");
  }
});

test("a caller that leaves while the journal is told makes no warning: it is told all the same", async () => {
  const lines: string[] = [];
  const logger = { debug() {}, info() {}, warn: (line: string) => void lines.push(line), error() {} };
  const leaving = new AbortController();
  const { journal } = notingJournal();
  const options = { key: "k", signal: leaving.signal };
  const created = async () => {
    setTimeout(() => leaving.abort());
    await new Promise((resolve) => setTimeout(resolve, 20));
  };
  const { fetch } = oneOffFetch(accepted);
  await clientWith(fetch, { logger }).calls.submitUrl(call, { ...options, journal: { ...journal, created } });
  expect(lines).toEqual([]);
});

test("a claim that is granted before the upload, because the journal has lost the call that it found, is given back", async () => {
  const { journal, notes } = notingJournal();
  const losing: Journal = { ...journal, find: async () => ({ state: "created", callId: "call-7" }) };
  await virtualInterface().client().calls.submitFile(input, { journal: losing, key: "k" });
  expect(notes.slice(0, 3)).toEqual(["claim k", "released k", "claim k"]);
});
