import type { FlowEvent, ResumeToken } from "@call-analysis/sdk";
import * as sdkPackage from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { all, failureOf, startFake, wav } from "./support/fake.ts";

const { isCompleted, isFailed } = sdkPackage;

test("analyzeFile uploads, creates one call, waits, and gives a completed call with what was sent", async () => {
  const { service, sdk, input } = startFake();
  const events: FlowEvent[] = [];
  const fields = { ...input("a.wav"), udfs: { crm: { id: [7] } }, date: "2026-01-31" };
  const call = await sdk.calls.analyzeFile(fields, { onEvent: (event) => events.push(event) });
  expect(isCompleted(call)).toBe(true);
  expect(call.analysis.score).toEqual(expect.any(Number));
  expect(call.analysis.sections.length).toBeGreaterThan(0);
  expect(call.metadata).toMatchObject({ udfs: { crm: { id: [7] } }, createdAt: "2026-01-31T03:30:00.000Z" });
  const operations = service.journal.entries().map(({ operation, status }) => `${operation} ${status}`);
  expect(operations.slice(0, 3)).toEqual(["createUploadUrl 200", "uploadRecording 200", "createCall 202"]);
  expect(new Set(operations.slice(3))).toEqual(new Set(["getCallAnalysis 200"]));
  const flow = ["granting", "uploading", "uploaded", "creating", "created", "polling", "completed"];
  expect([...new Set(events.map(({ type }) => type))]).toEqual(flow);
  // From then on, a second create request could create a second call.
  expect(events[3]).toMatchObject({ resume: { stage: "create", uncertain: true } });
});

test("submitFile creates the call without waiting, and waitForAnalysis gives its end", async () => {
  const { sdk, input, calls, asked } = startFake();
  const { callId } = await sdk.calls.submitFile(input());
  expect([calls(), asked("getCallAnalysis")]).toEqual([1, 0]);
  expect(await sdk.calls.waitForAnalysis(callId)).toMatchObject({ callId, status: "completed" });
});

test("watchAnalysis gives each change of the status once, and ends with the completed call", async () => {
  const { sdk, input } = startFake({ progression: { mode: "polls", processing: 3, pending: 2 } });
  const { callId } = await sdk.calls.submitFile(input());
  const snapshots = await all(sdk.calls.watchAnalysis(callId));
  expect(snapshots.map(({ status }) => status)).toEqual(["processing", "pending", "completed"]);
  expect(snapshots.map((snapshot) => isCompleted(snapshot))).toEqual([false, false, true]);
});

test("the loop over watchAnalysis can be left, and no further poll is sent", async () => {
  const { sdk, input, asked } = startFake();
  const { callId } = await sdk.calls.submitFile(input());
  for await (const _ of sdk.calls.watchAnalysis(callId)) break;
  expect(asked("getCallAnalysis")).toBe(1);
});

test("analyzeUrl analyses a recording that is hosted already, without an upload", async () => {
  const { sdk, memberId, categoryId, asked, calls } = startFake();
  const audio_url = "https://recordings.example.com/a.wav";
  const call = await sdk.calls.analyzeUrl({ audio_url, memberId, categoryId });
  expect(call).toMatchObject({ status: "completed", metadata: { audioUrl: audio_url } });
  expect([asked("createUploadUrl"), calls()]).toEqual([0, 1]);
});

test("upload and create are the two steps of a flow, by themselves", async () => {
  const { service, sdk, memberId, categoryId } = startFake();
  const uploaded = await sdk.calls.upload(wav(), { filename: "b.wav", contentType: "audio/wav" });
  expect(uploaded).toMatchObject({ filename: "b.wav", contentType: "audio/wav", sizeBytes: 2_000 });
  const created = await sdk.calls.create({ memberId, categoryId, audio_url: uploaded.publicUrl });
  expect(created).toMatchObject({ callId: expect.any(String), status: "processing" });
  expect(service.db.calls.get(created.callId)?.audioUrl).toBe(uploaded.publicUrl);
});

test.each(["uploaded", "created"] as const)(
  "the token of the event %s leads to one call in another client",
  async (type) => {
    const { service, sdk, input, calls } = startFake();
    let token: ResumeToken | undefined;
    const stop = new AbortController();
    const onEvent = (event: FlowEvent) => {
      if (event.type !== type) return;
      token = JSON.parse(JSON.stringify("resume" in event && event.resume));
      stop.abort();
    };
    await failureOf(sdk.calls.analyzeFile(input(), { onEvent, signal: stop.signal }));
    const other = new sdkPackage.CallAnalysis({ ...service.clientOptions({ fast: true }), fetch: service.fetch });
    if (token === undefined) throw new Error("No event had a token.");
    expect(await other.calls.resume(token)).toMatchObject({ status: "completed" });
    expect(calls()).toBe(1);
  },
);

test.each(["failed", "error", "cancelled", "canceled", "rejected", "expired"])(
  "the status %s ends the wait with a final AnalysisFailedError without a token",
  async (status) => {
    const { service, sdk, input } = startFake({ policies: { failedStatus: status } });
    service.engine.when({ filename: "silent.wav" }).fail("Nobody speaks.");
    const error = await failureOf(sdk.calls.analyzeFile(input("silent.wav")));
    expect(sdkPackage.AnalysisFailedError.is(error)).toBe(true);
    expect(error).toMatchObject({ status, stage: "poll", isRetryable: false, callId: expect.any(String) });
    expect(error.snapshot).toMatchObject({ callId: error.callId, status });
    expect(error.resume).toBeUndefined();
  },
);

test("an unknown status is waited through, and so is completed without an analysis", async () => {
  const { service, sdk, input, asked } = startFake({ progression: { mode: "immediate" } });
  const { callId } = await sdk.calls.submitFile(input());
  const data = { callId, status: "queued", analysis: null, metadata: null };
  const early = [{ ...data }, { ...data, status: "completed" }].map((data) => ({ status: 200, body: { data } }));
  service.faults.inject({ operation: "getCallAnalysis", sequence: early });
  expect(await sdk.calls.waitForAnalysis(callId)).toMatchObject({ status: "completed", analysis: {} });
  expect(asked("getCallAnalysis")).toBe(3);
});

test("the answer about another call is a ResponseFormatError", async () => {
  const { service, sdk, input } = startFake();
  const { callId } = await sdk.calls.submitFile(input());
  const data = { callId: "call_of_somebody_else", status: "completed", analysis: null, metadata: null };
  service.faults.inject({ operation: "getCallAnalysis", status: 200, body: { data } });
  const error = await failureOf(sdk.calls.waitForAnalysis(callId, { poll: { toleratedFailures: 0 } }));
  expect(sdkPackage.ResponseFormatError.is(error)).toBe(true);
});

test("isFailed knows the usual words for a failed analysis, and no others", () => {
  const failed = ["failed", "error", "cancelled", "canceled", "rejected", "expired"];
  const others = ["pending", "processing", "completed", "Failed", ""];
  expect([...failed, ...others].filter((status) => isFailed({ status }))).toEqual(failed);
});
