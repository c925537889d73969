import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isMainThread } from "node:worker_threads";
import type { AnalyzeFileInput } from "@call-analysis/sdk";
import * as sdkPackage from "@call-analysis/sdk";
import type { BatchInput, BatchOutcome } from "@call-analysis/sdk/batch";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../sdk/test/public/support/processes.ts";
import { all, type Fake, failureOf, startFake } from "./support/fake.ts";

const { SubmissionUncertainError } = sdkPackage;
const { analyzeFiles } = await import("@call-analysis/sdk/batch");
const { fileJournal } = await import("@call-analysis/sdk/node");

const inputsOf = ({ input }: Fake, count: number) =>
  Array.from({ length: count }, (_, index) => input(`call-${index}.wav`));

/** One run of a batch, with a journal that is opened and closed. */
async function run(fake: Fake, path: string, inputs: Iterable<BatchInput>) {
  const journal = fileJournal(path);
  try {
    return (await all(analyzeFiles(fake.sdk, inputs, { journal }))).toSorted((a, b) => a.index - b.index);
  } finally {
    await journal.close();
  }
}

const callIdsOf = (outcomes: BatchOutcome[]) => outcomes.map((outcome) => outcome.ok && outcome.result.callId);
const newPath = () => join(temporaryFolder(), "journal");

test("a batch that is run again creates nothing, and reads the same results", async () => {
  const fake = startFake();
  const path = newPath();
  const first = await run(fake, path, inputsOf(fake, 5));
  fake.service.journal.clear();
  const second = await run(fake, path, inputsOf(fake, 5));
  expect(second.map((outcome) => outcome.ok && outcome.result)).toEqual(
    first.map((outcome) => outcome.ok && outcome.result),
  );
  expect(new Set(fake.service.journal.entries().map(({ operation }) => operation))).toEqual(
    new Set(["getCallAnalysis"]),
  );
});

test("an input is known by its bytes and fields, in whatever order they are and whatever its file is called", async () => {
  const fake = startFake();
  const path = newPath();
  const one = { ...fake.input(), udfs: { a: 1, b: { c: 2, d: 3 } } };
  const same: AnalyzeFileInput = { udfs: { b: { d: 3, c: 2 }, a: 1 }, ...fake.input(), filename: "renamed.wav" };
  const [first] = callIdsOf(await run(fake, path, [one]));
  expect(callIdsOf(await run(fake, path, [{ ...same, udfs: one.udfs && { b: { d: 3, c: 2 }, a: 1 } }]))).toEqual([
    first,
  ]);
  const others = [{ ...one, udfs: { a: 2 } }, { ...one, date: "2026-01-31" }, fake.input("other bytes.wav")];
  await run(fake, path, others);
  expect(fake.calls()).toBe(4);
});

/** Runs an input under a key, then one that differs; gives the second outcome, what was sent for it, and the first call. */
async function runTwiceWithKey(changes: Partial<AnalyzeFileInput>) {
  const fake = startFake();
  const path = newPath();
  const ofKey = (fields: Partial<AnalyzeFileInput>) => [{ ...fake.input(fields.filename), ...fields, key: "order-7" }];
  const [first] = callIdsOf(await run(fake, path, ofKey({ udfs: { crm: 7 } })));
  fake.service.journal.clear();
  const [outcome] = await run(fake, path, ofKey({ udfs: { crm: 7 }, ...changes }));
  return { outcome, first, calls: fake.calls(), sent: fake.asked("createCall") };
}

test.each([
  ["other bytes", { filename: "other bytes.wav" }],
  ["another member", { memberId: "another@example.com" }],
  ["another category", { categoryId: "another-category" }],
])("a key whose call exists is refused for %s, and nothing is sent", async (_, changes) => {
  const { outcome, calls, sent } = await runTwiceWithKey(changes);
  expect(outcome).toMatchObject({ ok: false, key: "order-7", error: { name: "JournalError" } });
  expect([calls, sent]).toEqual([1, 0]);
});

test("a key whose call exists gives that call also when the fields of the caller differ", async () => {
  const { outcome, first, calls } = await runTwiceWithKey({ udfs: { crm: 8 }, date: "2026-01-31" });
  expect(outcome).toMatchObject({ ok: true, result: { callId: first } });
  expect(calls).toBe(1);
});

test("only what was not completed is done again, and an upload that is there is used", async () => {
  const fake = startFake();
  const path = newPath();
  const fault = { operation: "createCall", status: 422, match: { filename: "call-1.wav" }, times: 1 } as const;
  fake.service.faults.inject(fault);
  const first = await run(fake, path, inputsOf(fake, 3));
  expect(first.map(({ ok }) => ok)).toEqual([true, false, true]);
  const second = await run(fake, path, inputsOf(fake, 3).reverse());
  expect(second.map(({ ok }) => ok)).toEqual([true, true, true]);
  expect([fake.calls(), fake.asked("uploadRecording")]).toEqual([3, 3]);
});

test("an upload of an earlier run that has expired is uploaded again, and the call is of the new one", async () => {
  const fake = startFake();
  const path = newPath();
  fake.service.faults.inject({ operation: "createCall", status: 422, times: 1 });
  await run(fake, path, inputsOf(fake, 1));
  const [creation] = fake.service.journal.find({ operation: "createCall" });
  const { audio_url } = JSON.parse(JSON.stringify(creation?.request.content));
  fake.service.faults.inject({ operation: "createCall", status: 404, match: { audio_url } });
  expect(await run(fake, path, inputsOf(fake, 1))).toMatchObject([{ ok: true }]);
  expect([fake.calls(), fake.asked("uploadRecording")]).toEqual([1, 2]);
  expect(fake.service.db.calls.list()[0]?.audioUrl).not.toBe(audio_url);
});

test("an uncertain creation is reported at every run and never sent again, until it is settled", async () => {
  const fake = startFake();
  const path = newPath();
  fake.service.faults.inject({ operation: "createCall", network: "reset", times: 1 });
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const [outcome] = await run(fake, path, inputsOf(fake, 1));
    expect(outcome?.ok === false && SubmissionUncertainError.is(outcome.error)).toBe(true);
  }
  expect([fake.asked("createCall"), fake.calls()]).toEqual([1, 0]);
  const journal = fileJournal(path);
  const [entry] = await journal.entries();
  expect(entry).toMatchObject({ key: expect.any(String), state: "uncertain" });
  await journal.settle(fake.sdk, entry?.key ?? "", { recreate: true });
  await journal.close();
  expect(await run(fake, path, inputsOf(fake, 1))).toMatchObject([{ ok: true, key: entry?.key }]);
  expect(fake.calls()).toBe(1);
});

test("an uncertain creation is settled by its call, and no other one is made", async () => {
  const fake = startFake();
  const path = newPath();
  fake.service.faults.inject({ operation: "createCall", network: "reset", when: "after", times: 1 });
  await run(fake, path, inputsOf(fake, 1));
  const callId = fake.service.db.calls.list()[0]?.id ?? "";
  await using journal = fileJournal(path);
  const [entry] = await journal.entries();
  await journal.settle(fake.sdk, entry?.key ?? "", { callId });
  await journal.close();
  expect(callIdsOf(await run(fake, path, inputsOf(fake, 1)))).toEqual([callId]);
  expect(fake.calls()).toBe(1);
  expect(await fileJournal(path).entries()).toMatchObject([{ state: "created", callId }]);
});

test("a journal refuses another service before anything is sent", async () => {
  const fake = startFake();
  const path = newPath();
  await run(fake, path, inputsOf(fake, 1));
  const elsewhere = startFake({ baseUrl: "https://other.call-analysis.test/v1" });
  expect(await run(elsewhere, path, inputsOf(elsewhere, 1))).toMatchObject([{ error: { name: "JournalError" } }]);
  expect(elsewhere.service.journal.entries()).toEqual([]);
});

test("a place that cannot be a journal is refused before anything is sent", async () => {
  const fake = startFake();
  const folder = temporaryFolder();
  mkdirSync(join(folder, "a folder"));
  writeFileSync(join(folder, "a letter"), "Dear Sir or Madam,\n".repeat(50));
  for (const path of [join(folder, "a folder"), join(folder, "a letter"), join(folder, "none/journal")]) {
    expect(await run(fake, path, inputsOf(fake, 1))).toMatchObject([{ error: { name: "JournalError" } }]);
  }
  expect(fake.service.journal.entries()).toEqual([]);
});

// A thread cannot change its folder.
test.runIf(isMainThread)(
  "a journal is readable by its owner alone, and stays where it was when the working directory changes",
  async () => {
    const fake = startFake();
    const folder = temporaryFolder();
    const before = process.cwd();
    process.chdir(folder);
    const journal = fileJournal("journal");
    process.chdir(before);
    await all(analyzeFiles(fake.sdk, inputsOf(fake, 1), { journal }));
    await journal.close();
    expect(statSync(join(folder, "journal")).mode & 0o777).toBe(0o600);
  },
);

test("analyzeFile of a call that the journal has uploads nothing, and tells its id", async () => {
  const { sdk, service, input } = startFake();
  await using journal = fileJournal(newPath());
  const { callId } = await sdk.calls.analyzeFile(input(), { journal });
  service.journal.clear();
  const events: object[] = [];
  const again = await sdk.calls.analyzeFile(input(), { journal, onEvent: (event) => void events.push(event) });
  expect(again.callId).toBe(callId);
  expect(service.journal.entries().map(({ operation }) => operation)).toEqual(["getCallAnalysis"]);
  expect(events[0]).toMatchObject({ type: "created", callId, resume: { stage: "poll", callId } });
});

test.each(["submitFile", "analyzeFile"] as const)(
  "%s finds out before the upload that its journal cannot be used, or has another input under the key",
  async (method) => {
    const { sdk, service, input } = startFake();
    await using journal = fileJournal(newPath());
    await sdk.calls[method](input("one.wav"), { journal, key: "order-7" });
    service.journal.clear();
    const nowhere = fileJournal(join(newPath(), "missing", "journal"));
    for (const options of [{ journal: nowhere }, { journal, key: "order-7" }]) {
      const error = await failureOf(sdk.calls[method](input("another.wav"), options));
      expect(error).toMatchObject({ name: "JournalError", stage: "grant" });
    }
    expect(service.journal.entries()).toEqual([]);
  },
);
