import { join } from "node:path";
import * as sdkPackage from "@call-analysis/sdk";
import type { BatchInput } from "@call-analysis/sdk/batch";
import { expect, test } from "vitest";
import { smallJournal } from "../support/memory-journal.ts";
import { all, type Fake, failureOf, startFake } from "./support/fake.ts";
import { temporaryFolder } from "./support/processes.ts";

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

const newPath = () => join(temporaryFolder(), "journal");

test("a creation that was refused is done again, and an upload that is there is used", async () => {
  const fake = startFake();
  const path = newPath();
  fake.service.faults.inject({ operation: "createCall", status: 422, times: 1 });
  for (const ok of [false, true]) expect(await run(fake, path, inputsOf(fake, 1))).toMatchObject([{ ok }]);
  expect([fake.calls(), fake.asked("uploadRecording")]).toEqual([1, 1]);
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

test("a call whose journal cannot be told goes on, and later errors have its token", async () => {
  const { service, sdk, input, calls } = startFake();
  const full = { ...smallJournal(), created: () => Promise.reject(new Error("the disk is full")) };
  service.faults.inject({ operation: "getCallAnalysis", status: 401 });
  const error = await failureOf(sdk.calls.analyzeFile(input(), { journal: full, key: "k" }));
  expect(error).toMatchObject({ stage: "poll", resume: { callId: service.db.calls.list()[0]?.id } });
  expect(calls()).toBe(1);
});

test("a journal refuses another service before anything is sent", async () => {
  const fake = startFake();
  const path = newPath();
  await run(fake, path, inputsOf(fake, 1));
  const elsewhere = startFake({ baseUrl: "https://other.call-analysis.test/v1" });
  expect(await run(elsewhere, path, inputsOf(elsewhere, 1))).toMatchObject([{ error: { name: "JournalError" } }]);
  expect(elsewhere.service.journal.entries()).toEqual([]);
});

test("analyzeFile of a call that the journal has of another flow uploads nothing, and tells its id", async () => {
  const { sdk, service, input, asked } = startFake();
  await using journal = fileJournal(newPath());
  const { callId } = await sdk.calls.submitFile(input(), { journal });
  service.journal.clear();
  const events: object[] = [];
  const again = await sdk.calls.analyzeFile(input(), { journal, onEvent: (event) => void events.push(event) });
  expect(again.callId).toBe(callId);
  expect([asked("createUploadUrl"), asked("createCall")]).toEqual([0, 0]);
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
