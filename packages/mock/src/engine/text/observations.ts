/** What a reviewer notes about a call as a whole. @see section 2, "Call analysis", of the specification */

import { clockTime } from "../call-time.js";
import type { CriterionFinding, Findings, SectionFinding } from "../findings.js";
import { sectionPoints } from "../score.js";
import type { Participants } from "./participants.js";
import { readQuestion } from "./question.js";
import { affirm, instruct, sentence } from "./statement.js";

/** The most sentences of either kind: a reviewer names what matters and stops. */
const maxSentences = 4;

/** What was striking, in sentences: the best and the weakest part, and what was done well. */
export function callObservations({ outcome, sections }: Findings, participants: Participants): string[] {
  if (outcome?.isNotApplicable) {
    return [
      `The call was not one that this category is meant for, so it says little about ${participants.agentName}'s work.`,
    ];
  }
  const highlights = sections.flatMap(({ criteria }) => {
    const met = criteria.find(({ answer }) => answer === "met");
    return met === undefined ? [] : [highlight(met, participants)];
  });
  const isAnyAssessed = sections.some((section) => sectionPoints(section).totalScore > 0);
  if (highlights.length === 0 && isAnyAssessed) return ["None of the criteria was fully met."];
  return [...comparison(sections), ...highlights].slice(0, maxSentences);
}

/** What to do better, in sentences: first what was missed, then what was done in part. */
export function areasForImprovement({ sections }: Findings): string[] {
  const answered = sections.flatMap(({ pointer, criteria }) =>
    criteria.map((criterion) => ({ ...criterion, sectionName: pointer.sectionName })),
  );
  const missed = answered.filter(({ answer }) => answer === "missed").map(adviceOnMissed);
  const partly = answered.filter(({ answer }) => answer === "partly").map(adviceOnPartlyMet);
  return [...missed, ...partly].slice(0, maxSentences);
}

function highlight({ definition, evidenceTimeSeconds }: CriterionFinding, { agentName }: Participants): string {
  return sentence(`${affirm(readQuestion(definition.question), agentName)} (${clockTime(evidenceTimeSeconds)})`);
}

function comparison(sections: readonly SectionFinding[]): string[] {
  const ranked = sections
    .map((section) => ({ name: section.pointer.sectionName, ...sectionPoints(section) }))
    .filter(({ name, totalScore }) => name !== "" && totalScore > 0)
    .sort((one, other) => other.score / other.totalScore - one.score / one.totalScore);
  const [best, weakest] = [ranked[0], ranked.at(-1)];
  if (!best || !weakest || best.score * weakest.totalScore === weakest.score * best.totalScore) return [];
  return [
    `${best.name} was the strongest part, with ${best.score} of ${best.totalScore} points.`,
    `${weakest.name} was the weakest, with ${weakest.score} of ${weakest.totalScore}.`,
  ];
}

interface NamedCriterion extends CriterionFinding {
  sectionName: string;
}

function adviceOnMissed({ definition, sectionName }: NamedCriterion): string {
  return sentence(`${headingOf(sectionName)}${instruct(readQuestion(definition.question))}`);
}

function adviceOnPartlyMet({ definition, sectionName, evidenceTimeSeconds }: NamedCriterion): string {
  const advice = instruct(readQuestion(definition.question));
  return sentence(`${headingOf(sectionName)}${advice}, and more fully than at ${clockTime(evidenceTimeSeconds)}`);
}

function headingOf(sectionName: string): string {
  return sectionName === "" ? "" : `${sectionName}: `;
}
