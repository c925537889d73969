import { describe, expect, test } from "vitest";
import { placeholderPattern } from "../../src/engine/sentences.js";
import { createMockService, MockServiceError, type SeedData } from "../../src/index.js";
import { demoCategories } from "../engine/call-input.js";
import { ask } from "../support/ask.js";
import { createCall, known, readAnalysis } from "../support/flow.js";

const criteria = demoCategories.flatMap(({ analysisPointers }) =>
  analysisPointers.flatMap(({ criterias }) => criterias),
);
const outcomes = demoCategories.flatMap(({ possibleOutcomes }) => possibleOutcomes);
const sections = demoCategories.flatMap(({ analysisPointers }) => analysisPointers);

/** All lists of sentences of the demo. */
const lists = [
  ...criteria.flatMap(({ rationales, advice, observation }) => [
    ...Object.values(rationales ?? {}),
    ...[advice, observation ?? advice],
  ]),
  ...outcomes.flatMap(({ rationale, summary, advice }) => [rationale, summary, advice ?? summary]),
  ...sections.flatMap(({ observations }) => [observations?.well, observations?.badly]),
].map((list) => list ?? []);

describe("the sentences of the demo", () => {
  test("are enough for every criterion, outcome and section", () => {
    for (const { criteriaId, rationales, advice, isEssential = false, observation = [] } of criteria) {
      expect(observation.length > 0, criteriaId).toBe(isEssential);
      expect(rationales?.met?.length, criteriaId).toBeGreaterThanOrEqual(3);
      expect(rationales?.missed?.length, criteriaId).toBeGreaterThanOrEqual(3);
      expect(rationales?.partly?.length, criteriaId).toBeGreaterThanOrEqual(2);
      expect(rationales?.notApplicable?.length, criteriaId).toBeGreaterThanOrEqual(1);
      expect(advice?.length, criteriaId).toBeGreaterThanOrEqual(1);
    }
    for (const { rationale, summary, implies } of outcomes) {
      expect([rationale, summary].every((list) => (list?.length ?? 0) >= 2)).toBe(true);
      expect(implies).toBeDefined();
    }
    for (const { observations } of sections)
      expect([observations?.well, observations?.badly].flat().length).toBeGreaterThan(2);
  });

  test("are different from each other in each category", () => {
    for (const category of demoCategories) {
      const all: string[] = JSON.stringify(category).match(/"[^"]{30,}"/g) ?? [];
      expect(all.length).toBeGreaterThan(150);
      expect(all.filter((text, index) => all.indexOf(text) !== index)).toEqual([]);
    }
  });

  test("can be chosen from in every call: one of each list names no value that a call may be without", () => {
    const required = demoCategories.flatMap(({ extractionFields }) =>
      extractionFields.filter((field) => field.required).map(({ fieldName }) => fieldName),
    );
    const isAlwaysThere = (text: string, names: readonly string[]) =>
      [...text.matchAll(placeholderPattern)].every(([, , , name]) => !name || names.includes(name));
    const ofOutcomes = new Set(outcomes.flatMap(({ rationale, summary, advice }) => [rationale, summary, advice]));
    for (const list of lists.filter((each) => !ofOutcomes.has(each)))
      expect(list.some((text) => isAlwaysThere(text, required))).toBe(true);
    for (const { implies = {}, rationale = [], summary = [], advice = rationale } of outcomes) {
      const implied = Object.keys(implies).filter((name) => implies[name] === "present");
      for (const list of [rationale, summary, advice])
        expect(list.some((text) => isAlwaysThere(text, [...required, ...implied]))).toBe(true);
    }
  });

  test("say what was missing, in the words of somebody who has done nothing about it yet", () => {
    const observations = [
      ...criteria.map(({ observation }) => observation),
      ...sections.flatMap(({ observations: own }) => [own?.well, own?.badly]),
    ].flatMap((list) => list ?? []);
    expect(observations.length).toBeGreaterThan(90);
    for (const text of observations) expect(text).not.toMatch(/needs (?:work|practice)|; see|listen (?:from|at)/);
    for (const text of lists.flat()) expect(text.replace(/“[^”]*”/g, "“…”")).not.toMatch(/\bI\b|informed/);
    // The result before it is "No".
    for (const { rationales } of criteria)
      for (const text of rationales?.missed ?? []) expect(text).not.toMatch(/^No\b/);
  });
});

/** A category in Hindi, with its own sentences. */
const hindi: SeedData = {
  categories: [
    {
      id: "cat_hindi",
      name: "भुगतान",
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
          observations: { well: ["अच्छी बातचीत।"], badly: ["कमज़ोर बातचीत।"] },
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
              advice: ["पहले नमस्ते कहें।"],
              isEssential: true,
            },
          ],
        },
      ],
      extractionFields: [{ fieldName: "day", fieldType: "date" }, { fieldName: "note" }],
    },
  ],
};

test("sentences of seed data are used to the letter, in any language, and imply what they say", async () => {
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
    expect(analysis.areasForImprovement).toEqual(["पहले नमस्ते कहें।"]);
  }
});

/** A category in German, with every text that it may have. */
const german: SeedData = {
  categories: [
    {
      id: "cat_german",
      name: "Termine",
      possibleOutcomes: [
        { label: "Termin", isSuccess: true, rationale: ["Der Termin steht."], summary: ["Es gibt einen Termin."] },
        { label: "Falsch verbunden", isNotApplicable: true, rationale: ["Verwählt."], summary: ["Falsche Nummer."] },
      ],
      analysisPointers: ["Beginn", "Ende"].map((sectionName) => ({
        sectionName,
        observations: { well: [`${sectionName} gelang.`], badly: [`${sectionName} misslang.`] },
        criterias: ["eins", "zwei", "drei", "vier"].map((name) => ({
          question: `Gab es ${sectionName} ${name}?`,
          isEssential: name === "vier",
          observation: [`${sectionName} ${name} fehlt sehr.`],
          rationales: {
            met: [`${sectionName} ${name} ja.`],
            partly: [`${sectionName} ${name} halb.`],
            missed: [`${sectionName} ${name} nein.`],
            notApplicable: [`${sectionName} ${name} entfiel.`],
          },
          advice: [`${sectionName} ${name} üben.`],
        })),
      })),
    },
  ],
};

test("a category with texts of its own gets no sentence of the fake's", async () => {
  const service = createMockService({ progression: { mode: "immediate" } });
  service.seed(german);
  const own = JSON.stringify(german);
  for (let index = 0; index < 60; index += 1) {
    const audio_url = `https://recordings.example.com/${index}.wav`;
    const callId = await createCall(service, { categoryId: "cat_german", audio_url });
    const { analysis, metadata } = await readAnalysis(service, callId);
    const { outcomeRationale, callObservations, areasForImprovement, sections } = analysis;
    const rationales = sections.flatMap(({ criterias }) => criterias.map(({ rationale }) => rationale));
    const lists = [callObservations, areasForImprovement] as string[][];
    const texts = [metadata.summary, outcomeRationale, ...rationales, ...lists.flat()];
    expect(texts.filter((text) => !own.includes(JSON.stringify(text)))).toEqual([]);
  }
});

test("no response of the service shows sentences or implications", async () => {
  const service = createMockService();
  service.seed(hindi);
  for (const id of ["cat_hindi", known(service).category.id]) {
    const { body } = await ask(service, `GET /categories/${id}`);
    expect(JSON.stringify(body)).not.toMatch(
      /rationale|advice|implies|summary|observation|"field"|isEssential|clearAfter/,
    );
  }
});

/** A category of which one part is wrong. */
function wrong(outcome: object, criterion: object = {}, section: object = {}): SeedData {
  const category = {
    name: "A",
    possibleOutcomes: [{ label: "Paid", ...outcome }],
    analysisPointers: [
      { sectionName: "S", ...section, criterias: [{ criteriaId: "crit_date", question: "Q?", ...criterion }] },
    ],
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
    `${outcomePath}.rationale[0]: {agnet} is no placeholder: there are {agent}, {counterpart}, {time}, {field:NAME}`,
  ],
  [
    "a field that is not known",
    wrong({}, { rationales: { met: ["Of {field:amout}."] } }),
    `${criterionPath}.rationales.met[0]: {field:amout} is not an extraction field of the category: "amout"; did you mean "amount"?`,
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
    "an empty list of sentences",
    wrong({}, { rationales: { met: [] } }),
    `${criterionPath}.rationales.met: must have a sentence, or be left out`,
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
