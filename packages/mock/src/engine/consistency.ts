/**
 * What an outcome says about the answers, so that the two never contradict each other. A question that asks what a
 * label states is answered by it, and one with a condition follows from the outcome. A few more answers are implied by
 * words of English. What the words do not show is left open.
 */
import type { PossibleOutcome } from "@call-analysis/sdk";
import { conditionClauseOf, conditionOf, formOf, scaleOf } from "./question.js";
import { isDenied, truthOf } from "./statement.js";

/** What the answer to a question must be: met, missed, not applicable, or any but not applicable. */
export type Constraint = "met" | "missed" | "notApplicable" | "applicable";

/** The outcome of a call, and those that its category has. */
export interface ChosenOutcome {
  outcome: PossibleOutcome | null;
  possibleOutcomes: readonly PossibleOutcome[];
}

interface Implication {
  /** What the label of the outcome mentions. */
  label: RegExp;
  isSuccess: boolean;
  question: RegExp;
  constraint: Constraint;
}

/** The beginning of a question on what the agent said. Bounded, because a question can be of any length. */
const said =
  "^(?:did|has|have) .{0,60}\\b(?:agree|ask|confirm|describe|explain|give|guide|name|offer|outline|propose|repeat|say|set|state|summari[sz]e|tell)\\b.{0,120}";

/** The first that fits counts. */
const implications: readonly Implication[] = [
  {
    label: /\bdisputed?\b|\bcallback\b/i,
    isSuccess: false,
    question: /\bpart payment|\bpay in full/i,
    constraint: "notApplicable",
  },
  {
    label: /\b(?:paid|pay|payment)\b/i,
    isSuccess: true,
    question: new RegExp(`${said}(?:\\bamount|\\boutstanding|\\boverdue|\\bbalance)`, "i"),
    constraint: "met",
  },
  {
    label: /\bdisputed?\b/i,
    isSuccess: false,
    question: new RegExp(`${said}(?:\\bamount|\\boverdue|\\bbalance)`, "i"),
    constraint: "met",
  },
  {
    label: /\bpaid\b/i,
    isSuccess: true,
    question: /\b(?:day|date) of payment|no payment/i,
    constraint: "notApplicable",
  },
  {
    label: /\bpromise/i,
    isSuccess: true,
    question: new RegExp(`${said}\\b(?:day|date) of payment`, "i"),
    constraint: "met",
  },
  {
    label: /./u,
    isSuccess: true,
    question: new RegExp(`${said}\\b(?:next steps?|happens next|follow[- ]?up)\\b`, "i"),
    constraint: "met",
  },
  {
    label: /\b(?:re)?solved\b/i,
    isSuccess: true,
    question: new RegExp(`${said}\\bthrough the steps\\b`, "i"),
    constraint: "met",
  },
];

/** What a call's outcome says about the answer to a question; null when any answer goes with it. */
export function constraintOf(question: string, chosen: ChosenOutcome): Constraint | null {
  const { outcome } = chosen;
  if (outcome === null) return null;
  const condition = conditionOf(question);
  const implied = impliedBy(outcome, question);
  // What is implied otherwise counts for every call, so not for a question that is for some of them.
  if (implied && (condition === null || implied === "notApplicable")) return implied;
  if (condition === null) return statedBy(chosen, question);
  const applies =
    appliesAfter(chosen, question) ?? (condition === "other" ? null : (condition === "success") === outcome.isSuccess);
  if (applies === null) return null;
  return applies ? "applicable" : "notApplicable";
}

/** Whether a question's condition is what the outcome's label states; null when the label does not show it. */
function appliesAfter(chosen: ChosenOutcome, question: string): boolean | null {
  const { clause, isException } = conditionClauseOf(question);
  const truth = happened(clause, chosen);
  return truth === null ? null : truth !== isException;
}

/** Whether what a text asks happened, by the call's outcome; null when that is not known. */
export function happened(text: string, { outcome, possibleOutcomes }: ChosenOutcome): boolean | null {
  if (outcome === null || outcome.isNotApplicable) return null;
  const stated = truthOf(text, outcome.label);
  if (stated !== null || outcome.isSuccess) return stated;
  // A call that failed is none of those that succeeded: "Escalated" is not "Resolved".
  const successes = possibleOutcomes.filter(({ isSuccess }) => isSuccess);
  const truths = new Set(successes.map(({ label }) => truthOf(text, label, { isRuledOut: true })));
  truths.delete(null);
  const [truth = null] = truths;
  return truths.size === 1 ? truth : null;
}

function impliedBy({ label, isSuccess }: PossibleOutcome, question: string): Constraint | undefined {
  if (isDenied(label)) return undefined;
  return implications.find(
    (each) =>
      each.isSuccess === isSuccess &&
      each.label.test(label) &&
      each.question.test(question) &&
      (each.constraint === "notApplicable" || !isDenied(question)),
  )?.constraint;
}

function statedBy(chosen: ChosenOutcome, question: string): Constraint | null {
  if (scaleOf(question) || formOf(question) !== "yes-or-no") return null;
  const truth = happened(question, chosen);
  if (truth === null) return null;
  return truth ? "met" : "missed";
}
