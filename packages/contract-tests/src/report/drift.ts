import { assumptionOf } from "../contract/assumptions.ts";
import { publicWord } from "../public-word.ts";
import type { Outcome, RunResult } from "../run/outcome.ts";

/** One point at which a service is not what this repository says of it. */
export interface Drift {
  /** What should change: a place in the document, a part of the specification, or a row of `ASSUMPTIONS.md`. */
  place: string;
  statement: string;
  /** The fake's setting for it; undefined when it has none. */
  setting?: string | undefined;
  /** The case that found it. */
  foundBy: string;
}

/** What the service answers to an open question. */
export interface AnsweredQuestion {
  assumption: string;
  question: string;
  expected: string;
  observed: string;
}

/** Every point at which the service differs from the document, the specification or an assumption, each once. */
export function driftOf({ outcomes }: Pick<RunResult, "outcomes">): Drift[] {
  const all = outcomes.flatMap((outcome) => [...departures(outcome), ...differences(outcome), ...additions(outcome)]);
  return all.filter((drift, index) => all.findIndex((other) => isSame(drift, other)) === index);
}

/** What the service answered to each open question, in the order in which it was asked. */
export function answeredQuestions({ outcomes }: Pick<RunResult, "outcomes">): AnsweredQuestion[] {
  const all = outcomes.flatMap(({ observations }) => observations);
  const each = all.filter((one, index) => all.findIndex((other) => isSameObservation(one, other)) === index);
  return each.map((observation) => ({ ...observation, question: assumptionOf(observation.assumption).question }));
}

/** A difference from an assumption has its own entry, with the setting. */
function departures({ case: subject, statement, place = "", observations }: Outcome): Drift[] {
  const isOfAssumption = observations.some(({ assumption }) => place === `ASSUMPTIONS.md, ${assumption}`);
  if (statement === undefined || isOfAssumption) return [];
  return [{ place, statement, foundBy: subject.name }];
}

function differences({ case: subject, observations }: Outcome): Drift[] {
  return observations
    .filter(({ expected, observed }) => expected !== observed)
    .map(({ assumption, expected, observed }) => ({
      place: `ASSUMPTIONS.md, ${assumption}`,
      statement: `assumed: ${expected}; answered: ${observed}`,
      setting: assumptionOf(assumption).setting,
      foundBy: subject.name,
    }));
}

function additions({ case: subject, unknownFields }: Outcome): Drift[] {
  return unknownFields.map(({ place, key }) => ({
    place,
    statement: `The document does not have the field ${publicWord(key)}`,
    foundBy: subject.name,
  }));
}

function isSame(one: Drift, other: Drift): boolean {
  return one.place === other.place && one.statement === other.statement;
}

function isSameObservation(
  one: Omit<AnsweredQuestion, "question">,
  other: Omit<AnsweredQuestion, "question">,
): boolean {
  return one.assumption === other.assumption && one.observed === other.observed && one.expected === other.expected;
}
