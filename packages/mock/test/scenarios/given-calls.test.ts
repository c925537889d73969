import { CallAnalysis } from "@call-analysis/sdk";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createMockService, type SeedData } from "../../src/index.js";
import { ask, type Fields } from "../support/ask.js";

const categories = [
  {
    id: "cat_1",
    name: "Support",
    possibleOutcomes: [{ label: "Solved", isSuccess: true, rationale: ["A brace: {{ and }}, and {agent}."] }],
    analysisPointers: [
      {
        sectionId: "sec_1",
        sectionName: "Opening",
        criterias: [
          { criteriaId: "crit_1", question: "Did the agent greet?", rationales: { met: ["{{agent}} greets."] } },
          { criteriaId: "crit_2", question: "Did the agent give a name?" },
        ],
      },
    ],
  },
];

/** Numbers that do not add up, a label and a result that the category does not have. */
const sections = [
  {
    sectionId: "sec_1",
    score: 9,
    totalScore: 2,
    criterias: [
      { criteriaId: "crit_1", result: "passed" },
      { criteriaId: "crit_2", result: "Perhaps" },
    ],
  },
];

const call = {
  id: "call_real",
  memberId: "asha@example.com",
  categoryId: "cat_1",
  audio_url: "https://recordings.example.com/1.wav",
  analysis: { score: 140, outcomeLabel: "Solved", sections },
  metadata: { date: "31/01/2026", duration: 200.5, createdAt: "2026-01-31T10:00:00Z", updatedAt: null },
};

const data: SeedData = { agents: [{ name: "Asha Verma", email: "asha@example.com" }], categories, calls: [call] };

function started(seedData: SeedData = data) {
  const service = createMockService({ clock: { startAt: "2026-03-01T00:00:00Z" }, scenario: { seedData } });
  const sdk = new CallAnalysis({ ...service.clientOptions({ fast: true }), fetch: service.fetch });
  return { service, sdk };
}

test("a call that is seeded with its analysis has it to the letter, with texts", async () => {
  const { sdk } = started();
  const { analysis, metadata } = await sdk.calls.waitForAnalysis("call_real");
  expect(analysis).toMatchObject({ score: 140, outcomeLabel: "Solved", extractions: null, callObservations: null });
  expect(analysis.outcomeRationale).toBe("A brace: { and }, and Asha.");
  const [section] = analysis.sections;
  expect(section).toMatchObject({ sectionName: "Opening", score: 9, totalScore: 2 });
  expect(section?.criterias).toEqual([
    { criteriaId: "crit_1", question: "Did the agent greet?", result: "passed", rationale: "{agent} greets." },
    {
      criteriaId: "crit_2",
      question: "Did the agent give a name?",
      result: "Perhaps",
      rationale: expect.stringMatching(/^“Did the agent give a name\?” is answered at 0\d:\d\d\.$/),
    },
  ]);
  expect(metadata).toMatchObject({ date: "31/01/2026", duration: 200.5, createdAt: "2026-01-31T10:00:00Z" });
  expect([metadata.updatedAt, metadata.summary === ""]).toEqual([null, false]);
});

const anyText = fc.string({ unit: "grapheme", maxLength: 8 });
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(fc.option(value), { nil: undefined });
const points = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
const anyAnalysis = fc.record({
  score: optional(points),
  outcomeLabel: optional(fc.oneof(anyText, fc.constant("Solved"))),
  sections: optional(
    fc.array(
      fc.record({
        sectionId: optional(fc.constantFrom("sec_1", "sec_new", "__proto__", "")),
        sectionName: anyText,
        score: optional(points),
        totalScore: optional(points),
        criterias: optional(
          fc.array(
            fc.record({
              criteriaId: optional(fc.constantFrom("crit_1", "crit_2", "__proto__", "constructor", "")),
              question: fc.oneof(anyText, fc.constant("Did the agent greet?")),
              result: optional(fc.oneof(anyText, fc.constantFrom("Yes", "no", "N/A", "4", "{agent}", "__proto__"))),
            }),
            { maxLength: 3 },
          ),
        ),
      }),
      { maxLength: 3 },
    ),
  ),
});

test("whatever analysis a call is seeded with, its structure comes back to the letter", async () => {
  await fc.assert(
    fc.asyncProperty(anyAnalysis, async (given) => {
      const analysis = JSON.parse(JSON.stringify(given));
      const { sdk } = started({ ...data, calls: [{ ...call, analysis }] });
      const read = JSON.parse(JSON.stringify((await sdk.calls.getAnalysis("call_real")).analysis));
      for (const { criterias } of read.sections ?? [])
        for (const criterion of criterias ?? []) delete criterion.rationale;
      const { score, outcomeLabel, sections } = read;
      expect(JSON.parse(JSON.stringify({ score, outcomeLabel, sections }))).toEqual(analysis);
    }),
  );
});

test("a question that has changed since has none of the sentences of the present one", async () => {
  const criterias = [{ criteriaId: "crit_1", question: "Did the agent wave?", result: "passed" }];
  const { sdk } = started({
    ...data,
    calls: [{ ...call, analysis: { sections: [{ sectionId: "sec_1", criterias }] } }],
  });
  const { analysis } = await sdk.calls.waitForAnalysis("call_real");
  expect(analysis.sections[0]?.criterias[0]).toMatchObject({
    question: "Did the agent wave?",
    rationale: expect.stringContaining("wave"),
  });
});

test("a section whose name has changed since has its old name in the summary", async () => {
  const given = [
    { sectionId: "sec_1", sectionName: "Welcome", criterias: [{ criteriaId: "crit_1", result: "passed" }] },
    { sectionId: "sec_2", sectionName: "Close", criterias: [{ question: "Did the agent say goodbye?", result: "No" }] },
  ];
  const { sdk } = started({ ...data, calls: [{ ...call, analysis: { sections: given } }] });
  const { metadata } = await sdk.calls.waitForAnalysis("call_real");
  expect(metadata.summary).toContain("“Welcome” went best, “Close” worst.");
});

test("a call that is seeded without a score and an outcome is listed without them", async () => {
  const service = createMockService({
    controlUrl: "https://control.call-analysis.test",
    scenario: { seedData: { ...data, calls: [{ ...call, analysis: { sections } }] } },
  });
  const { body } = await ask<{ calls: Fields[] }>(service, "GET https://control.call-analysis.test/calls");
  expect(body.calls).toMatchObject([{ score: null, outcomeLabel: null, totalScore: 2 }]);
});

test("no control, rule or policy changes such a call, and a snapshot and a reset keep it", async () => {
  const rules = [{ complete: { score: 0 } }];
  const { service, sdk } = started({ ...data, rules });
  const before = await sdk.calls.getAnalysis("call_real");
  service.engine.complete("call_real", { score: 1 });
  service.engine.fail("call_real");
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

const wrong: [what: string, change: object, message: string][] = [
  ["times without an analysis", { analysis: undefined }, "calls[0].metadata: goes with an analysis"],
  [
    "a section without a name that the category does not have",
    { analysis: { sections: [{ sectionId: "sec_2" }] } },
    'calls[0].analysis.sections[0].sectionId: is not a section of the category: "sec_2"; did you mean "sec_1"?',
  ],
  [
    "a criterion without a question that the section does not have",
    { analysis: { sections: [{ sectionId: "sec_1", criterias: [{ criteriaId: "crit_3" }] }] } },
    'criterias[0].criteriaId: is not a criterion of the section: "crit_3"',
  ],
  ["a misspelt field", { analysis: { scor: 1 } }, "calls[0].analysis.scor"],
];

test.each(wrong)("a seeded call with %s is refused", (_, change, message) => {
  expect(() => started({ ...data, calls: [{ ...call, ...change }] })).toThrow(message);
});

test.each([
  ["+05:30", "2026-01-31T04:30:00.000Z"],
  ["+00:00", "2026-01-31T10:00:00.000Z"],
] as const)(
  "with zonelessDateOffset %s a given time without a zone is taken for %s",
  (zonelessDateOffset, createdAt) => {
    const seedData = { ...data, calls: [{ ...call, metadata: { createdAt: "2026-01-31 10:00" } }] };
    const service = createMockService({ scenario: { seedData }, policies: { zonelessDateOffset } });
    expect(service.db.calls.get("call_real")).toMatchObject({ createdAt, updatedAt: createdAt });
  },
);
