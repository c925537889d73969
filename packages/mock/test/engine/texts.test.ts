import { describe, expect, test } from "vitest";
import { analyse } from "../../src/engine/analyse.js";
import type { ReviewedCategory } from "../../src/engine/configuration.js";
import neutralTexts from "../../src/engine/neutral-texts.json";
import { TextWriter } from "../../src/engine/texts.js";
import { callInput, demoCategories, demoCategory, emptyCategory, outcomeOf, sectionAsking } from "./call-input.js";
import { flawsIn, textsOf, timesIn, wordsIn } from "./text-checks.js";

/** Each outcome of the demo in 12 calls of all lengths. */
const demo = demoCategories.flatMap((category) =>
  category.possibleOutcomes.flatMap(({ label }) =>
    Array.from({ length: 12 }, (_, index) => {
      const durationSeconds = 1 + index ** 3;
      const call = {
        category,
        durationSeconds,
        recordingHash: `call-${index}`,
        analysisOverrides: { outcomeLabel: label },
      };
      return { durationSeconds, ...analyse(callInput(call)) };
    }),
  ),
);

const levels = ["met", "partly", "missed"] as const;

/** A category without texts: statements, in sections of the fake's choice. */
function ownCategory(count: number): ReviewedCategory {
  const questions = Array.from({ length: count }, (_, index) => `Der Punkt ${index + 1} wurde erfüllt.`);
  const sections = [questions.slice(0, count / 2), questions.slice(count / 2)].map((asked, index) => ({
    ...sectionAsking(...asked),
    sectionId: `sec_${index}`,
    sectionName: `Teil ${index + 1}`,
  }));
  const possibleOutcomes = [outcomeOf("Vertrag geändert"), outcomeOf("Falsch verbunden", { isNotApplicable: true })];
  return { ...emptyCategory, possibleOutcomes, analysisPointers: sections };
}

/** The neutral text that a rationale was written from. */
function templateOf(rationale: string, texts: readonly string[]): string | undefined {
  return texts.find((text) => {
    const parts = text.split(/\{[^}]*\}/).map((part) => part.replace(/[.?*+()[\]\\|^$]/g, "\\$&"));
    return new RegExp(`^${parts.join(".+?")}$`, "s").test(rationale);
  });
}

describe("in analyses of the demo", () => {
  test("no text is broken, and none is there twice in a call that was assessed", () => {
    for (const each of demo) {
      const texts = textsOf(each);
      expect(texts.flatMap(flawsIn)).toEqual([]);
      if (each.analysis.sections.some(({ totalScore }) => totalScore > 0))
        expect(new Set(texts).size).toBe(texts.length);
    }
  });

  test("the moments that are named lie within the call", () => {
    for (const each of demo)
      for (const time of textsOf(each).flatMap(timesIn)) expect(time).toBeLessThanOrEqual(each.durationSeconds);
  });

  test("texts have the lengths of an analysis service's", () => {
    const lengths = (texts: string[]) => texts.map(wordsIn).toSorted((one, other) => one - other);
    const rationales = lengths(
      demo.flatMap(({ analysis }) =>
        analysis.sections
          .filter(({ totalScore }) => totalScore > 0)
          .flatMap(({ criterias }) =>
            criterias.flatMap(({ result, rationale }) => (result === "Not applicable" ? [] : rationale)),
          ),
      ),
    );
    expect(rationales[Math.floor(rationales.length / 2)]).toBeGreaterThanOrEqual(25);
    expect([rationales[0], rationales.at(-1)]).toEqual([
      expect.toSatisfy((least: number) => least >= 10),
      expect.toSatisfy((most: number) => most >= 80),
    ]);
    const outcomes = lengths(demo.map(({ analysis }) => analysis.outcomeRationale));
    expect([(outcomes[0] ?? 0) >= 25, (outcomes.at(-1) ?? 99) <= 50]).toEqual([true, true]);
    const summaries = lengths(demo.map(({ summary }) => summary));
    expect([(summaries[0] ?? 0) >= 50, (summaries.at(-1) ?? 0) >= 150]).toEqual([true, true]);
  });
});

describe("in a category without its own texts", () => {
  test("no neutral text is used twice before all of its kind were", () => {
    for (let index = 0; index < 20; index += 1) {
      const { analysis } = analyse(callInput({ category: ownCategory(40), recordingHash: `call-${index}` }));
      const criteria = analysis.sections.flatMap(({ criterias }) => criterias);
      for (const [level, result] of [
        ["met", "Yes"],
        ["partly", "Partially"],
        ["missed", "No"],
      ] as const) {
        const used = criteria
          .filter((each) => each.result === result)
          .map(({ rationale }) => templateOf(rationale, neutralTexts[level]));
        expect(used).not.toContain(undefined);
        const counts = neutralTexts[level].map((text) => used.filter((each) => each === text).length);
        expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
      }
    }
  });

  test("texts are English whatever the language, and say nothing of a question", () => {
    const all = Array.from({ length: 10 }, (_, index) =>
      analyse(callInput({ category: ownCategory(8), recordingHash: `call-${index}` })),
    ).flatMap(textsOf);
    expect(all.flatMap(flawsIn)).toEqual([]);
    for (const text of all) expect(text.replace(/“[^”]*”/g, "")).not.toMatch(/Punkt|erfüllt|Vertrag|Teil/);
  });

  test("a call that is not assessed has a rationale for each criterion, without praise or blame", () => {
    const analysisOverrides = { outcomeLabel: "Falsch verbunden" };
    const { analysis, summary } = analyse(callInput({ category: ownCategory(12), analysisOverrides }));
    const rationales = analysis.sections.flatMap(({ criterias }) => criterias.map(({ rationale }) => rationale));
    expect(new Set(rationales).size).toBe(12);
    expect([summary, ...rationales].join(" ")).not.toMatch(/\bmet\b|strongest|weakest/i);
  });

  test("a number is called neither good nor bad", () => {
    const [section] = ownCategory(16).analysisPointers;
    const criterias = (section?.criterias ?? []).map((criterion) => ({ ...criterion, answers: ["1", "2", "3"] }));
    const category = { ...ownCategory(16), analysisPointers: [{ ...sectionAsking(), criterias }] };
    const analysed = Array.from({ length: 20 }, (_, index) =>
      analyse(callInput({ category, recordingHash: `call-${index}` })),
    );
    for (const { analysis, summary } of analysed) {
      for (const { result, rationale } of analysis.sections[0]?.criterias ?? []) {
        expect(["1", "2", "3"]).toContain(result);
        expect(templateOf(rationale, neutralTexts.answered)).toBeDefined();
      }
      expect(analysis.areasForImprovement).toEqual([]);
      expect(summary).not.toMatch(/strongest|weakest|best|lowest/);
    }
  });
});

test("there are at least eight neutral texts a level, and none says that a criterion is answered or settled", () => {
  for (const level of [...levels, "notApplicable", "answered"] as const)
    expect(new Set(neutralTexts[level]).size).toBeGreaterThanOrEqual(8);
  for (const level of levels) for (const text of neutralTexts[level]) expect(text).not.toMatch(/\banswered\b|\bsettle/);
  for (const text of neutralTexts.missed) expect(text).toMatch(/\bnot?\b|without|negative|unfulfilled|Nothing/i);
});

test("placeholders are filled, a doubled brace is a brace, and a text without its value is not chosen", () => {
  const words = { agent: "Asha", counterpart: "the customer", time: "00:04" };
  const extractions = { amount: 275_000, list: ["a", "b"], none: null, yes: true };
  const written = (...texts: string[]) => new TextWriter({ key: "call", words, extractions }).write(texts, ["name"]);
  expect(written("{counterpart} heard {agent} at {time}. {counterpart} left.")).toBe(
    "The customer heard Asha at 00:04. The customer left.",
  );
  expect(written("{field:amount} of {field:list}, {{agent}}")).toBe("2,75,000 of a, b, {agent}");
  for (const name of ["none", "yes", "other"]) expect(written(`{field:${name}}`, "Without.")).toBe("Without.");
  expect(written("{field:none}")).toBeUndefined();
});

test("the agent is named by the first name, and the other side as the questions do", () => {
  const category = demoCategory("Payment collection");
  const texts = textsOf(analyse(callInput({ category, agentName: "Meera  Nair" }))).join(" ");
  expect(texts).toMatch(/\bMeera\b/);
  expect(texts).toMatch(/\bthe borrower\b/);
  expect(texts).not.toMatch(/Nair|customer/);
});
