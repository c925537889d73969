import { expect, test } from "vitest";
import { createMockService, type MockService, type Progression } from "../../src/index.js";
import { createCall, grant, put, readAnalysis } from "../support/flow.js";
import { wav } from "../support/wav.js";

const progressions: Record<Progression["mode"], Progression> = {
  polls: { mode: "polls", processing: 2, pending: 1 },
  time: { mode: "time", processingMs: 1_000, pendingMs: 1_000 },
  immediate: { mode: "immediate" },
  manual: { mode: "manual" },
};

function serviceWith(progression: Progression): MockService {
  return createMockService({ progression, clock: { startAt: 0 } });
}

/** A call whose recording is not uploaded yet, and a way to upload it. */
async function createdBeforeItsUpload(service: MockService) {
  const { presignedUrl, publicUrl } = await grant(service);
  const callId = await createCall(service, { audio_url: publicUrl });
  return { callId, upload: (seconds = 3) => put(service, presignedUrl, wav({ seconds })) };
}

/** Brings a call to its end, and gives what is known then. */
async function endOf(service: MockService, callId: string) {
  if (service.engine.inspect(callId).progression.mode === "manual") service.engine.settle();
  service.clock.advance(10_000);
  for (let polls = 0; polls < 5; polls += 1) await readAnalysis(service, callId);
  const { status, metadata } = await readAnalysis(service, callId);
  return { status, duration: metadata.duration, failureReason: service.engine.inspect(callId).failureReason };
}

const missing = { status: "failed", duration: null, failureReason: "Nothing was uploaded to the recording's URL." };

test.each(Object.keys(progressions) as Progression["mode"][])(
  "a call that is created just before its upload completes by %s, with the length of what was uploaded",
  async (mode) => {
    const service = serviceWith(progressions[mode]);
    const { callId, upload } = await createdBeforeItsUpload(service);
    await upload();
    expect(await endOf(service, callId)).toEqual({ status: "completed", duration: 3, failureReason: null });
  },
);

test.each(Object.keys(progressions) as Progression["mode"][])(
  "a call whose recording is never uploaded fails by %s, and an upload after the end changes nothing",
  async (mode) => {
    const service = serviceWith(progressions[mode]);
    const { callId, upload } = await createdBeforeItsUpload(service);
    expect(await endOf(service, callId)).toEqual(missing);
    await upload();
    expect(await endOf(service, callId)).toEqual(missing);
    expect(service.snapshot().organizations[0]?.calls).toHaveLength(1);
  },
);

test("by polls, the upload may come until the poll that ends processing, and no later", async () => {
  for (const [pollsBefore, expected] of [
    [0, "completed"],
    [2, "completed"],
    [3, "failed"],
  ] as const) {
    const service = serviceWith(progressions.polls);
    const { callId, upload } = await createdBeforeItsUpload(service);
    const statuses: string[] = [];
    for (let polls = 0; polls < pollsBefore; polls += 1) statuses.push((await readAnalysis(service, callId)).status);
    expect(statuses).toEqual(["processing", "processing", "pending"].slice(0, pollsBefore));
    await upload();
    expect((await endOf(service, callId)).status).toBe(expected);
  }
});

test("looking at a call counts as no poll: an immediate one waits for the first poll", async () => {
  const service = serviceWith(progressions.immediate);
  const { callId, upload } = await createdBeforeItsUpload(service);
  expect(service.engine.inspect(callId)).toMatchObject({ status: "failed", end: "failed" });
  await upload();
  expect(service.engine.inspect(callId)).toMatchObject({ status: "completed", end: "completed", failureReason: null });
  expect((await endOf(service, callId)).status).toBe("completed");
});

test("a test that completes a call ends its processing: what is stored later is not analysed", async () => {
  const service = serviceWith(progressions.time);
  const { callId, upload } = await createdBeforeItsUpload(service);
  await upload(3);
  service.engine.complete(callId);
  await upload(7);
  expect((await endOf(service, callId)).duration).toBe(3);
});

test("by time, an upload that is still under way when processing ends comes too late", async () => {
  const service = serviceWith(progressions.time);
  const { presignedUrl, publicUrl } = await grant(service);
  const callId = await createCall(service, { audio_url: publicUrl });
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    service.clock.advance(1_000);
    controller.enqueue(wav({ seconds: 3 }));
    controller.close();
  };
  const body = new ReadableStream({ pull }, { highWaterMark: 0 });
  const headers = { "content-type": "audio/wav", "content-length": String(wav({ seconds: 3 }).length) };
  const stored = await service.fetch(presignedUrl, { method: "PUT", headers, body, duplex: "half" } as RequestInit);
  expect(stored.status).toBe(200);
  expect(await endOf(service, callId)).toEqual(missing);
});

test("by time, a recording that is replaced after processing is the one that is analysed, also when nobody has looked", async () => {
  const service = serviceWith(progressions.time);
  const { callId, upload } = await createdBeforeItsUpload(service);
  await upload(3);
  service.clock.advance(1_000);
  await upload(7);
  expect((await endOf(service, callId)).duration).toBe(3);
});
