/** A journal of three methods, as users write one. */
import * as sdkPackage from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { smallJournal } from "../support/memory-journal.ts";
import { failureOf, startFake } from "./support/fake.ts";

test("an uncertain creation is not sent again until the caller says so", async () => {
  const { service, sdk, memberId, categoryId, calls, asked } = startFake();
  const call = { memberId, categoryId, audio_url: "https://recordings.example.com/a.wav" };
  const options = { journal: smallJournal(), key: "k" };
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
  const full = { ...smallJournal(), created: () => Promise.reject(new Error("the disk is full")) };
  service.faults.inject({ operation: "getCallAnalysis", status: 401 });
  const error = await failureOf(sdk.calls.analyzeFile(input(), { journal: full, key: "k" }));
  expect(error).toMatchObject({ stage: "poll", resume: { callId: service.db.calls.list()[0]?.id } });
  expect(calls()).toBe(1);
});
