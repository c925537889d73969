/** In which order a journal is asked and told, and what of. */
import { createHash } from "node:crypto";
import { type ClaimOptions, type FlowEvent, type Journal, ResponseValidationError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { deferred } from "../support/deferred.ts";
import { failureOf, rejectionOf } from "../support/failure-of.ts";
import { type FetchCall, oneOffFetch } from "../support/one-off-fetch.ts";
import { streamOf, wavBytes } from "../support/recordings.ts";
import { clientWith } from "../support/test-client.ts";
import { refusal, virtualInterface } from "../support/virtual-interface.ts";

const call = { audio_url: "https://files.test/1.wav", memberId: "m", categoryId: "c" };
const bytes = wavBytes(64);
const input = { file: bytes, contentType: "audio/wav", memberId: "m", categoryId: "c" };

/** A journal that claims everything, and notes what it is asked and told. */
function notingJournal(notes: string[] = []) {
  const claims: (ClaimOptions & { key: string })[] = [];
  const journal: Journal = {
    claim: async (key, options) => {
      claims.push({ key, ...options });
      notes.push("claim");
      return { status: "claimed" };
    },
    created: async (_key, callId) => void notes.push(`created ${callId}`),
    released: async () => void notes.push("released"),
    uncertain: async () => void notes.push("uncertain"),
  };
  return { journal, notes, claims };
}

test("the claim comes first, then the creation, then created(), and then everything else", async () => {
  const { journal, notes } = notingJournal();
  const fetch = oneOffFetch(({ method }: FetchCall) => {
    notes.push(method);
    return Response.json({ data: { callId: "call-1", status: "completed", analysis: { score: 1 } } }, { status: 202 });
  });
  const telling = deferred<void>();
  const created: Journal["created"] = async (key, callId) => {
    notes.push(`created ${key} ${callId}`);
    await telling.promise;
    notes.push("kept");
  };
  const onEvent = ({ type }: FlowEvent) => void notes.push(`event ${type}`);
  const options = { journal: { ...journal, created }, key: "k", onEvent, poll: { initialDelayMs: 0 } };
  const flow = clientWith(fetch.fetch).calls.analyzeUrl(call, options);
  await expect.poll(() => notes).toContain("created k call-1");
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(notes).toEqual(["claim", "event creating", "POST", "created k call-1"]);
  telling.resolve();
  await flow;
  expect(notes.slice(4)).toEqual(["kept", "event created", "GET", "event polling", "event completed"]);
});

test("a response that strict validation refuses and that names the call is told as created, or the log names it", async () => {
  const { journal, notes } = notingJournal();
  const full = { ...journal, created: () => Promise.reject(new Error("The disk is full.")) };
  const logger = { debug() {}, info() {}, warn: (line: string) => void notes.push(line), error() {} };
  const validate = { mode: "strict" as const, validator: () => [{ path: "data.status", message: "is missing" }] };
  const { fetch } = oneOffFetch(Response.json({ data: { callId: "call-1" } }, { status: 202 }));
  for (const given of [journal, full]) {
    const flow = clientWith(fetch, { validate, logger }).calls.submitUrl(call, { journal: given, key: "k" });
    const error = await rejectionOf(flow, ResponseValidationError);
    expect(error).toMatchObject({ resume: { stage: "poll", callId: "call-1" } });
  }
  const warning = /The journal could not record "k" as created \(call-1\)\. .*The disk is full/;
  expect(notes).toEqual(["claim", "created call-1", "claim", expect.stringMatching(warning)]);
});

/** The claims of uploads whose inputs differ from the first in these. */
async function claimsOf(...changes: object[]) {
  const { journal, claims } = notingJournal();
  const { client } = virtualInterface();
  for (const change of changes) await client().calls.submitFile({ ...input, ...change }, { journal });
  return claims;
}

test("without a key, an upload's key is a digest of its bytes and its fields, whatever it is called", async () => {
  const claims = await claimsOf(
    {},
    { file: new Blob([bytes]), filename: "other.wav", contentType: "audio/x-wav" },
    { file: { open: () => streamOf(bytes, 7), sizeBytes: 64 } },
    { udfs: undefined },
    { file: wavBytes(65) },
    { memberId: "other" },
    { udfs: { a: 1 } },
  );
  const keys = claims.map(({ key }) => key);
  expect(keys[0]).toMatch(/^[0-9a-f]{64}$/);
  expect(keys.slice(1, 4)).toEqual(Array(3).fill(keys[0]));
  expect(new Set(keys).size).toBe(4);
});

test.each<[when: string, Partial<Journal>, uploads: number]>([
  ["before the upload", { find: async () => ({ state: "created", callId: "call-1" }) }, 0],
  ["after the upload", {}, 1],
])(
  "submitFile gives the call that the journal names %s, and no recording, for that call has another one",
  async (_when, changes, uploads) => {
    const claim: Journal["claim"] = async () => ({ status: "created", callId: "call-1" });
    const journal = { ...notingJournal().journal, claim, ...changes };
    const events: string[] = [];
    const onEvent = ({ type }: FlowEvent) => void events.push(type);
    // Another process may have created it just now.
    const { client } = virtualInterface(refusal(404), "pending");
    const known = await client().calls.submitFile(input, { journal, key: "k", onEvent, poll: { intervalMs: 0 } });
    expect(known).toEqual({ callId: "call-1", status: "pending" });
    expect(events.filter((type) => type === "uploaded")).toHaveLength(uploads);
    expect(events.at(-1)).toBe("created");
  },
);

test("a claim of an upload is told the recording's name, size and digest", async () => {
  const [claim] = await claimsOf({ filename: "folder/call.wav" });
  expect(claim?.baseUrl).toBe("https://api.test/v1");
  const digest = createHash("sha256").update(bytes).digest("hex");
  expect(claim?.recording).toEqual({ name: "call.wav", sizeBytes: 64, digest });
  expect(claim?.call).toEqual({ memberId: "m", categoryId: "c", audio_url: "https://store.test/k" });
});

test("a stream that can be read once needs a key, and is not read", async () => {
  const { journal } = notingJournal();
  const stream = streamOf(bytes);
  const { fetch, calls } = oneOffFetch(new Response());
  const file = { stream, sizeBytes: 64 };
  const error = await failureOf(clientWith(fetch).calls.submitFile({ ...input, file }, { journal }));
  expect(error).toMatchObject({ name: "ConfigurationError", message: expect.stringContaining("key is missing") });
  expect(calls).toHaveLength(0);
});

test("a stream with a key is sent, and its claim has no digest", async () => {
  const { journal, claims } = notingJournal();
  const file = { stream: streamOf(bytes), sizeBytes: 64 };
  await virtualInterface()
    .client()
    .calls.submitFile({ ...input, file }, { journal, key: "k" });
  expect(claims).toMatchObject([{ key: "k", recording: { name: "recording", sizeBytes: 64 } }]);
  expect(claims[0]?.recording).not.toHaveProperty("digest");
});

test("without a journal nothing is hashed: a recording is opened for its upload alone", async () => {
  let opened = 0;
  const open = () => {
    opened += 1;
    return streamOf(bytes);
  };
  await virtualInterface()
    .client()
    .calls.submitFile({ ...input, file: { open, sizeBytes: 64 } });
  expect(opened).toBe(1);
});
