/**
 * What the words of a question say about its answer. A question is read once for each outcome of its category, because
 * thousands of calls have the same.
 */
import type { PossibleOutcome } from "@call-analysis/sdk";
import { type AskedLength, askedLength } from "./call-length.js";
import { type ChosenOutcome, type Constraint, constraintOf } from "./consistency.js";
import { conditionOf, type Scale, scaleOf } from "./question.js";

/** All that the words of a question say, in a call with one outcome. */
export interface QuestionReading {
  /** Null for a question that is not about the call's length. */
  askedLength: AskedLength | null;
  /** What the outcome says about the answer. */
  constraint: Constraint | null;
  isConditional: boolean;
  scale: Scale | null;
  /** Whether it asks about something to avoid. */
  isAboutAvoidance: boolean;
}

type ReadingsByQuestion = Map<string, QuestionReading>;

/** By the outcomes of a category, which are forgotten together with it. */
const readings = new WeakMap<readonly PossibleOutcome[], Map<PossibleOutcome | null, ReadingsByQuestion>>();

/** What the words of a question say in a call with this outcome. */
export function readQuestion(question: string, chosen: ChosenOutcome): QuestionReading {
  const known = knownReadings(chosen);
  const reading = known.get(question) ?? {
    askedLength: askedLength(question),
    constraint: constraintOf(question, chosen),
    isConditional: conditionOf(question) !== null,
    scale: scaleOf(question),
    isAboutAvoidance: /\b(?:avoid|refrain|never)\b/i.test(question),
  };
  known.set(question, reading);
  return reading;
}

function knownReadings({ outcome, possibleOutcomes }: ChosenOutcome): ReadingsByQuestion {
  const byOutcome = readings.get(possibleOutcomes) ?? new Map<PossibleOutcome | null, ReadingsByQuestion>();
  const byQuestion = byOutcome.get(outcome) ?? new Map<string, QuestionReading>();
  readings.set(possibleOutcomes, byOutcome.set(outcome, byQuestion));
  return byQuestion;
}
