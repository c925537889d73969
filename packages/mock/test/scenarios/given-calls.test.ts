import { CallAnalysis } from "@call-analysis/sdk";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createMockService, type SeedData } from "../../src/index.js";
import { ask, type Fields } from "../support/ask.js";

const categories = ["cat_0", "cat_1"].map((id, index) => ({
  id,
  name: `Category ${index}`,
  possibleOutcomes: [{ label: "Solved", isSuccess: true }],
  analysisPointers: [
    { sectionId: `sec_${index}`, sectionName: "Opening", criterias: [{ criteriaId: "crit_1", question: "Greeted?" }] },
  ],
}));

/** As `call-analysis calls get ID --json` printed it, with numbers that do not add up and a result of another service. */
const printed = {
  callId: "call_real",
  status: "completed" as const,
  analysis: {
    score: 140,
    outcomeLabel: "Something else",
    outcomeRationale: "{agent} said so.",
    callObservations: null,
    areasForImprovement: { any: "shape" },
    extractions: null,
    sections: [
      {
        sectionId: "sec_1",
        sectionName: "Old name",
        score: 9,
        totalScore: 2,
        criterias: [{ criteriaId: "crit_9", question: "Waved?", result: "Perhaps", rationale: "{{" }],
      },
    ],
  },
  metadata: {
    date: "31/01/2026",
    duration: 200.5,
    summary: "A summary.",
    audioUrl: "https://recordings.example.com/1.wav",
    udfs: { crmId: "7" },
    createdAt: "2026-01-31T10:00:00Z",
    updatedAt: "2026-01-31T11:00:00Z",
  },
};

const data: SeedData = { agents: [{ name: "Asha Verma", email: "asha@example.com" }], categories, calls: [printed] };

function started(seedData: SeedData = data) {
  const controlUrl = "https://control.call-analysis.test";
  const service = createMockService({ controlUrl, clock: { startAt: "2026-03-01T00:00:00Z" }, scenario: { seedData } });
  const sdk = new CallAnalysis({ ...service.clientOptions({ fast: true }), fetch: service.fetch });
  return { service, sdk };
}

test("a completed call goes into a seed file as the command printed it, and comes back to the letter", async () => {
  const { service, sdk } = started();
  expect(await sdk.calls.waitForAnalysis("call_real")).toEqual(printed);
  const [agent] = service.db.agents.list();
  // The category is the one that has the analysis's sections.
  expect(service.db.calls.get("call_real")).toMatchObject({
    memberId: agent?.id,
    categoryId: "cat_1",
    audioUrl: printed.metadata.audioUrl,
    udfs: { crmId: "7" },
    createdAt: "2026-01-31T10:00:00.000Z",
  });
});

test("what the file says of the call besides counts before the defaults", () => {
  const agents = [...(data.agents ?? []), { name: "Rohan Iyer", email: "rohan@example.com" }];
  const call = { ...printed, id: "call_other", memberId: "rohan@example.com", categoryId: "cat_0" };
  const { service } = started({ ...data, agents, calls: [call] });
  expect(service.db.calls.get("call_other")).toMatchObject({ agentName: "Rohan Iyer", categoryId: "cat_0" });
});

test("whatever analysis a call is seeded with comes back to the letter", async () => {
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), async (any) => {
      const analysis = JSON.parse(JSON.stringify(any));
      const { service } = started({ ...data, calls: [{ ...printed, analysis }] });
      const { body } = await ask<{ data: Fields }>(service, "GET /calls/call_real/analysis");
      expect(body.data.analysis).toEqual(analysis);
      const list = await ask<{ calls: Fields[] }>(service, "GET https://control.call-analysis.test/calls");
      expect(list.status).toBe(200);
    }),
    { numRuns: 60 },
  );
});

test("a call that is seeded without a score and an outcome is listed without them", async () => {
  const { sections } = printed.analysis;
  const { service } = started({ ...data, calls: [{ ...printed, analysis: { sections } as never }] });
  const { body } = await ask<{ calls: Fields[] }>(service, "GET https://control.call-analysis.test/calls");
  expect(body.calls).toMatchObject([{ score: null, outcomeLabel: null, totalScore: 2 }]);
});

test("no control, rule or policy changes such a call, and a snapshot and a reset keep it", async () => {
  const rules = [{ then: { end: { complete: { score: 0 } } } }];
  const { service, sdk } = started({ ...data, rules });
  const before = await sdk.calls.getAnalysis("call_real");
  expect(() => service.engine.complete("call_real", { score: 1 })).toThrow("has already ended");
  service.clock.set("2027-01-01T00:00:00Z");
  expect(await sdk.calls.getAnalysis("call_real")).toEqual(before);
  expect(service.engine.inspect("call_real").analysis).toEqual(before.analysis);
  const snapshot = service.snapshot();
  service.reset();
  expect(await sdk.calls.getAnalysis("call_real")).toEqual(before);
  const other = started({});
  other.service.restore(JSON.parse(JSON.stringify(snapshot)));
  expect(await other.sdk.calls.getAnalysis("call_real")).toEqual(before);
});

const { analysis: _, ...withoutAnalysis } = printed;

test.each<[what: string, call: object, message: string]>([
  [
    "metadata without an analysis",
    { ...withoutAnalysis, memberId: "asha@example.com" },
    "calls[0].metadata: needs an analysis",
  ],
  [
    "neither a member nor an analysis",
    { audio_url: "https://recordings.example.com/1.wav" },
    "calls[0].memberId: is required",
  ],
  ["another status", { ...printed, status: "pending" }, "calls[0].status: must be completed: other calls cannot be"],
  ["a misspelt field", { ...printed, analysys: {} }, "calls[0].analysys"],
])("a seeded call with %s is refused", (_what, call, message) => {
  expect(() => started({ ...data, calls: [call] })).toThrow(message);
});
