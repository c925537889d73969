/** What a reviewer notes about a call as a whole. @see section 2, "Call analysis", of the specification */
import { clockTime } from "../call-time.js";
import type { CriterionFinding, Findings, SectionFinding } from "../findings.js";
import { resultOf } from "../results.js";
import { sectionPoints } from "../score.js";
import { quoted, sentence } from "./quotation.js";
import type { TextOptions } from "./text-options.js";

/** The most sentences of either kind: a reviewer names what matters and stops. */
const maxSentences = 4;

/** What was striking, in sentences: the best and the weakest part, and what was done well. */
export function callObservations({ outcome, sections }: Findings, options: TextOptions): string[] {
  const { agentName } = options.participants;
  const isAnyAssessed = sections.some((section) => sectionPoints(section).totalScore > 0);
  if (outcome?.isNotApplicable && !isAnyAssessed) {
    return [`With the outcome ${quoted(outcome.label)}, the call says little about the work of ${agentName}.`];
  }
  const highlights = sections.flatMap(({ criteria }) => {
    const met = criteria.find(({ answer }) => answer === "met");
    return met === undefined ? [] : [highlight(met, options)];
  });
  if (highlights.length === 0 && isAnyAssessed) return [`Nothing in this call earned ${agentName} a full point.`];
  return unique([...comparison(sections), ...highlights]).slice(0, maxSentences);
}

/** What to do better, in sentences and in the order of the call: what was missed, then what was done in part. */
export function areasForImprovement({ sections }: Findings): string[] {
  const answered = sections.flatMap(({ pointer, criteria }) =>
    criteria.map((criterion) => ({ criterion, sectionName: pointer.sectionName.trim() })),
  );
  const missed = answered.filter(({ criterion }) => criterion.answer === "missed");
  const partly = answered.filter(({ criterion }) => criterion.answer === "partly");
  const chosen = new Set([...missed, ...partly].slice(0, maxSentences));
  const advice = answered
    .filter((each) => chosen.has(each))
    .map(({ criterion, sectionName }) => {
      const heading = sectionName === "" ? "" : `${sectionName}: `;
      const question = quoted(criterion.definition.question);
      const time = clockTime(criterion.evidenceTimeSeconds);
      if (criterion.answer === "partly") return sentence(`${heading}go further than at ${time} on ${question}`);
      return sentence(`${heading}listen to ${time} again with ${question} in mind`);
    });
  return unique(advice);
}

function highlight(criterion: CriterionFinding, { participants, results }: TextOptions): string {
  const { definition, evidenceTimeSeconds } = criterion;
  const place = `${participants.agentName} at ${clockTime(evidenceTimeSeconds)}`;
  return sentence(`Worth hearing: ${place}, on ${quoted(definition.question)} (${resultOf(criterion, results)})`);
}

function comparison(sections: readonly SectionFinding[]): string[] {
  const ranked = sections
    .map((section) => ({ name: section.pointer.sectionName, ...sectionPoints(section) }))
    .filter(({ name, totalScore }) => name.trim() !== "" && totalScore > 0)
    .sort((one, other) => other.score / other.totalScore - one.score / one.totalScore);
  const [best, weakest] = [ranked[0], ranked.at(-1)];
  if (!best || !weakest || best.score * weakest.totalScore === weakest.score * best.totalScore) return [];
  return [
    `${quoted(best.name)} went best, with ${best.score} of ${best.totalScore} points.`,
    `${quoted(weakest.name)} went worst, with ${weakest.score} of ${weakest.totalScore}.`,
  ];
}

function unique(sentences: readonly string[]): string[] {
  return [...new Set(sentences)];
}
