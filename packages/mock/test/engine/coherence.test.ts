import type { Analysis, CategoryDetail } from "@call-analysis/sdk";
import { schemas } from "@call-analysis/sdk/schemas";
import fc from "fast-check";
import { expect, test } from "vitest";
import { simulateAnalysis } from "../../src/engine/analysis.js";
import { callInput, demoCategories, emptyCategory } from "./call-input.js";
import { fourLanguages } from "./four-languages.js";

/** Each of the demo's categories 200 times, in calls of all lengths. */
const demo = demoCategories.flatMap((category) =>
  Array.from({ length: 200 }, (_, index) => {
    const durationSeconds = 60 + ((index * 37) % 1_400);
    const { analysis } = simulateAnalysis(callInput({ category, durationSeconds, recordingHash: `call-${index}` }));
    return { category, durationSeconds, analysis };
  }),
);

function resultsOf(label: string, question: string | RegExp): string[] {
  return demo
    .filter(({ analysis }) => analysis.outcomeLabel === label)
    .flatMap(({ analysis }) => analysis.sections.flatMap(({ criterias }) => criterias))
    .filter((criterion) =>
      typeof question === "string" ? criterion.question === question : question.test(criterion.question),
    )
    .map(({ result }) => result);
}

test.each([
  ["Resolved", /^If no solution was agreed on/, ["Not applicable"]],
  ["Unresolved", /^If no solution was agreed on/, ["Yes", "Partially", "No"]],
  ["Escalated", /^If no solution was agreed on/, ["Yes", "Partially", "No"]],
  ["Technician visit scheduled", /^If no solution was agreed on/, ["Not applicable"]],
  ["Resolved", /through the steps/, ["Yes"]],
  ["Technician visit scheduled", /what happens next/, ["Yes"]],
  ["Paid during the call", /offer a part payment/, ["Not applicable"]],
  ["Paid during the call", /state the overdue amount/, ["Yes"]],
  ["Paid during the call", /exact day of payment/, ["Not applicable"]],
  ["Paid during the call", /if no payment is made/, ["Not applicable"]],
  ["Promise to pay", /offer a part payment/, ["Not applicable"]],
  ["Promise to pay", /state the overdue amount/, ["Yes"]],
  ["Promise to pay", /exact day of payment/, ["Yes"]],
  ["Refused to pay", /offer a part payment/, ["Yes", "Partially", "No"]],
  ["Amount disputed", /offer a part payment/, ["Not applicable"]],
  ["Callback requested", /offer a part payment/, ["Not applicable"]],
  ["Amount disputed", /state the overdue amount/, ["Yes"]],
  ["Demo booked", /concrete next step/, ["Yes"]],
  ["Trial started", /concrete next step/, ["Yes"]],
])("after %j, %s is answered %j", (label, question, allowed) => {
  const results = resultsOf(label, question);
  expect(results.length).toBeGreaterThan(5);
  expect([...new Set(results)].filter((result) => !allowed.includes(result))).toEqual([]);
});

test("a question about something that happens in some calls only applies in some of the demo's calls", () => {
  const results = resultsOf("Unresolved", /^If the customer was put on hold/);
  expect(results).toContain("Not applicable");
  expect(results).toContain("Yes");
});

/** What holds of every analysis, whatever the language of its category. */
function expectCoherent(analysis: Analysis, { durationSeconds }: { durationSeconds: number }) {
  const rationales = analysis.sections.flatMap(({ criterias }) => criterias.map(({ rationale }) => rationale));
  const remarks = [...rationales, ...texts(analysis.callObservations), ...texts(analysis.areasForImprovement)];
  expect(new Set(remarks).size).toBe(remarks.length);
  const second = rationales.map((rationale, index) => secondSentence(rationale, questions(analysis)[index] ?? ""));
  const added = second.filter((sentence) => sentence !== "");
  expect(new Set(added).size).toBe(added.length);
  for (const part of [rationales, texts(analysis.areasForImprovement), [analysis.outcomeRationale]]) {
    const times = timesIn(part.join(" "));
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect(Math.max(0, ...times)).toBeLessThanOrEqual(durationSeconds);
  }
  const highlights = timesIn(texts(analysis.callObservations).join(" "));
  expect(highlights).toEqual(highlights.toSorted((one, other) => one - other));
}

function texts(list: unknown): string[] {
  return (list ?? []) as string[];
}

function questions({ sections }: Analysis): string[] {
  return sections.flatMap(({ criterias }) => criterias.map(({ question }) => question));
}

function secondSentence(rationale: string, question: string): string {
  return /(?:[.?？。।…]”|\.”?|”) ([A-Z][^“]*(?:“[^“”]*”)?[^“]*)$/u.exec(rationale.replace(question, "…"))?.[1] ?? "";
}

function timesIn(text: string): number[] {
  return [...text.matchAll(/\b(?:(\d):)?(\d\d):(\d\d)\b/g)].map(
    ([, hours = "0", minutes, seconds]) => Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds),
  );
}

test("in 600 analyses of the demo, times ascend through the call and no remark is made twice", () => {
  for (const { analysis, durationSeconds } of demo) expectCoherent(analysis, { durationSeconds });
});

test("the same holds in any category in English, Hindi, German and Japanese, whose questions are quoted to the letter", () => {
  fc.assert(
    fc.property(fourLanguages, fc.integer({ min: 60, max: 5_400 }), (category, durationSeconds) => {
      const { analysis, summary } = simulateAnalysis(callInput({ category, durationSeconds }));
      expect(schemas.Analysis.safeParse(analysis).error).toBeUndefined();
      expectCoherent(analysis, { durationSeconds });
      for (const { question, result, rationale } of analysis.sections.flatMap(({ criterias }) => criterias)) {
        expect(rationale).toContain(`“${question}”`);
        expect(rationale.replace(`“${question}”`, "")).toContain(result);
      }
      const outside = unquoted([summary, analysis.outcomeRationale].join(" "), category);
      expect(outside).not.toMatch(/[\p{Script=Devanagari}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u);
    }),
    { numRuns: 100 },
  );
});

/** A text without the category's own words. */
function unquoted(text: string, category: CategoryDetail): string {
  const labels = category.possibleOutcomes.map(({ label }) => label);
  return labels.reduce((left, label) => left.replaceAll(label, ""), text.replace(/“[^”]*”/g, ""));
}

test("in every language a question with the condition of a failure is only for calls that fail, and that of a success for the others", () => {
  fc.assert(
    fc.property(fourLanguages, fc.string(), (category, recordingHash) => {
      const { analysis } = simulateAnalysis(callInput({ category, recordingHash }));
      const outcome = category.possibleOutcomes.find(({ label }) => label === analysis.outcomeLabel);
      for (const { criteriaId, result } of analysis.sections.flatMap(({ criterias }) => criterias)) {
        const [kind] = criteriaId.split(" ");
        if (outcome?.isNotApplicable) expect(result).toBe("Not applicable");
        else if (kind === "if-failed") expect(result === "Not applicable").toBe(outcome?.isSuccess);
        else if (kind === "if-agreed") expect(result === "Not applicable").toBe(!outcome?.isSuccess);
        else expect(result).not.toBe("Not applicable");
      }
    }),
    { numRuns: 100 },
  );
});

test.each([
  ["How well did the agent explain the price?", ["Well", "Fairly", "Poorly"]],
  ["To what extent was the agent prepared?", ["Well", "Fairly", "Poorly"]],
  ["Wie gut hat der Mitarbeiter den Preis erklärt?", ["Well", "Fairly", "Poorly"]],
  ["एजेंट ने कीमत कितनी अच्छी तरह समझाई?", ["Well", "Fairly", "Poorly"]],
  ["担当者は価格をどの程度わかりやすく説明しましたか？", ["Well", "Fairly", "Poorly"]],
  ["Which competitor did the customer name?", ["Answered", "Partially answered", "Not answered"]],
  ["Welchen Wettbewerber hat der Kunde genannt?", ["Answered", "Partially answered", "Not answered"]],
  ["ग्राहक ने कौन सा प्लान चुना?", ["Answered", "Partially answered", "Not answered"]],
  ["お客様はどのプランを選びましたか？", ["Answered", "Partially answered", "Not answered"]],
  ["Rate the greeting from 1 to 5.", ["1", "2", "3", "4", "5"]],
  ["Bewerten Sie die Begrüßung von 1 bis 5.", ["1", "2", "3", "4", "5"]],
  ["अभिवादन को १ से ५ तक अंक दें।", ["1", "2", "3", "4", "5"]],
  ["挨拶を１から５の５段階で評価してください。", ["1", "2", "3", "4", "5"]],
  ["Did the agent promise a call in 2 to 3 days?", ["Yes", "Partially", "No"]],
  ["Was the agent polite?", ["Yes", "Partially", "No"]],
  ["क्या एजेंट ने पूछा कि कौन निर्णय लेता है?", ["Yes", "Partially", "No"]],
  ["他に何かご質問がないか確認しましたか？", ["Yes", "Partially", "No"]],
])("%s is answered by one of %j, and every one of them occurs", (question, possible) => {
  const criterias = [{ id: "def", criteriaId: "crit", question }];
  const section = { id: "ptr", sectionId: "sec", sectionName: "S", criterias };
  const category = { ...emptyCategory, analysisPointers: [section] };
  const analyses = Array.from(
    { length: 200 },
    (_, index) => simulateAnalysis(callInput({ category, recordingHash: `call-${index}` })).analysis.sections[0],
  );
  const results = analyses.map((each) => each?.criterias[0]?.result ?? "");
  expect([...new Set(results)].toSorted()).toEqual(possible.toSorted());
  for (const each of analyses) expect(each?.criterias[0]?.rationale).toContain(each?.criterias[0]?.result);
});

test("the points of a rating are its place on the scale", () => {
  const question = "Rate the greeting from 1 to 5.";
  const section = {
    id: "ptr",
    sectionId: "sec",
    sectionName: "S",
    criterias: [{ id: "def", criteriaId: "crit", question }],
  };
  const category = { ...emptyCategory, analysisPointers: [section] };
  for (let index = 0; index < 50; index += 1) {
    const [result] = simulateAnalysis(callInput({ category, recordingHash: `call-${index}` })).analysis.sections;
    expect(result?.score).toBe((Number(result?.criterias[0]?.result) - 1) / 4);
  }
});
