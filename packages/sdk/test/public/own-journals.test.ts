import type { Journal } from "@call-analysis/sdk";
import * as sdkPackage from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { failureOf, startFake } from "./support/fake.ts";

test("with a journal, one key has one call, and only who claims sends", async () => {
  const { sdk, input, calls } = startFake();
  const { journal, told } = memoryJournal();
  const [first, ...others] = await Promise.all(
    [1, 2, 3].map(() => sdk.calls.submitFile(input(), { journal, key: "k" }).catch((error) => error)),
  );
  expect(first).toMatchObject({ callId: expect.any(String) });
  for (const other of others) expect(sdkPackage.SubmissionUncertainError.is(other)).toBe(true);
  expect(await sdk.calls.analyzeFile(input(), { journal, key: "k" })).toMatchObject({ callId: first.callId });
  expect(calls()).toBe(1);
  expect(told.slice(-1)).toEqual(["claim"]);
});

test("an uncertain creation is not sent again until the caller says so", async () => {
  const { service, sdk, memberId, categoryId, calls, asked } = startFake();
  const call = { memberId, categoryId, audio_url: "https://recordings.example.com/a.wav" };
  const options = { journal: memoryJournal().journal, key: "k" };
  service.faults.inject({ operation: "createCall", network: "reset", times: 1 });
  for (let run = 1; run <= 2; run += 1) {
    const error = await failureOf(sdk.calls.submitUrl(call, options));
    expect(sdkPackage.SubmissionUncertainError.is(error)).toBe(true);
  }
  expect([calls(), asked("createCall")]).toEqual([0, 1]);
  await sdk.calls.submitUrl(call, { ...options, recreate: true });
  expect(calls()).toBe(1);
});

test("a call whose journal cannot be told goes on, and later errors have its token", async () => {
  const { service, sdk, input, calls } = startFake();
  const { journal } = memoryJournal();
  const full = { ...journal, created: () => Promise.reject(new Error("the disk is full")) };
  service.faults.inject({ operation: "getCallAnalysis", status: 401 });
  const error = await failureOf(sdk.calls.analyzeFile(input(), { journal: full, key: "k" }));
  expect(error).toMatchObject({ stage: "poll", resume: { callId: service.db.calls.list()[0]?.id } });
  expect(calls()).toBe(1);
});

/** A journal in memory, and what it was told. */
function memoryJournal(): { journal: Journal; told: string[] } {
  const known = new Map<string, string | undefined>();
  const told: string[] = [];
  const journal: Journal = {
    async claim(key, { recreate }) {
      told.push("claim");
      const callId = known.get(key);
      if (callId !== undefined) return { status: "created", callId };
      if (known.has(key) && !recreate) return { status: "unknown" };
      known.set(key, undefined);
      return { status: "claimed" };
    },
    async created(key, callId) {
      told.push("created");
      known.set(key, callId);
    },
    async released(key) {
      told.push("released");
      known.delete(key);
    },
  };
  return { journal, told };
}
