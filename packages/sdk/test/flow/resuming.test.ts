import {
  type CallAnalysisError,
  ConfigurationError,
  type CreateToken,
  type FlowOptions,
  type Journal,
  type PollToken,
  type ResumeToken,
} from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { failureOf, rejectionOf } from "../support/failure-of.ts";
import { deafFetch, fetchFailed, oneOffFetch } from "../support/one-off-fetch.ts";
import { clientWith } from "../support/test-client.ts";
import { analysis, refusal, virtualInterface } from "../support/virtual-interface.ts";

const baseUrl = "https://service.test/v1";
const call = { memberId: "m", categoryId: "c", audio_url: "https://files.test/a.wav", udfs: { order: 7 } };
const uploaded: CreateToken = { version: 1, stage: "create", baseUrl, uncertain: false, call };
const uncertain: CreateToken = { ...uploaded, uncertain: true };
const keyed: CreateToken = { ...uploaded, key: "sale-1" };
const unsure: CreateToken = { ...keyed, uncertain: true };
const created: PollToken = { version: 1, stage: "poll", baseUrl, callId: "call-1" };

/** A journal in memory that claims everything, and the keys that it was asked for. */
function claimingJournal() {
  const keys: string[] = [];
  const journal: Journal = {
    claim: async (key) => {
      keys.push(key);
      return { status: "claimed" };
    },
    created: async () => {},
    released: async () => {},
  };
  return { journal, keys };
}

/** What was sent when a token was resumed, as lines of methods and bodies. */
async function resume(token: unknown, options: FlowOptions = {}) {
  const { fetch, calls } = oneOffFetch(({ method }) =>
    method === "POST"
      ? Response.json({ data: { callId: "call-1", status: "processing" } }, { status: 202 })
      : Response.json({ data: { callId: "call-1", status: "completed", analysis } }),
  );
  const poll = { initialDelayMs: 0, intervalMs: 0 };
  // As it may come from a file.
  const resuming = clientWith(fetch).calls.resume(token as ResumeToken, { poll, ...options });
  const outcome: unknown = await resuming.catch((error: unknown) => error);
  return { outcome, creations: calls.filter(({ method }) => method === "POST"), requests: calls.length };
}

test.each<[string, unknown, FlowOptions, RegExp]>([
  ["of another service", { ...uploaded, baseUrl: "https://other.test/v1" }, {}, /https:\/\/other\.test\/v1/],
  ["of a call of another service", { ...created, baseUrl: "https://other.test/v1" }, {}, /other\.test/],
  ["without a service", { ...uploaded, baseUrl: undefined }, {}, /undefined/],
  ["that is uncertain", uncertain, {}, /recreate: true/],
  ["that is uncertain, with recreate: false", uncertain, { recreate: false }, /recreate: true/],
  [
    "that is uncertain and has no key, with a journal",
    uncertain,
    { journal: claimingJournal().journal },
    /recreate: true/,
  ],
  [
    "that is uncertain and has no key, with a journal and a key of now",
    uncertain,
    { journal: claimingJournal().journal, key: "sale-1" },
    /recreate: true/,
  ],
  ["with a key and no journal", keyed, {}, /pass the journal/],
  ["with a key that is uncertain, and no journal", unsure, {}, /pass the journal/],
  ["of another version", { ...uploaded, version: 2 }, {}, /expected the `resume` of an error/],
  ["that is text", JSON.stringify(uploaded), {}, /not its JSON text, got a string/],
  ["that is null", null, {}, /expected the `resume` of an error/],
  ["without a stage", { ...uploaded, stage: undefined }, {}, /expected the `resume` of an error/],
  ["of the wrong stage", { ...created, stage: "create" }, {}, /expected the `resume` of an error/],
  [
    "that does not say whether it is uncertain",
    { ...uploaded, uncertain: undefined },
    {},
    /expected the `resume` of an error/,
  ],
  ["whose key is no text", { ...uploaded, key: 7 }, {}, /expected the `resume` of an error/],
  ["with a field that tokens do not have", { ...uploaded, price: 7 }, {}, /price is unknown/],
  ["with a field that calls do not have", { ...uploaded, call: { ...call, price: 7 } }, {}, /price is unknown/],
  ["whose call has no member", { ...uploaded, call: { ...call, memberId: "" } }, {}, /memberId/],
  ["without a call", { ...uploaded, call: undefined }, {}, /memberId/],
])("a token %s is refused, and nothing is sent", async (_what, token, options, words) => {
  const { outcome, requests } = await resume(token, options);
  expect(ConfigurationError.is(outcome) && outcome.message).toMatch(words);
  expect(requests).toBe(0);
});

test.each<[string, ResumeToken, FlowOptions]>([
  ["an uncertain token", uncertain, { recreate: true }],
  ["a token with a key and without its journal", keyed, { recreate: true }],
  ["an uncertain token with its key and a journal, which decides", unsure, { journal: claimingJournal().journal }],
])("%s is taken with what it needs, and creates one call", async (_what, token, options) => {
  const { outcome, creations } = await resume(token, options);
  expect(outcome).toMatchObject({ status: "completed" });
  expect(creations).toHaveLength(1);
});

test("the journal is asked for the token's own key, also if another is passed", async () => {
  const { journal, keys } = claimingJournal();
  await resume(keyed, { journal });
  await resume(keyed, { journal, key: "sale-2" });
  expect(keys).toEqual(["sale-1", "sale-1"]);
});

test("with a journal, a token without a key gets the key of its call", async () => {
  const { journal, keys } = claimingJournal();
  await resume(uploaded, { journal });
  await clientWith(oneOffFetch(refusal(422)).fetch)
    .calls.submitUrl(call, { journal })
    .catch(() => {});
  expect(keys[0]).toMatch(/^[0-9a-f]{64}$/);
  expect(keys[1]).toBe(keys[0]);
});

/** The token of a creation that ended so. */
async function tokenAfter(
  answer: Error | Response | (() => Promise<Response>),
  options: FlowOptions = {},
  token: ResumeToken = uploaded,
) {
  const resuming = clientWith(oneOffFetch(answer).fetch, { retry: false }).calls.resume(token, options);
  return ((await failureOf(resuming)) as CallAnalysisError).resume;
}

test("a flow whose creation failed carries a token that says whether it is uncertain", async () => {
  const recreate = { recreate: true };
  expect(await tokenAfter(refusal(422))).toEqual(uploaded);
  expect(await tokenAfter(fetchFailed({ code: "ECONNREFUSED" }))).toEqual(uploaded);
  expect(await tokenAfter(refusal(422), recreate, uncertain)).toEqual(uploaded);
  for (const [options, token] of [
    [{}, uploaded],
    [recreate, uncertain],
  ] as const) {
    const caller = new AbortController();
    const leave = () => {
      caller.abort();
      return deafFetch();
    };
    expect(await tokenAfter(leave, { ...options, signal: caller.signal }, token)).toEqual(uncertain);
  }
});

test("an uncertain token that is resumed stays uncertain until its journal has decided", async () => {
  const { journal } = claimingJournal();
  const away: Journal = { ...journal, claim: () => Promise.reject(new Error("Redis is away")) };
  expect(await tokenAfter(refusal(422), { journal: away }, unsure)).toMatchObject({ uncertain: true });
  expect(await tokenAfter(refusal(422), { journal }, unsure)).toMatchObject({ uncertain: false });
});

test("an error of a flow's wait carries a token of its call, and its stage", async () => {
  const { client } = virtualInterface(refusal(403));
  const poll = { initialDelayMs: 0 };
  const error = await failureOf(client().calls.analyzeUrl(call, { poll }));
  const token = { version: 1, stage: "poll", baseUrl: "https://api.test/v1", callId: "call-1" };
  expect(error).toMatchObject({ name: "PermissionDeniedError", stage: "poll", resume: token });
});

test("recreate goes to a flow's creation alone: a wait does not know it", async () => {
  const { client } = virtualInterface("completed");
  const waiting = client().calls.waitForAnalysis("call-1", { recreate: true } as object);
  await rejectionOf(waiting, ConfigurationError);
});
