import {
  type ClaimOptions,
  ConfigurationError,
  type FlowOptions,
  type Journal,
  type JournalClaim,
  JournalError,
  RateLimitError,
  SubmissionUncertainError,
} from "@call-analysis/sdk";
import { expect, test, vi } from "vitest";
import { failureOf, rejectionOf } from "../support/failure-of.ts";
import { type FetchCall, fetchFailed, oneOffFetch } from "../support/one-off-fetch.ts";
import { clientWith, quickRetry } from "../support/test-client.ts";

const call = { audio_url: "https://files.test/1.wav", memberId: "m", categoryId: "c" };
const accepted = () => Response.json({ data: { callId: "call-1", status: "processing" } }, { status: 202 });

/** A journal in memory that notes what it is told. */
function notingJournal(answer: JournalClaim = { status: "claimed" }) {
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
  };
  return { journal, notes, claims };
}

const answers: [what: string, answer: () => Response, notes: string[]][] = [
  ["a success", accepted, ["claim k", "created k call-1"]],
  ["a refusal", () => Response.json({ detail: "no" }, { status: 422 }), ["claim k", "released k"]],
  ["a 503", () => Response.json({ detail: "busy" }, { status: 503 }), ["claim k", "uncertain k"]],
  ["a response without a callId", () => Response.json({ data: {} }, { status: 202 }), ["claim k", "uncertain k"]],
];

test.each(answers)("around a creation that gets %s the journal is asked and told", async (_what, answer, expected) => {
  const { journal, notes } = notingJournal();
  const { fetch } = oneOffFetch(answer);
  await clientWith(fetch, { retry: false })
    .calls.submitUrl(call, { journal, key: "k" })
    .catch(() => {});
  expect(notes).toEqual(expected);
});

test("each attempt has its own claim, made after the pause before it", async () => {
  const { journal, notes } = notingJournal();
  const { fetch } = oneOffFetch(Response.json({}, { status: 429 }), accepted());
  await clientWith(fetch).calls.submitUrl(call, { journal, key: "k" });
  expect(notes).toEqual(["claim k", "released k", "claim k", "created k call-1"]);
});

const sent = ({ method }: FetchCall) => method === "POST";

test.each<[JournalClaim, (error: unknown) => boolean, object]>([
  [
    { status: "unknown", audio_url: "https://files.test/first.wav" },
    SubmissionUncertainError.is,
    { code: "submission_uncertain" },
  ],
  [{ status: "skipped" }, JournalError.is, { code: "skipped" }],
])("a journal that answers %o ends the flow with nothing sent", async (claim, isExpected, fields) => {
  const { fetch, calls } = oneOffFetch(accepted());
  const error = await failureOf(
    clientWith(fetch).calls.submitUrl(call, { ...notingJournal(claim), key: "k" } as never),
  );
  const journaled = await failureOf(
    clientWith(fetch).calls.submitUrl(call, { journal: notingJournal(claim).journal, key: "k" }),
  );
  expect(String(error)).toContain("unknown");
  expect(isExpected(journaled)).toBe(true);
  expect(journaled).toMatchObject({ ...fields, stage: "create", resume: { stage: "create", key: "k" } });
  expect(calls.filter(sent)).toHaveLength(0);
});

test("a call that the journal knows is given back, with its status read", async () => {
  const { fetch, calls } = oneOffFetch(() => Response.json({ data: { callId: "call-7", status: "pending" } }));
  const { journal } = notingJournal({ status: "created", callId: "call-7" });
  const known = await clientWith(fetch).calls.submitUrl(call, { journal, key: "k" });
  expect(known).toEqual({ callId: "call-7", status: "pending" });
  expect(calls.filter(sent)).toHaveLength(0);
});

test("what a journal throws is the cause of a JournalError, which has the token to go on with", async () => {
  const { fetch, calls } = oneOffFetch(accepted());
  const journal = { ...notingJournal().journal, claim: () => Promise.reject(new Error("Redis is away")) };
  const flow = clientWith(fetch).calls.submitUrl(call, { journal, key: "k" });
  const error = await rejectionOf(flow, JournalError);
  expect(error).toMatchObject({ code: "journal", resume: { stage: "create", uncertain: false } });
  expect(String(error.cause)).toContain("Redis is away");
  expect(calls).toHaveLength(0);
});

test("a journal that throws at once is the cause of a JournalError too", async () => {
  const fail = () => {
    throw new Error("Redis is away");
  };
  const { fetch, calls } = oneOffFetch(accepted());
  const journal = { ...notingJournal().journal, claim: fail };
  const error = await rejectionOf(clientWith(fetch).calls.submitUrl(call, { journal, key: "k" }), JournalError);
  expect(String(error.cause)).toContain("Redis is away");
  expect(calls).toHaveLength(0);
});

/** The lines of the log of a creation that gets this answer. */
async function warningsOf(answer: () => Response, options: FlowOptions) {
  const warn = vi.fn((_line: string) => {});
  const logger = { debug() {}, info() {}, warn, error() {} };
  const sdk = clientWith(oneOffFetch(answer).fetch, { logger, retry: false });
  await sdk.calls.submitUrl(call, options).catch(() => {});
  return warn.mock.calls.map(([line]) => line);
}

test.each(answers)("nothing is logged where there is nobody to be told of %s", async (_what, answer) => {
  expect(await warningsOf(answer, {})).toEqual([]);
  const { claim, created, released } = notingJournal().journal;
  expect(await warningsOf(answer, { journal: { claim, created, released }, key: "k" })).toEqual([]);
});

test("the log says of what a journal could not be told", async () => {
  const fail = () => Promise.reject(new Error("The disk is full."));
  const journal = { ...notingJournal().journal, created: fail, released: fail };
  expect(await warningsOf(accepted, { journal, key: "k" })).toEqual([
    expect.stringMatching(/The journal could not record that "k" is created as call-1\. .*The disk is full/),
  ]);
  expect(await warningsOf(() => new Response(null, { status: 422 }), { journal, key: "k" })).toEqual([
    expect.stringMatching(/The journal could not record that "k" is released\. .*The disk is full/),
  ]);
});

test("an error of a hook proves that nothing was sent, whatever its class", async () => {
  const { journal, notes } = notingJournal();
  const onRequest = () => Promise.reject(new SubmissionUncertainError("of another service"));
  const sdk = clientWith(oneOffFetch(accepted()).fetch, { hooks: { onRequest } });
  await rejectionOf(sdk.calls.submitUrl(call, { journal, key: "k" }), ConfigurationError);
  expect(notes).toEqual(["claim k", "released k"]);
});

test.each<[string, (Error | Response)[], number]>([
  ["no connection, three times", [fetchFailed({ code: "ECONNREFUSED" })], 3],
  ["a 429 and then a lost response", [Response.json({}, { status: 429 }), fetchFailed({ code: "ECONNRESET" })], 2],
])("the error of a flow's creation that met %s has the number of its attempts", async (_what, outcomes, attempts) => {
  const { fetch } = oneOffFetch(...outcomes);
  expect(await failureOf(clientWith(fetch).calls.submitUrl(call))).toMatchObject({ attempts });
});

test("an abort in the pause before another attempt says that nothing was sent, and what was going on", async () => {
  const caller = new AbortController();
  const { fetch } = oneOffFetch(() => {
    setTimeout(() => caller.abort(), 5);
    return Response.json({}, { status: 429 });
  });
  const options = { signal: caller.signal, retry: { initialDelayMs: 60_000, maxDelayMs: 60_000 } };
  const error = await failureOf(clientWith(fetch).calls.submitUrl(call, options));
  expect(error).toMatchObject({ name: "AbortError", requestSent: false, resume: { uncertain: false } });
  expect(String(error)).toContain("POST /calls was aborted by its signal.");
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

test("a claim is told the service and the call", async () => {
  const { journal, claims } = notingJournal();
  await clientWith(oneOffFetch(accepted).fetch).calls.submitUrl(call, { journal, key: "k", recreate: true });
  expect(claims).toMatchObject([{ recreate: true, baseUrl: "https://service.test/v1", call }]);
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

test("with unprocessedStatuses a 503 is no question, and the creation is sent again", async () => {
  const { journal, notes } = notingJournal();
  const { fetch } = oneOffFetch(Response.json({}, { status: 503 }), accepted());
  const sdk = clientWith(fetch).withOptions({ retry: { unprocessedStatuses: [429, 503] } });
  await sdk.calls.submitUrl(call, { journal, key: "k" });
  expect(notes).toEqual(["claim k", "released k", "claim k", "created k call-1"]);
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

test("the address of a call that the journal does not know of is told without its signature", async () => {
  const signed = "https://files.test/1.wav?X-Amz-Signature=5e1f90aa77";
  const { journal } = notingJournal({ status: "unknown", audio_url: signed });
  const { fetch } = oneOffFetch(accepted());
  const error = await rejectionOf(clientWith(fetch).calls.submitUrl(call, { journal }), SubmissionUncertainError);
  expect(error.message).toContain("https://files.test/1.wav");
  expect(error.message).not.toContain("5e1f90aa77");
});

test("a journal whose claim answers without a promise is one too, and a bad answer of it is a JournalError", async () => {
  const of = (answer: unknown): Journal => ({ ...notingJournal().journal, claim: () => answer as never });
  const { fetch } = oneOffFetch(accepted());
  const sdk = clientWith(fetch);
  expect(await sdk.calls.submitUrl(call, { journal: of({ status: "claimed" }) })).toMatchObject({ callId: "call-1" });
  for (const answer of [undefined, { status: "maybe" }, { status: "created" }, { status: "created", callId: ".." }]) {
    const error = await rejectionOf(sdk.calls.submitUrl(call, { journal: of(answer) }), JournalError);
    expect(error.message).toContain("must return claimed");
  }
});

test("a bad answer of a journal that has found the call is a JournalError, and nothing is uploaded", async () => {
  const journal: Journal = {
    ...notingJournal().journal,
    find: async () => ({ state: "created", callId: "call-1" }),
    claim: async () => ({ status: "created" }) as never,
  };
  const { fetch, calls } = oneOffFetch(accepted());
  const input = { file: new Uint8Array([1]), filename: "call.wav", memberId: "m", categoryId: "c" };
  const error = await rejectionOf(clientWith(fetch).calls.analyzeFile(input, { journal }), JournalError);
  expect(error.message).toContain("must return claimed");
  expect(calls).toEqual([]);
});
