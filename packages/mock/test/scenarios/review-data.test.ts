import { describe, expect, test } from "vitest";
import { placeholderPattern } from "../../src/engine/texts.js";
import { createMockService, MockServiceError, type SeedData } from "../../src/index.js";
import { demoCategories } from "../engine/call-input.js";
import { wordsIn } from "../engine/text-checks.js";
import { ask } from "../support/ask.js";
import { createCall, known, readAnalysis } from "../support/flow.js";

const criteria = demoCategories.flatMap(({ analysisPointers }) =>
  analysisPointers.flatMap(({ criterias }) => criterias),
);
const outcomes = demoCategories.flatMap(({ possibleOutcomes }) => possibleOutcomes);
const observations = demoCategories.map((category) => category.observations ?? []);

/** All lists of texts of the demo. */
const lists = [
  ...criteria.flatMap(({ rationales }) => Object.values(rationales ?? {})),
  ...outcomes.flatMap(({ rationale, summary }) => [rationale, summary]),
  ...observations,
].map((list) => list ?? []);

describe("the texts of the demo", () => {
  test("are two for each criterion that is met or missed, one that is partly met, and two of each kind for an outcome", () => {
    for (const { rationales, criteriaId } of criteria)
      expect([rationales?.met?.length, rationales?.partly?.length, rationales?.missed?.length], criteriaId).toEqual([
        2, 1, 2,
      ]);
    for (const { rationale, summary } of outcomes) expect([rationale?.length, summary?.length]).toEqual([2, 2]);
    expect(observations.map((list) => list.length)).toEqual([6, 6, 6]);
  });

  test("are different from each other, and together 9,000 to 10,000 words and at most 75 kB", () => {
    const all = lists.flat();
    expect(new Set(all).size).toBe(all.length);
    const words = all.reduce((sum, text) => sum + wordsIn(text), 0);
    expect([words > 9_000, words < 10_000]).toEqual([true, true]);
    expect(new TextEncoder().encode(all.join("")).byteLength).toBeLessThan(75_000);
  });

  test("can be chosen from in every call: one of each list names no value that a call may be without", () => {
    const required = demoCategories.flatMap(({ extractionFields }) =>
      extractionFields.filter((field) => field.required).map(({ fieldName }) => fieldName),
    );
    const isAlwaysThere = (text: string, names: readonly string[]) =>
      [...text.matchAll(placeholderPattern)].every(([, , name]) => !name || names.includes(name));
    for (const { rationales, field = "" } of criteria)
      for (const list of Object.values(rationales ?? {}))
        expect(list?.some((text) => isAlwaysThere(text, [...required, field]))).toBe(true);
    for (const { implies = {}, rationale = [], summary = [] } of outcomes) {
      const implied = Object.keys(implies).filter((name) => implies[name] === "present");
      for (const list of [rationale, summary])
        expect(list.some((text) => isAlwaysThere(text, [...required, ...implied]))).toBe(true);
    }
    for (const text of observations.flat()) expect(isAlwaysThere(text, [])).toBe(true);
  });

  test("are in the third person, without advice, and translate what is not English", () => {
    for (const text of lists.flat()) {
      expect(text.replace(/“[^”]*”/g, "“…”")).not.toMatch(/\b(?:I|we|our|us|you|your|should have|next time)\b/i);
      // A quotation in Hindi is followed by its translation.
      for (const [quotation] of text.matchAll(/“[^”]*\b(?:hai|haan|nahi|toh|abhi|mein|kyun|hoon)\b[^”]*”/gi))
        expect(text).toMatch(new RegExp(`${quotation.replace(/[.?*+()]/g, "\\$&")} \\(“`));
    }
  });
});

/** A category in Hindi, with its own texts. */
const hindi: SeedData = {
  categories: [
    {
      id: "cat_hindi",
      name: "भुगतान",
      observations: ["अच्छी बातचीत।"],
      possibleOutcomes: [
        {
          label: "वादा",
          isSuccess: true,
          implies: { crit_date: "met", crit_greeting: ["missed", "partly"], day: "present", note: "absent" },
          rationale: ["{agent} ने {time} पर {field:day} की तारीख पक्की की।"],
          summary: ["{agent} ने याद दिलाया।"],
        },
      ],
      analysisPointers: [
        {
          sectionName: "बातचीत",
          criterias: [
            {
              criteriaId: "crit_date",
              question: "क्या तारीख पूछी?",
              rationales: { met: ["{agent} ने {time} पर तारीख पूछी।"] },
            },
            {
              criteriaId: "crit_greeting",
              question: "क्या अभिवादन किया?",
              rationales: { missed: ["{time} तक नमस्ते नहीं कहा।"], partly: ["{time} पर आधा नमस्ते कहा।"] },
            },
          ],
        },
      ],
      extractionFields: [{ fieldName: "day", fieldType: "date" }, { fieldName: "note" }],
    },
  ],
};

test("texts of seed data are used to the letter, in any language, and imply what they say", async () => {
  const service = createMockService({ progression: { mode: "immediate" } });
  service.seed(hindi);
  for (let index = 0; index < 20; index += 1) {
    const audio_url = `https://recordings.example.com/${index}.wav`;
    const callId = await createCall(service, { categoryId: "cat_hindi", audio_url });
    const { analysis, metadata } = await readAnalysis(service, callId);
    const { day, note } = Object(analysis.extractions);
    expect([typeof day, note, metadata.summary]).toEqual(["string", null, "Asha ने याद दिलाया।"]);
    expect(analysis.outcomeRationale).toMatch(new RegExp(`^Asha ने \\d\\d:\\d\\d पर ${day} की तारीख पक्की की।$`));
    const [date, greeting] = analysis.sections[0]?.criterias ?? [];
    expect(date?.rationale).toMatch(/^Asha ने \d\d:\d\d पर तारीख पूछी।$/);
    expect(greeting?.rationale).toMatch(/^\d\d:\d\d (?:तक नमस्ते नहीं कहा।|पर आधा नमस्ते कहा।)$/);
    expect(analysis.callObservations).toEqual(["अच्छी बातचीत।"]);
  }
});

test("no response of the service shows texts or implications", async () => {
  const service = createMockService();
  service.seed(hindi);
  for (const id of ["cat_hindi", known(service).category.id]) {
    const { body } = await ask(service, `GET /categories/${id}`);
    expect(JSON.stringify(body)).not.toMatch(/rationale|implies|summary|observation|"field"|"answers"/);
  }
});

/** A category of which one part is wrong. */
function wrong(outcome: object, criterion: object = {}): SeedData {
  const category = {
    name: "A",
    possibleOutcomes: [{ label: "Paid", ...outcome }],
    analysisPointers: [{ sectionName: "S", criterias: [{ criteriaId: "crit_date", question: "Q?", ...criterion }] }],
    extractionFields: [{ fieldName: "amount" }],
  };
  return { categories: [category] };
}

const outcomePath = "categories[0].possibleOutcomes[0]";
const criterionPath = "categories[0].analysisPointers[0].criterias[0]";

test.each<[what: string, data: SeedData, message: string]>([
  [
    "a placeholder that is not known",
    wrong({ rationale: ["{agnet} asks."] }),
    `${outcomePath}.rationale[0]: {agnet} is not a placeholder. The placeholders are {agent}, {counterpart}, {time} and {field:NAME}`,
  ],
  [
    "a placeholder that is gone",
    wrong({ rationale: ["On {day:amount}."] }),
    `${outcomePath}.rationale[0]: {day:amount} is not a placeholder. The placeholders are {agent}`,
  ],
  [
    "a field that is not known",
    wrong({}, { rationales: { met: ["Of {field:amout}."] } }),
    `${criterionPath}.rationales.met[0]: is not an extraction field of the category: "amout"; did you mean "amount"?`,
  ],
  [
    "a criterion that is not known",
    wrong({ implies: { crit_dat: "met" } }),
    `${outcomePath}.implies.crit_dat: is not a criterion of the category: "crit_dat"; did you mean "crit_date"?`,
  ],
  [
    "an answer that there is not",
    wrong({ implies: { crit_date: "yes" } }),
    `${outcomePath}.implies.crit_date: must be met, partly, missed, notApplicable`,
  ],
  [
    "an empty list of texts",
    wrong({}, { rationales: { met: [] } }),
    `${criterionPath}.rationales.met: must not be an empty list`,
  ],
  [
    "a field of a criterion that is not known",
    wrong({}, { field: "sum" }),
    `${criterionPath}.field: is not an extraction field of the category: "sum"`,
  ],
])("seed data with %s is refused, and the message names the place", (_, data, message) => {
  const service = createMockService();
  const seed = () => service.seed(data);
  expect(seed).toThrow(MockServiceError);
  expect(seed).toThrow(message);
});
