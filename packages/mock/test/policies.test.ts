import { expect, test } from "vitest";
import { createMockService, type MockService, type Policies } from "../src/index.js";
import { ask } from "./support/ask.js";
import { createCall, finishedCall, grant, known, put, readAnalysis, upload } from "./support/flow.js";
import { wav } from "./support/wav.js";

const withPolicies = (policies: Partial<Policies>) => createMockService({ policies });

/** Sends a request, and gives the status of its response. */
type Send = (service: MockService) => Promise<{ status: number }>;

const registerNobody: Send = (service) => ask(service, "POST /agents", { body: {} });

const registerAgain: Send = (service) => {
  const { name, email } = known(service).agent;
  return ask(service, "POST /agents", { body: { name, email } });
};

const callOfNobody: Send = (service) => {
  const { category, audio_url } = known(service);
  return ask(service, "POST /calls", { body: { memberId: "mem_nowhere", categoryId: category.id, audio_url } });
};

const uploadWav: Send = async (service) => put(service, (await grant(service)).presignedUrl, wav());

test.each<[policies: Partial<Policies>, what: string, send: Send, status: number]>([
  [{ invalidInputStatus: 400 }, "refused input", registerNobody, 400],
  [{ invalidInputStatus: 422 }, "refused input", registerNobody, 422],
  [{ emailInUseStatus: 400 }, "an e-mail in use", registerAgain, 400],
  [{ emailInUseStatus: 409 }, "an e-mail in use", registerAgain, 409],
  [{ emailInUseStatus: 422 }, "an e-mail in use", registerAgain, 422],
  [{ unknownReferenceStatus: 400 }, "an unknown member", callOfNobody, 400],
  [{ unknownReferenceStatus: 404 }, "an unknown member", callOfNobody, 404],
  [{ unknownReferenceStatus: 422 }, "an unknown member", callOfNobody, 422],
  [{ uploadStatus: 200 }, "an upload", uploadWav, 200],
  [{ uploadStatus: 201 }, "an upload", uploadWav, 201],
  [{ uploadStatus: 204 }, "an upload", uploadWav, 204],
  [{ maxRecordingBytes: 1_000 }, "a recording of 32,044 bytes", uploadWav, 413],
  [{ maxRecordingBytes: null }, "a recording of 32,044 bytes", uploadWav, 200],
])("with %j, %s gets its status", async (policies, _, send, status) => {
  expect((await send(withPolicies(policies))).status).toBe(status);
});

test.each([["x-request-id"], ["x-trace"], [null]])(
  "requestIdHeader %s names the id's header",
  async (requestIdHeader) => {
    const { headers } = await ask(withPolicies({ requestIdHeader }), "GET /agents");
    const names = [...headers.keys()].filter((name) => name !== "content-type");
    expect(names).toEqual(requestIdHeader === null ? [] : [requestIdHeader]);
  },
);

test.each([
  ["granted", "audio/wav; charset=utf-8", 403],
  ["any", "audio/wav; charset=utf-8", 200],
  ["any", "", 200],
  ["granted", "AUDIO/WAV", 200],
] as const)("uploadContentType %s: an upload as %j to a grant for audio/wav gets %d", async (setting, type, status) => {
  const service = withPolicies({ uploadContentType: setting });
  const { presignedUrl } = await grant(service);
  expect((await put(service, presignedUrl, wav(), type)).status).toBe(status);
});

test("uploadContentType any refuses another signature all the same", async () => {
  const service = withPolicies({ uploadContentType: "any" });
  const { presignedUrl } = await grant(service);
  expect((await put(service, presignedUrl.replace(/.$/, "x"))).status).toBe(403);
});

test.each([
  ["xml", "application/xml", "<Code>NoSuchKey</Code>"],
  ["json", "application/json", '"code":"not_found"'],
] as const)("storageErrorFormat %s is the form of the store's errors", async (storageErrorFormat, type, text) => {
  const service = withPolicies({ storageErrorFormat });
  const response = await service.fetch((await grant(service)).publicUrl);
  expect(response.headers.get("content-type")).toBe(type);
  expect(await response.text()).toContain(text);
});

test.each([
  ["+05:30", "2026-01-31T04:30:00.000Z"],
  ["+00:00", "2026-01-31T10:00:00.000Z"],
] as const)("zonelessDateOffset %s is where a time without a zone is", async (zonelessDateOffset, createdAt) => {
  const { metadata } = await finishedCall(withPolicies({ zonelessDateOffset }), { date: "2026-01-31 10:00" });
  expect(metadata.createdAt).toBe(createdAt);
});

test.each([
  ["null", true],
  ["absent", false],
] as const)(
  "analysisBeforeCompletion %s: the analysis is there, as null: %s",
  async (analysisBeforeCompletion, isThere) => {
    const service = withPolicies({ analysisBeforeCompletion });
    const snapshot = await readAnalysis(service, await createCall(service));
    expect("analysis" in snapshot).toBe(isThere);
    expect(snapshot.analysis ?? null).toBeNull();
  },
);

test.each([
  ["null", { duration: null, summary: null }],
  ["absent", {}],
] as const)(
  "unknownMetadata %s is how duration and summary are before completion",
  async (unknownMetadata, expected) => {
    const service = withPolicies({ unknownMetadata });
    const { metadata } = await readAnalysis(service, await createCall(service));
    const { date, audioUrl, udfs, createdAt, updatedAt, ...unknown } = metadata;
    expect([date, audioUrl, udfs, createdAt, updatedAt]).not.toContain(undefined);
    expect(unknown).toEqual(expected);
  },
);

test.each([
  ["seconds", 7.25],
  ["milliseconds", 7_250],
] as const)("durationUnit %s is the unit of the duration", async (durationUnit, duration) => {
  const service = withPolicies({ durationUnit });
  const audio_url = await upload(service, wav({ seconds: 7.25 }));
  expect((await finishedCall(service, { audio_url })).metadata.duration).toBe(duration);
});

test.each([
  ["timestamp", "2026-01-31T20:00:00.000Z"],
  ["date", "2026-02-01"],
] as const)(
  "metadataDate %s is the form of the call's date, a date being that of India",
  async (metadataDate, date) => {
    const { metadata } = await finishedCall(withPolicies({ metadataDate }), { date: "2026-01-31T20:00:00Z" });
    expect(metadata.date).toBe(date);
  },
);

test.each(["percent", "points"] as const)("scoreScale %s is the scale of the overall score", async (scoreScale) => {
  const { score, sections } = (await finishedCall(withPolicies({ scoreScale }))).analysis;
  const reached = sections.reduce((sum, section) => sum + section.score, 0);
  const total = sections.reduce((sum, section) => sum + section.totalScore, 0);
  expect(score).toBeCloseTo(scoreScale === "points" ? reached : (100 * reached) / total, 0);
});

test.each([
  ["Yes", "Partially", "No", "Not applicable"],
  ["1", "0.5", "0", "-"],
])("criterionResults %s, %s, %s and %s are the words for results", async (met, partly, missed, notApplicable) => {
  const service = withPolicies({ criterionResults: { met, partly, missed, notApplicable } });
  const { sections } = (await finishedCall(service)).analysis;
  const results = sections.flatMap(({ criterias }) => criterias.map(({ result }) => result));
  expect([met, partly, missed, notApplicable]).toEqual(expect.arrayContaining([...new Set(results)]));
});

test.each([
  ["extractions", "by-name"],
  ["callObservations", "sentences"],
  ["areasForImprovement", "sentences"],
] as const)("%s is null, or %s", async (field, answer) => {
  const filled = await finishedCall(withPolicies({ [field]: answer }));
  const empty = await finishedCall(withPolicies({ [field]: "null" }));
  expect(empty.analysis[field]).toBeNull();
  expect(filled.analysis[field]).toEqual(answer === "by-name" ? expect.any(Object) : expect.any(Array));
});
