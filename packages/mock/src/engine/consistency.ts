/**
 * What an outcome says about the answers, so that the two never contradict each other. Meaning is known in English
 * only; of other questions, only those with a condition depend on the outcome.
 */
import type { PossibleOutcome } from "@call-analysis/sdk";
import { conditionOf } from "./question.js";

/** What the answer to a question must be: met, missed, not applicable, or any but not applicable. */
export type Constraint = "met" | "missed" | "notApplicable" | "applicable";

interface Implication {
  /** What the label of the outcome mentions. */
  label: RegExp;
  isSuccess: boolean;
  question: RegExp;
  constraint: Constraint;
}

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
    question: /\bamount|\boutstanding|\boverdue|\bbalance/i,
    constraint: "met",
  },
  { label: /\bdisputed?\b/i, isSuccess: false, question: /\bamount|\boverdue|\bbalance/i, constraint: "met" },
  {
    label: /\bpaid\b/i,
    isSuccess: true,
    question: /\b(?:day|date) of payment|no payment/i,
    constraint: "notApplicable",
  },
  { label: /\bpromise/i, isSuccess: true, question: /\b(?:day|date) of payment/i, constraint: "met" },
  { label: /./u, isSuccess: true, question: /\bnext steps?\b|\bhappens next\b|\bfollow[- ]?up\b/i, constraint: "met" },
  { label: /\b(?:re)?solved\b/i, isSuccess: true, question: /\b(?:re)?solved?\b|\bsteps\b/i, constraint: "met" },
  {
    label: /\bunre?solved\b|\bescalated\b/i,
    isSuccess: false,
    question: /^(?:was|is|were|did|has).*\b(?:problem|issue|query|matter)\b.*\b(?:re)?solved\b|^did.*\b(?:re)?solve\b/i,
    constraint: "missed",
  },
];

/** What a call's outcome says about the answer to a question; null when any answer goes with it. */
export function constraintOf(question: string, outcome: PossibleOutcome | null): Constraint | null {
  if (outcome === null) return null;
  const { label, isSuccess } = outcome;
  const condition = conditionOf(question);
  // What is implied otherwise counts for every call, so not for a question that is for some of them.
  const implied = implications
    .filter(({ constraint }) => condition === null || constraint === "notApplicable")
    .find((each) => each.isSuccess === isSuccess && each.label.test(label) && each.question.test(question));
  if (implied) return implied.constraint;
  if (condition === null || condition === "other") return null;
  return (condition === "success") === isSuccess ? "applicable" : "notApplicable";
}
