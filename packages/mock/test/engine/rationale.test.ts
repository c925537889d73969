import { expect, test } from "vitest";
import { simulateAnalysis } from "../../src/engine/analysis.js";
import { callInput, demoCategories, demoCategory, emptyCategory, sectionAsking } from "./call-input.js";

const inputs = demoCategories.flatMap((category) =>
  Array.from({ length: 150 }, (_, index) => callInput({ category, recordingHash: `recording-${index}` })),
);

const results = inputs.map((input) => ({ input, ...simulateAnalysis(input) }));

const criterias = results.flatMap(({ analysis }) => analysis.sections.flatMap((section) => section.criterias));

test("a rationale says the result and quotes the question, to the letter and with its punctuation", () => {
  expect(criterias.length).toBeGreaterThan(1_000);
  for (const { question, result, rationale } of criterias) {
    expect(rationale).toContain(`“${question}”`);
    expect(rationale.replaceAll(`“${question}”`, "")).toMatch(new RegExp(`\\b${result}\\b`));
  }
});

test("a rationale has at most two sentences, and names somebody of the call, a time in it or its outcome", () => {
  for (const { input, analysis } of results) {
    for (const { question, rationale } of analysis.sections.flatMap((section) => section.criterias)) {
      const words = rationale.replace(`“${question}”`, "“…”");
      expect(words.split(/[.”] (?=[A-Z])/).length, rationale).toBeLessThanOrEqual(2);
      const names = [
        "Asha",
        input.category.name,
        analysis.outcomeLabel,
        "the customer",
        "the prospect",
        "the borrower",
      ];
      expect(names.some((name) => words.includes(name)) || /\d\d:\d\d/.test(words), rationale).toBe(true);
      expect(words).not.toMatch(/\bthe agent\b|Verma/);
    }
  }
});

test("a value that a question asks for by name is in its rationale", () => {
  const { analysis } = results.find(({ analysis }) => Object(analysis.extractions).budget > 100_000) ?? {
    analysis: null,
  };
  const rationale = analysis?.sections[2]?.criterias[0]?.rationale;
  expect(rationale).toMatch(/The analysis notes “Budget: \d,\d\d,000”\.$/);
});

test("in a call of seconds, and where questions are asked twice, rationales still differ", () => {
  const questions = Array.from({ length: 20 }, () => "Did the agent greet?");
  const category = { ...emptyCategory, analysisPointers: [sectionAsking(...questions)] };
  const { analysis } = simulateAnalysis(callInput({ category, durationSeconds: 1 }));
  expect(new Set(analysis.sections[0]?.criterias.map(({ rationale }) => rationale)).size).toBe(20);
});

test("a question of paragraphs is cut, and its quotation marks are closed", () => {
  const question = `Did the agent ${"talk about the weather and ".repeat(40)}stop?`;
  const category = { ...emptyCategory, analysisPointers: [sectionAsking(question)] };
  const rationale = simulateAnalysis(callInput({ category })).analysis.sections[0]?.criterias[0]?.rationale ?? "";
  expect(rationale).toMatch(/“Did the agent talk.*(?:weather|and|the|about|talk)…”/);
  expect(rationale.length).toBeLessThan(320);
});

test("the moments that are named lie within the call", () => {
  for (const { analysis } of results) {
    const text = JSON.stringify([analysis.sections, analysis.outcomeRationale, analysis.callObservations]);
    const times = [...text.matchAll(/\b(\d\d):(\d\d)\b/g)].map(
      ([, minutes, seconds]) => Number(minutes) * 60 + Number(seconds),
    );
    expect(Math.max(...times, 0)).toBeLessThanOrEqual(312);
  }
});

test("in a call of an hour the moments have hours", () => {
  const category = { ...emptyCategory, analysisPointers: [sectionAsking("Did the agent ask anything else?")] };
  const { analysis } = simulateAnalysis(callInput({ category, durationSeconds: 7_200, recordingHash: "recording-3" }));
  expect(analysis.sections[0]?.criterias[0]?.rationale).toMatch(/1:\d\d:\d\d/);
});

test("different recordings get different words", () => {
  const [first] = demoCategories;
  const rationales = results
    .filter(({ input }) => input.category === first)
    .map(({ analysis }) => analysis.sections[0]?.criterias[0]?.rationale);
  expect(new Set(rationales).size).toBeGreaterThan(30);
});

test("the outcome's rationale names the outcome and quotes what it means", () => {
  for (const { input, analysis } of results) {
    const outcome = input.category.possibleOutcomes.find(({ label }) => label === analysis.outcomeLabel);
    expect(analysis.outcomeRationale).toContain(
      `“${outcome?.label}” fits best. In the category's words: “${outcome?.description}”`,
    );
  }
});

test("areas for improvement come from what was not fully met, and there are none when all was", () => {
  for (const { analysis } of results) {
    const answers = analysis.sections.flatMap((section) => section.criterias).map(({ result }) => result);
    const unmet = answers.filter((answer) => answer === "No" || answer === "Partially").length;
    expect(analysis.areasForImprovement).toHaveLength(Math.min(4, unmet));
  }
});

test("the summary says who spoke, for how long, and how it ended", () => {
  for (const { analysis, summary } of results) {
    expect(summary).toContain("Asha Verma");
    expect(summary).toContain("5 min 12 s");
    expect(summary).toContain(`Outcome: ${analysis.outcomeLabel}.`);
  }
});

test("remarks call the other side what the category calls it", () => {
  const payment = demoCategory("Payment collection");
  const texts = results
    .filter(({ input }) => input.category === payment)
    .map(({ analysis }) => JSON.stringify(analysis));
  expect(texts.filter((text) => /\b[Tt]he customer\b/.test(text))).toEqual([]);
});

test("an agent without a name is the agent", () => {
  const category = { ...emptyCategory, analysisPointers: [sectionAsking("Did the agent greet the customer?")] };
  const { analysis, summary } = simulateAnalysis(callInput({ category, agentName: " " }));
  expect(analysis.sections[0]?.criterias[0]?.rationale).toMatch(/[Tt]he agent/);
  expect(summary).toMatch(/[Tt]he agent/);
});

test("the summary of a call that the category is not meant for notes no values", () => {
  for (const { input, analysis, summary } of results) {
    const outcome = input.category.possibleOutcomes.find(({ label }) => label === analysis.outcomeLabel);
    expect(summary.includes("Noted: ")).toBe(outcome?.isNotApplicable === false);
  }
});
