import { join } from "node:path";
import type { CreationLedger } from "@call-analysis/sdk";
import * as sdkPackage from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { failureOf, startFake } from "./support/fake.ts";
import { temporaryFolder } from "./support/processes.ts";

const { fileJournal } = await import("@call-analysis/sdk/node");

test("with a ledger, one key has one call, and only who claims sends", async () => {
  const { sdk, input, calls } = startFake();
  const { ledger, told } = memoryLedger();
  const [first, ...others] = await Promise.all(
    [1, 2, 3].map(() => sdk.calls.submitFile(input(), { ledger, key: "k" }).catch((error) => error)),
  );
  expect(first).toMatchObject({ callId: expect.any(String) });
  for (const other of others) expect(sdkPackage.SubmissionUncertainError.is(other)).toBe(true);
  expect(await sdk.calls.analyzeFile(input(), { ledger, key: "k" })).toMatchObject({ callId: first.callId });
  expect(calls()).toBe(1);
  expect(told.slice(-1)).toEqual(["claim"]);
});

test("a ledger is told of a creation, and that one was refused", async () => {
  const { service, sdk, memberId, categoryId } = startFake();
  const { ledger, told } = memoryLedger();
  const call = { memberId, categoryId, audio_url: "https://recordings.example.com/a.wav" };
  service.faults.inject({ operation: "createCall", status: 422, times: 1 });
  const refused = await failureOf(sdk.calls.create(call, { ledger, key: "k" }));
  expect(sdkPackage.UnprocessableEntityError.is(refused)).toBe(true);
  await sdk.calls.create(call, { ledger, key: "k" });
  expect(told).toEqual(["claim", "released", "claim", "created"]);
});

test.each<[string, () => CreationLedger]>([
  ["a ledger of your own", () => memoryLedger().ledger],
  ["a journal as the ledger", () => fileJournal(join(temporaryFolder(), "journal"))],
])("with %s, an uncertain creation is not sent again until the caller says so", async (_, open) => {
  const { service, sdk, memberId, categoryId, calls, asked } = startFake();
  const call = { memberId, categoryId, audio_url: "https://recordings.example.com/a.wav" };
  const options = { ledger: open(), key: "k" };
  service.faults.inject({ operation: "createCall", network: "reset", times: 1 });
  for (let run = 1; run <= 2; run += 1) {
    const error = await failureOf(sdk.calls.create(call, options));
    expect(sdkPackage.SubmissionUncertainError.is(error)).toBe(true);
  }
  expect([calls(), asked("createCall")]).toEqual([0, 1]);
  await sdk.calls.create(call, { ...options, recreate: true });
  expect(calls()).toBe(1);
});

test("a call whose ledger cannot be told goes on, and later errors have its token", async () => {
  const { service, sdk, input, calls } = startFake();
  const { ledger } = memoryLedger();
  const full = { ...ledger, created: () => Promise.reject(new Error("the disk is full")) };
  service.faults.inject({ operation: "getCallAnalysis", status: 401 });
  const error = await failureOf(sdk.calls.analyzeFile(input(), { ledger: full, key: "k" }));
  expect(error).toMatchObject({ stage: "poll", resume: { callId: service.db.calls.list()[0]?.id } });
  expect(calls()).toBe(1);
});

/** A ledger in memory, and what it was told. */
function memoryLedger(): { ledger: CreationLedger; told: string[] } {
  const known = new Map<string, string | undefined>();
  const told: string[] = [];
  const ledger: CreationLedger = {
    async claim(key, { recreate = false } = {}) {
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
  return { ledger, told };
}
