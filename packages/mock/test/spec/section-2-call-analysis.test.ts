import { expect } from "vitest";
import { createCall, finishedCall, known, readAnalysis, upload } from "../support/flow.js";
import { createMockService, test } from "../support/specification.js";
import { wav } from "../support/wav.js";

/** A finished call, with the configuration of its category. */
async function finished(fields: Record<string, unknown> = {}) {
  const service = createMockService();
  const { category } = known(service);
  const snapshot = await finishedCall(service, fields);
  expect(snapshot).toMatchObject({ status: "completed", analysis: { sections: expect.any(Array) } });
  const [section] = snapshot.analysis.sections;
  const [pointer] = category.analysisPointers;
  if (!section || !pointer) throw new Error("The category has no sections.");
  return { ...snapshot, service, category, section, pointer };
}

test("section 2, Call analysis: `callId` is the call's", async () => {
  const service = createMockService();
  const callId = await createCall(service);
  expect((await readAnalysis(service, callId)).callId).toBe(callId);
});

test("section 2, Call analysis: `status` is one of the states", async () => {
  const service = createMockService();
  const callId = await createCall(service);
  const statuses: string[] = [];
  for (let poll = 0; poll < 3; poll += 1) statuses.push((await readAnalysis(service, callId)).status);
  expect(statuses).toEqual(["processing", "pending", "completed"]);
});

test("section 2, Call analysis: `analysis` is an object with these seven fields once the call is completed", async () => {
  expect(Object.keys((await finished()).analysis)).toEqual([
    "score",
    "outcomeLabel",
    "outcomeRationale",
    "callObservations",
    "areasForImprovement",
    "extractions",
    "sections",
  ]);
});

test("section 2, Call analysis: `metadata` is there before and after completion", async () => {
  const service = createMockService();
  const callId = await createCall(service);
  expect((await readAnalysis(service, callId)).metadata).toMatchObject({ audioUrl: known(service).audio_url });
  expect((await finished()).metadata).toMatchObject({ audioUrl: known(service).audio_url });
});

test("section 2, analysis: `score` is a number", async () => {
  expect((await finished()).analysis.score).toBeTypeOf("number");
});

test("section 2, analysis: `outcomeLabel` is the label of a possible outcome", async () => {
  const { analysis, category } = await finished();
  expect(category.possibleOutcomes.map(({ label }) => label)).toContain(analysis.outcomeLabel);
});

test("section 2, analysis: `outcomeRationale` explains the outcome", async () => {
  expect((await finished()).analysis.outcomeRationale).toEqual(expect.stringMatching(/\w+ \w+/));
});

test("section 2, analysis: `callObservations` is there, and may be null", async () => {
  const service = createMockService({ policies: { callObservations: "null" } });
  expect((await finishedCall(service)).analysis.callObservations).toBeNull();
  expect((await finished()).analysis).toHaveProperty("callObservations");
});

test("section 2, analysis: `areasForImprovement` is there, and may be null", async () => {
  const service = createMockService({ policies: { areasForImprovement: "null" } });
  expect((await finishedCall(service)).analysis.areasForImprovement).toBeNull();
  expect((await finished()).analysis).toHaveProperty("areasForImprovement");
});

test("section 2, analysis: `extractions` is there, and may be null", async () => {
  const service = createMockService({ policies: { extractions: "null" } });
  expect((await finishedCall(service)).analysis.extractions).toBeNull();
  expect((await finished()).analysis).toHaveProperty("extractions");
});

test("section 2, analysis: `sections` has one result for each section of the category", async () => {
  const { analysis, category } = await finished();
  const configured = category.analysisPointers.map(({ sectionId }) => sectionId);
  expect(analysis.sections.map(({ sectionId }) => sectionId)).toEqual(configured);
});

test("section 2, Section result: `sectionId` is the category's", async () => {
  const { section, pointer } = await finished();
  expect(section.sectionId).toBe(pointer.sectionId);
});

test("section 2, Section result: `sectionName` is the category's", async () => {
  const { section, pointer } = await finished();
  expect(section.sectionName).toBe(pointer.sectionName);
});

test("section 2, Section result: `score` is a number from 0 to the total", async () => {
  const { section } = await finished();
  expect(section.score).toBeGreaterThanOrEqual(0);
  expect(section.score).toBeLessThanOrEqual(section.totalScore);
});

test("section 2, Section result: `totalScore` is a number over 0", async () => {
  expect((await finished()).section.totalScore).toBeGreaterThan(0);
});

test("section 2, Section result: `criterias` has one result for each criterion of the section", async () => {
  const { section, pointer } = await finished();
  expect(section.criterias).toHaveLength(pointer.criterias.length);
});

test("section 2, Criterion result: `criteriaId` is the category's", async () => {
  const { section, pointer } = await finished();
  expect(section.criterias[0]?.criteriaId).toBe(pointer.criterias[0]?.criteriaId);
});

test("section 2, Criterion result: `question` is the category's", async () => {
  const { section, pointer } = await finished();
  expect(section.criterias[0]?.question).toBe(pointer.criterias[0]?.question);
});

test("section 2, Criterion result: `result` is a word", async () => {
  expect((await finished()).section.criterias[0]?.result).toEqual(expect.stringMatching(/\w/));
});

test("section 2, Criterion result: `rationale` is a text", async () => {
  expect((await finished()).section.criterias[0]?.rationale).toEqual(expect.stringMatching(/\w+ \w+/));
});

test("section 2, metadata: `date` is the call's date", async () => {
  expect((await finished({ date: "2026-01-31T10:00:00Z" })).metadata.date).toBe("2026-01-31T10:00:00.000Z");
});

test("section 2, metadata: `duration` is the length of the uploaded WAV in seconds", async () => {
  const service = createMockService();
  const audio_url = await upload(service, wav({ seconds: 7.25 }));
  expect((await finishedCall(service, { audio_url })).metadata.duration).toBe(7.25);
});

test("section 2, metadata: `duration` is a number for recordings that cannot be measured, too", async () => {
  expect((await finished()).metadata.duration).toBeGreaterThan(0);
});

test("section 2, metadata: `summary` is a text", async () => {
  expect((await finished()).metadata.summary).toEqual(expect.stringMatching(/\w+ \w+/));
});

test("section 2, metadata: `audioUrl` is the recording's address", async () => {
  const { metadata, service } = await finished();
  expect(metadata.audioUrl).toBe(known(service).audio_url);
});

test("section 2, metadata: `udfs` come back to the letter, a key named `__proto__` included", async () => {
  const text = '{"crmId":"84113","__proto__":{"polluted":true},"list":[1,{"__proto__":"kept"}],"é":null,"":0.1}';
  const service = createMockService();
  const callId = await createCall(service, { udfs: JSON.parse(text) });
  const { baseUrl } = service.addresses;
  const headers = { authorization: "Bearer test-key" };
  const response = await service.fetch(`${baseUrl}/calls/${callId}/analysis`, { headers });
  expect(await response.text()).toContain(`"udfs":${text}`);
  expect({}).not.toHaveProperty("polluted");
});

test("section 2, metadata: `createdAt` is initialized from the date", async () => {
  expect((await finished({ date: "2026-01-31" })).metadata.createdAt).toBe("2026-01-31T03:30:00.000Z");
});

test("section 2, metadata: `updatedAt` is initialized from the date", async () => {
  expect((await finished({ date: "2026-01-31" })).metadata.updatedAt).toBe("2026-01-31T03:30:00.000Z");
});
