/** A journal as the ledger of single flows, in a process that lives on: it knows as much of them as of a batch's. */
import type { ResumeToken } from "@call-analysis/sdk";
import { type FileJournal, fileJournal } from "@call-analysis/sdk/node";
import { expect, onTestFinished, vi } from "vitest";
import { deferred } from "../support/deferred.js";
import { failureOf } from "../support/failure-of.js";
import { cut, json, test } from "../upload/recording-service.js";
import { temporaryFolder, wavBytes } from "../upload/recordings.js";

const key = "order-7";
const input = { file: wavBytes(), memberId: "m", categoryId: "c" };
const poll = { initialDelayMs: 0, intervalMs: 1 };

function newJournal(): FileJournal {
  const journal = fileJournal(`${temporaryFolder()}/calls.journal`);
  onTestFinished(() => journal.close());
  return journal;
}

async function outcomesOf<T>(outcomes: AsyncIterable<T>): Promise<T[]> {
  const seen: T[] = [];
  for await (const outcome of outcomes) seen.push(outcome);
  return seen;
}

test("a creation that nobody knows the end of is uncertain at once, and can be settled", async ({ service }) => {
  const ledger = newJournal();
  const { calls } = service.client();
  service.answer("creates", ({ response }) => response.writeHead(503).end());
  expect(await failureOf(calls.submitFile(input, { ledger, key }))).toMatchObject({ name: "SubmissionUncertainError" });
  expect(await ledger.entries()).toEqual([{ key, stage: "creating", uncertain: true }]);
  expect(await failureOf(calls.submitFile(input, { ledger, key }))).toMatchObject({ name: "SubmissionUncertainError" });
  await ledger.settle(key, { recreate: true });
  expect(await calls.submitFile(input, { ledger, key })).toMatchObject({ callId: "call-2" });
});

test("a call that the ledger knows, and whose status cannot be read, is told with a token to wait for it", async ({
  service,
}) => {
  const ledger = newJournal();
  const { calls } = service.client();
  const { callId } = await calls.submitFile(input, { ledger, key });
  service.answer("reads", ...Array(3).fill(json(500, {})));
  const failure = await failureOf(calls.submitFile(input, { ledger, key }));
  expect(failure).toMatchObject({ name: "ServerError", stage: "poll", resume: { stage: "poll", callId } });
});

test("an uncertain creation is known by the address that was sent, also to who uploads the recording again", async ({
  service,
}) => {
  const ledger = newJournal();
  const { calls } = service.client();
  service.answer("creates", cut);
  const first = await failureOf(calls.submitFile(input, { ledger, key }));
  const second = await failureOf(calls.submitFile(input, { ledger, key }));
  const audio_url = `${service.url}/public/recording-1`;
  expect(await ledger.find(key)).toEqual({ stage: "creating", uncertain: true, audio_url });
  const resume = { stage: "create", uncertain: true, call: { audio_url } };
  expect([first, second]).toMatchObject([{ resume }, { name: "SubmissionUncertainError", resume }]);
  expect(service.creates).toHaveLength(1);
});

test("an input of a batch is not corrected behind the batch's back: its key is the digest of what it was", async ({
  service,
}) => {
  const journal = newJournal();
  const { calls } = service.client();
  service.answer("creates", json(404, { detail: "no such member" }));
  const [outcome] = await outcomesOf(calls.analyzeFiles([input], { journal, poll }));
  const { key = "", resume } = outcome as { key?: string; resume: ResumeToken };
  const call = { memberId: "another" };
  for (const options of [{}, { ledger: journal, key }]) {
    const message = expect.stringMatching("ledger" in options ? /Correct the input.*batch again/ : /pass the ledger/);
    const refusal = await failureOf(calls.resume(resume, { poll, call, ...options }));
    expect(refusal).toMatchObject({ name: "ConfigurationError", message });
  }
  expect(await calls.resume(resume, { poll, ledger: journal, key })).toMatchObject({ callId: "call-2" });
  const [again] = await outcomesOf(calls.analyzeFiles([input], { journal, poll }));
  expect(again).toMatchObject({ ok: true, result: { callId: "call-2" } });
  expect(service.creates).toHaveLength(2);
});

test("a creation that is answered before its body was taken is uncertain, as its caller is told", async ({
  service,
}) => {
  const ledger = newJournal();
  const call = { memberId: "m", categoryId: "c", audio_url: "https://host/call.wav" };
  const { calls } = service.client();
  // As an interceptor of tests does it.
  vi.spyOn(globalThis, "fetch").mockResolvedValueOnce(new Response(null, { status: 503 }));
  const uncertain = { name: "SubmissionUncertainError" };
  expect(await failureOf(calls.create(call, { ledger, key }))).toMatchObject(uncertain);
  vi.restoreAllMocks();
  expect(await ledger.entries()).toEqual([{ key, stage: "creating", uncertain: true }]);
  expect(await failureOf(calls.create(call, { ledger, key }))).toMatchObject(uncertain);
});

test("what is told of a key that nobody has claimed is not written", async () => {
  const ledger = newJournal();
  await ledger.released("never seen");
  expect(await ledger.sending("never seen")).toBe(false);
  expect(await ledger.entries()).toEqual([]);
});

test("a key that stands for another call is refused by calls.create() too", async ({ service }) => {
  const ledger = newJournal();
  const { calls } = service.client();
  const call = { memberId: "m", categoryId: "c", audio_url: "https://host/call.wav" };
  const { callId } = await calls.create(call, { ledger, key });
  expect(await calls.create(call, { ledger, key })).toMatchObject({ callId });
  const another = failureOf(calls.create({ ...call, memberId: "another" }, { ledger, key }));
  expect(await another).toMatchObject({ name: "ConfigurationError" });
  // A name that is wrong is told although nothing would be sent.
  const misspelt = { ...call, memberID: "m" };
  expect(String(await failureOf(calls.create(misspelt, { ledger, key })))).toContain("memberID");
  expect(service.creates).toHaveLength(1);
});

test.for<[string, (journal: FileJournal) => Promise<void>, object]>([
  ["was created", (journal) => journal.created(key, "call-7"), { ok: true, result: { callId: "call-7" } }],
  ["is uncertain", (journal) => journal.close(), { ok: false, error: { name: "SubmissionUncertainError" } }],
  [
    "was left out",
    async (journal) => {
      await journal.close();
      await journal.settle(key, { skip: true });
    },
    { ok: false, error: { name: "ConfigurationError" } },
  ],
])(
  "a batch uploads nothing for a key whose call %s, also where no address of its recording is known",
  async ([, decide, outcome], { service }) => {
    const journal = newJournal();
    await journal.claim(key);
    // A part of every ledger of this package: bytes are about to leave.
    await journal.sending(key);
    await decide(journal);
    const outcomes = await outcomesOf(service.client().calls.analyzeFiles([{ ...input, key }], { journal, poll }));
    expect(outcomes).toMatchObject([outcome]);
    expect([service.grants.length, service.creates.length]).toEqual([0, 0]);
  },
);

test("a batch uploads nothing for what single flows have recorded", async ({ service }) => {
  const journal = newJournal();
  const { calls } = service.client();
  const other = { ...input, file: wavBytes(128) };
  await calls.submitFile(input, { ledger: journal, key: "known" });
  service.answer("creates", cut);
  const lost = await failureOf(calls.submitFile(other, { ledger: journal, key: "uncertain" }));
  expect(lost).toMatchObject({ name: "SubmissionUncertainError" });
  const inputs = [
    { ...input, key: "known" },
    { ...other, key: "uncertain" },
  ];
  const outcomes = [];
  for await (const outcome of calls.analyzeFiles(inputs, { journal, poll })) outcomes[outcome.index] = outcome;
  expect(outcomes).toMatchObject([
    { ok: true, result: { callId: "call-1" } },
    { ok: false, error: { name: "SubmissionUncertainError", stage: "create" } },
  ]);
  expect([service.puts.length, service.creates.length]).toEqual([2, 2]);
});

const others = [
  { what: "recording", other: { ...input, file: wavBytes(9_000) } },
  { what: "memberId", other: { ...input, memberId: "another" } },
  { what: "categoryId", other: { ...input, categoryId: "another" } },
];
for (const { what, other } of others) {
  test(`a key whose call exists is refused for another ${what}, by flows and by batches`, async ({ service }) => {
    const ledger = newJournal();
    const { calls } = service.client();
    const { callId } = await calls.submitFile(input, { ledger, key });
    const refused = {
      name: "ConfigurationError",
      message: expect.stringContaining(`"${key}" stands for an input of another ${what}`),
    };
    expect(await failureOf(calls.submitFile(other, { ledger, key }))).toMatchObject(refused);
    expect(await failureOf(calls.analyzeFile(other, { ledger, key, poll }))).toMatchObject(refused);
    for await (const outcome of calls.analyzeFiles([{ ...other, key }], { journal: ledger, poll }))
      expect(outcome).toMatchObject({ ok: false, error: refused });
    expect(await calls.submitFile(input, { ledger, key })).toMatchObject({ callId });
    expect(service.creates).toHaveLength(1);
  });
}

test("a key that a person left out is not created, and nobody waits for it", async ({ service }) => {
  const ledger = newJournal();
  const { calls } = service.client();
  service.answer("creates", cut);
  await failureOf(calls.submitFile(input, { ledger, key }));
  await ledger.settle(key, { skip: true });
  // A person has decided: to look for the call, or to create it again, is no advice any more.
  const left = { name: "ConfigurationError", message: expect.stringContaining("skip"), resume: { uncertain: false } };
  expect(await failureOf(calls.submitFile(input, { ledger, key }))).toMatchObject(left);
  expect(service.creates).toHaveLength(1);
});

test("a call that a living flow is creating is waited for by whoever wants it created again, and not sent twice", async ({
  service,
}) => {
  const ledger = newJournal();
  const { calls } = service.client();
  const answered = deferred<void>();
  service.answer("creates", async ({ response }) => {
    await answered.promise;
    response.writeHead(202, { "content-type": "application/json" });
    response.end(JSON.stringify({ data: { callId: "call-1", status: "processing" } }));
  });
  const first = calls.submitFile(input, { ledger, key });
  await expect.poll(() => service.creates).toHaveLength(1);
  const waiting = vi.spyOn(ledger, "find");
  const leaving = new AbortController();
  const second = failureOf(calls.submitFile(input, { ledger, key, signal: leaving.signal }));
  await expect.poll(() => waiting.mock.calls.length).toBeGreaterThan(0);
  leaving.abort();
  const error = await second;
  expect(error).toMatchObject({ message: expect.stringMatching(/^The wait for another creation .* was aborted/) });
  const { resume } = error as { resume: ResumeToken };
  const again = calls.resume(resume, { recreate: true, ledger, key, poll });
  waiting.mockClear();
  await expect.poll(() => waiting.mock.calls.length).toBeGreaterThan(0);
  expect(service.creates).toHaveLength(1);
  answered.resolve();
  expect([await first, await again]).toMatchObject([{ callId: "call-1" }, { callId: "call-1" }]);
  expect(service.creates).toHaveLength(1);
});

test("a call that a flow left uncertain, while it was waited for, is created again for who wants that, once", async ({
  service,
}) => {
  const ledger = newJournal();
  const { calls } = service.client();
  const call = { memberId: "m", categoryId: "c", audio_url: "https://host/call.wav" };
  const answered = deferred<void>();
  service.answer("creates", ({ response }) => answered.promise.then(() => response.writeHead(503).end()));
  const first = failureOf(calls.create(call, { ledger, key }));
  await expect.poll(() => service.creates).toHaveLength(1);
  const again = [1, 2].map(() => calls.create(call, { recreate: true, ledger, key }));
  answered.resolve();
  expect(await first).toMatchObject({ name: "SubmissionUncertainError" });
  expect(await Promise.all(again)).toMatchObject([{ callId: "call-2" }, { callId: "call-2" }]);
  expect(service.creates).toHaveLength(2);
});

test("a key of which nothing was created takes another recording", async ({ service }) => {
  const ledger = newJournal();
  const { calls } = service.client();
  service.answer("creates", ({ response }) => response.writeHead(400).end());
  await failureOf(calls.submitFile(input, { ledger, key }));
  const other = { ...input, file: wavBytes(9_000) };
  const { callId } = await calls.submitFile(other, { ledger, key });
  expect(await calls.submitFile(other, { ledger, key })).toMatchObject({ callId });
});

for (const boundBy of ["a single flow", "a batch"]) {
  test(`a journal that ${boundBy} has used is refused as a ledger for another service, and nothing is sent`, async ({
    service,
  }) => {
    const journal = newJournal();
    const { calls } = service.client();
    if (boundBy === "a batch") for await (const _ of calls.analyzeFiles([{ ...input, key }], { journal, poll }));
    else await calls.submitFile(input, { ledger: journal, key });
    const sent = () => [service.grants.length, service.creates.length];
    const sentBefore = sent();
    const other = service.client({ baseUrl: `${service.url}/other/v1` }).calls;
    const call = { memberId: "m", categoryId: "c", audio_url: "https://host/call.wav" };
    const token = { version: 1, stage: "create", uncertain: false, call } as const;
    const options = { ledger: journal, key, poll };
    const refusals = [
      failureOf(other.submitFile(input, options)),
      failureOf(other.analyzeFile(input, options)),
      failureOf(other.analyzeUrl(call, options)),
      failureOf(other.resume(token, options)),
      failureOf(other.create(call, { ledger: journal, key: "another" })),
    ];
    const message = expect.stringMatching(/is of the service .*\/v1, and not .*\/other\/v1\./);
    for (const refused of await Promise.all(refusals))
      expect(refused).toMatchObject({ name: "ConfigurationError", message });
    expect([...sent(), service.strays.length]).toEqual([...sentBefore, 0]);
  });
}
