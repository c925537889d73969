import type { CategoryDetail } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { simulateAnalysis } from "../../src/engine/analysis.js";
import type { AnalysisOptions } from "../../src/engine/analysis-options.js";
import { callInput, emptyCategory, fieldOf, outcomeOf, sectionAsking } from "./call-input.js";

/** The first section of 200 calls in a category that asks these questions. */
function sectionsOf(questions: string[], changes: Partial<AnalysisOptions> = {}) {
  const category = { ...emptyCategory, analysisPointers: [sectionAsking(...questions)] };
  return Array.from({ length: 200 }, (_, index) => {
    const [section] = simulateAnalysis(callInput({ category, recordingHash: `call-${index}`, ...changes })).analysis
      .sections;
    if (!section) throw new Error("There is one.");
    return section;
  });
}

function rationalesOf(question: string, result: string): string[] {
  const criteria = sectionsOf([question]).flatMap(({ criterias }) => criterias);
  const found = criteria.filter((criterion) => criterion.result === result).map(({ rationale }) => rationale);
  expect(found.length).toBeGreaterThan(5);
  return found;
}

test("what was asked of the agent becomes a statement, also where it was not done", () => {
  for (const rationale of rationalesOf("Did the agent ask about the budget range?", "Yes"))
    expect(rationale).toMatch(
      /^(?:At \d\d:\d\d Asha did ask about the budget range\.|Asha did ask about the budget range; the moment is \d\d:\d\d\.)$/,
    );
  for (const rationale of rationalesOf("Did the agent ask about the budget range?", "No"))
    expect(rationale).toMatch(/^Asha did not ask about the budget range[;,] .*\d\d:\d\d.*\.$/);
  for (const rationale of rationalesOf("Did the agent ask about the budget range?", "Partially"))
    expect(rationale).toContain("“Did the agent ask about the budget range?”");
});

test("a question that is not understood is quoted, with the moment, in different words", () => {
  const rationales = rationalesOf("Hat der Mitarbeiter nach dem Termin gefragt?", "Yes");
  for (const rationale of rationales) {
    expect(rationale).toContain("“Hat der Mitarbeiter nach dem Termin gefragt?”");
    expect(rationale).toMatch(/\d\d:\d\d/);
  }
  expect(new Set(rationales.map((rationale) => rationale.replace(/\d\d:\d\d/, ""))).size).toBe(3);
});

test.each([
  ["How well did the agent explain the price?", ["Well", "Fairly", "Poorly"]],
  ["Which competitor did the customer name?", ["Answered", "Partially answered", "Not answered"]],
  ["How many times did the agent interrupt the customer?", ["0", "1", "2", "3", "4", "5"]],
  ["Rate the greeting from 1 to 5.", ["1", "2", "3", "4", "5"]],
  ["अभिवादन को १ से ५ तक अंक दें।", ["1", "2", "3", "4", "5"]],
  ["Did the agent promise a call in 2 to 3 days?", ["Yes", "Partially", "No"]],
  ["If the customer was upset, did the agent apologise?", ["Yes", "Partially", "No", "Not applicable"]],
])("%s is answered by one of %j, and every one of them occurs", (question, possible) => {
  const criteria = sectionsOf([question]).flatMap(({ criterias }) => criterias);
  expect([...new Set(criteria.map(({ result }) => result))].toSorted()).toEqual(possible.toSorted());
});

test("the rationale of a number names it, and quotes the question", () => {
  const questions = ["How many times did the agent interrupt?", "Rate the greeting from 1 to 5."];
  for (const { question, result, rationale } of sectionsOf(questions).flatMap(({ criterias }) => criterias)) {
    expect(rationale).toMatch(new RegExp(`^(?:The answer is ${result}, |${result} is what )`));
    expect(rationale).toContain(`“${question}”`);
  }
});

/** Four sections of four questions, and outcomes of which none is for calls that are not assessed. */
const orders: CategoryDetail = {
  ...emptyCategory,
  possibleOutcomes: [
    outcomeOf("Order placed", { description: "The customer ordered." }),
    outcomeOf("No order", { isSuccess: false }),
  ],
  analysisPointers: ["One", "Two", "Three", "Four"].map((sectionName, index) => ({
    ...sectionAsking("Was it greeted?", "Was it asked?", "Was it told?", "Was it thanked?"),
    sectionId: `sec_${index}`,
    sectionName,
  })),
  extractionFields: [fieldOf("currency", { fieldName: "budget", displayName: "Budget", required: false })],
};

test.each([{ outcomeLabel: "Order placed" }, { score: 50 }])(
  "a recording of a few seconds is assessed as a whole when a test sets %j",
  (analysisOverrides) => {
    const { analysis } = simulateAnalysis(callInput({ category: orders, durationSeconds: 3, analysisOverrides }));
    expect(analysis.sections.map(({ totalScore }) => totalScore)).toEqual([4, 4, 4, 4]);
    expect(analysis).toMatchObject(analysisOverrides);
  },
);

test("calls that succeed have better answers than those that fail, also when a test sets the outcome", () => {
  const scoreAfter = (outcomeLabel: string) => {
    const scores = Array.from({ length: 200 }, (_, index) => {
      const input = callInput({
        category: orders,
        recordingHash: `call-${index}`,
        analysisOverrides: { outcomeLabel },
      });
      return simulateAnalysis(input).analysis.score;
    });
    return scores.reduce((sum, score) => sum + score, 0) / scores.length;
  };
  expect(scoreAfter("Order placed")).toBeGreaterThan(scoreAfter("No order") + 5);
});

test("the summary says who spoke, for how long, how it ended, what was noted and what went best", () => {
  const [summary] = Array.from({ length: 20 }, (_, index) =>
    simulateAnalysis(callInput({ category: orders, recordingHash: `call-${index}` })),
  ).flatMap(({ analysis, summary }) => (Object(analysis.extractions).budget === null ? [] : [summary]));
  expect(summary).toMatch(
    /^Asha Verma spoke with the customer for 5 min 12 s\. The call ended as “(?:Order placed|No order)”\. Noted: Budget: [\d,]+\. “\w+” went best, “\w+” worst\.$/,
  );
});

test("what is essential and was missed has the first observation, also where the category has no sentences", () => {
  const [section = sectionAsking(), ...others] = orders.analysisPointers;
  const criterias = sectionAsking("Was it greeted?", "Did the agent ask about the budget range?").criterias;
  const essential = criterias.map((criterion, index) => ({ ...criterion, isEssential: index === 1 }));
  const category = { ...orders, analysisPointers: [...others, { ...section, criterias: essential }] };
  let missed = 0;
  for (let index = 0; index < 60; index += 1) {
    const { analysis } = simulateAnalysis(callInput({ category, recordingHash: `call-${index}` }));
    if (analysis.sections.at(-1)?.criterias.at(-1)?.result !== "No") continue;
    const observations = analysis.callObservations as string[];
    expect(observations[0]).toMatch(/^Asha did not ask about the budget range[;,] .*\d\d:\d\d/);
    missed += 1;
  }
  expect(missed).toBeGreaterThan(5);
});
