import type { CategoryDetail, PossibleOutcome } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { simulateAnalysis } from "../../src/engine/analysis.js";
import { constraintOf } from "../../src/engine/consistency.js";
import { callInput, emptyCategory, sectionAsking } from "./call-input.js";

interface Setup extends Partial<CategoryDetail> {
  questions?: string[];
  durationSeconds?: number;
}

/** A label with a `+` before it is one of success. */
function outcome(text: string): PossibleOutcome {
  const label = text.replace(/^\+/, "");
  return { id: `out_${label}`, label, description: "", isSuccess: text.startsWith("+"), isNotApplicable: false };
}

/** The analyses of 60 calls that end with the first of the outcomes. */
function analysesAfter([chosen = "", ...others]: string[], { questions = [], durationSeconds = 312, ...parts }: Setup) {
  const possibleOutcomes = [chosen, ...others].map(outcome);
  const category = { ...emptyCategory, possibleOutcomes, analysisPointers: [sectionAsking(...questions)], ...parts };
  const analysisOverrides = { outcomeLabel: possibleOutcomes[0]?.label };
  return Array.from({ length: 60 }, (_, index) => {
    const recordingHash = `recording-${index}`;
    return simulateAnalysis(callInput({ category, recordingHash, durationSeconds, analysisOverrides })).analysis;
  });
}

function answersAfter(outcomes: string[], question: string, durationSeconds?: number): string {
  const analyses = analysesAfter(outcomes, { questions: [question], ...(durationSeconds && { durationSeconds }) });
  return [...new Set(analyses.map(({ sections }) => sections[0]?.criterias[0]?.result))].toSorted().join();
}

const open = "No,Partially,Yes";

test.each([
  [["Not solved", "+Solved"], "Was the problem solved?", "No"],
  [["+Solved", "Not solved"], "Was the problem solved?", "Yes"],
  [["Not solved"], "Did the agent solve the customer's problem?", "No"],
  [["+Solved"], "Did the agent solve the customer's problem?", "Yes"],
  [["Unsolved"], "Has the customer's internet problem been resolved?", "No"],
  [["Failed to solve"], "Was the issue fixed?", "No"],
  [["Not solved"], "Was the problem solved on the first call?", "No"],
  [["Escalated", "+Resolved"], "Was the problem resolved?", "No"],
  [["Escalated", "+Resolved"], "Was the problem resolved on the first call?", "No"],
  [["Not sold"], "Did the customer buy?", "No"],
  [["+Sold"], "Did the customer buy?", "Yes"],
  [["No sale"], "Was a sale made?", "No"],
  [["Thinks about it", "+Sold"], "Did the customer buy the premium plan?", "No"],
  [["Refused to pay"], "Did the customer pay?", "No"],
  [["Refused to pay"], "Did the customer refuse to pay?", "Yes"],
  [["Unpaid"], "Has the customer paid?", "No"],
  [["Offer declined"], "Did the customer accept the offer?", "No"],
  [["+Offer accepted"], "Did the customer decline the offer?", "No"],
  [["+Demo booked"], "Was a demo booked?", "Yes"],
  [["+Contract renewed", "Not renewed"], "Did the customer renew the contract?", "Yes"],
  [["Not renewed"], "Did the customer renew the contract?", "No"],
  [["+Not cancelled"], "Did the customer cancel?", "No"],
  [["Cancelled"], "Did the customer cancel?", "Yes"],
  [["Not interested"], "Was the customer interested?", "No"],
  [["Nicht gelöst"], "Wurde das Problem gelöst?", "No"],
  [["+Gelöst"], "Hat der Mitarbeiter das Problem des Kunden gelöst?", "Yes"],
  [["Ungelöst"], "Konnte das Problem gelöst werden?", "No"],
  [["Kein Verkauf"], "Hat der Kunde gekauft?", "No"],
  [["हल नहीं हुआ"], "क्या समस्या हल हुई?", "No"],
  [["+हल हुआ"], "क्या एजेंट ने ग्राहक की समस्या हल की?", "Yes"],
  [["未解決"], "問題は解決しましたか？", "No"],
  [["+解決済み"], "お客様の問題は解決できましたか？", "Yes"],
])("after %j, %s is answered %s", (outcomes, question, answer) => {
  expect(answersAfter(outcomes, question)).toBe(answer);
});

test.each([
  [["+Solved"], "Was the problem left unsolved?", "No"],
  [["Not solved"], "Was the problem left unsolved?", "Yes"],
  [["+Solved"], "Was nothing solved?", "No"],
  [["+Gelöst"], "Wurde das Problem nicht gelöst?", "No"],
  [["+हल हुआ"], "क्या समस्या हल नहीं हुई?", "No"],
  [["+解決"], "問題は解決しませんでしたか？", "No"],
])("after %j, the denied question %s is answered the other way", (outcomes, question, answer) => {
  expect(answersAfter(outcomes, question)).toBe(answer);
});

test.each([
  [["+Solved"], "Did the customer stay unhappy because nothing was solved?", "Not applicable"],
  [["Not solved"], "Did the customer stay unhappy because nothing was solved?", open],
  [["+Solved"], "Unless the problem was solved, was a callback offered?", "Not applicable"],
  [["Not solved"], "Unless the problem was solved, was a callback offered?", open],
  [["+Solved"], "Was a callback offered unless the problem was solved?", "Not applicable"],
  [["Not solved"], "Although the problem was solved, did the customer complain?", "Not applicable"],
  [["+Not cancelled"], "If the customer cancelled, was a reason asked for?", "Not applicable"],
  [["Cancelled"], "If the customer cancelled, was a reason asked for?", open],
  [["+Gelöst"], "Es sei denn das Problem wurde gelöst, gab es einen Rückruf?", "Not applicable"],
  [["+Gelöst"], "War der Kunde verärgert, weil das Problem nicht gelöst wurde?", "Not applicable"],
  [["+हल हुआ"], "क्या ग्राहक नाराज़ था क्योंकि समस्या हल नहीं हुई?", "Not applicable"],
  [["+解決"], "解決できなかったため、お客様は不満でしたか？", "Not applicable"],
  [["未解決"], "解決した場合を除き、折り返しを案内しましたか？", open],
  [["+解決"], "解決した場合を除き、折り返しを案内しましたか？", "Not applicable"],
])("after %j, %s has a condition, and is answered %s", (outcomes, question, answer) => {
  expect(answersAfter(outcomes, question)).toBe(answer);
});

test.each([
  [["+Solved"], "Was the problem solved on the first call?"],
  [["+Solved"], "Did the agent explain how the problem was solved?"],
  [["+Solved"], "Did the agent promise to solve the problem?"],
  [["Not solved"], "Did the agent ask whether the problem was solved?"],
  [["Not solved"], "Did the agent apologise that nothing was solved?"],
  [["Not solved"], "Was the problem solved or escalated?"],
  [["Partially solved"], "Was the problem solved?"],
  [["Solved or escalated"], "Was the problem solved?"],
  [["+Promise to pay"], "Did the customer pay?"],
  [["+Payment received"], "Was the paid amount confirmed?"],
  [["+Paid"], "Did the customer dispute the overdue amount?"],
  [["+Paid"], "Did the agent forget to say the amount without being asked?"],
  [["Demo not booked"], "Was a callback booked?"],
  [["Not solved"], "Wasn't the problem solved?"],
  [["Nicht gelöst"], "Hat der Mitarbeiter erklärt, wie das Problem gelöst wird?"],
  [["हल नहीं हुआ"], "क्या एजेंट ने समस्या का हल बताया?"],
  [["未解決"], "問題が解決したか確認しましたか？"],
])("after %j, %s is left open", (outcomes, question) => {
  expect(answersAfter(outcomes, question)).toBe(open);
});

test.each([
  [469, "Was the call shorter than 2 minutes?", "No"],
  [469, "Did the call last at least 7 minutes?", "Yes"],
  [120, "Was the call longer than 2 minutes?", "No"],
  [469, "War das Gespräch kürzer als 2 Minuten?", "No"],
  [469, "क्या कॉल 2 मिनट से कम की थी?", "No"],
  [469, "通話は５分以上でしたか？", "Yes"],
  [469, "Was the customer put on hold for less than 2 minutes?", open],
])("in a call of %i seconds, %s is answered %s", (durationSeconds, question, answer) => {
  expect(answersAfter(["+Solved"], question, durationSeconds)).toBe(answer);
});

test.each([
  [["Not sold"], "bought", "", [false]],
  [["+Sold"], "bought", "", [true]],
  [["Not solved"], "problemSolved", "", [false]],
  [["Thinks about it", "+Sold"], "result", "Whether the customer bought", [false]],
  [["Not sold"], "complained", "", [false, true]],
])("after %j, a field of yes or no named %s (%j) is one of %j", (outcomes, fieldName, description, values) => {
  const field = { id: "f", fieldName, displayName: "", fieldType: "boolean", description, required: true };
  const extractionFields = [{ ...field, enumOptions: [], enumValues: [] }];
  const found = analysesAfter(outcomes, { extractionFields }).map(({ extractions }) => Object(extractions)[fieldName]);
  expect([...new Set(found)].toSorted()).toEqual(values);
});

test("a question and a label of a million characters are read in one pass", () => {
  for (const part of ["解決", "solve say ", "not ", "did the ", "हल ", " ", "、"]) {
    const text = `did the ${part.repeat(1_000_000 / part.length)}`;
    expect(constraintOf(text, { outcome: outcome(`+${text}`), possibleOutcomes: [outcome(`+${text}`)] })).toBeNull();
  }
});
