/**
 * The moments in the recording that show the evidence for each criterion, and the moment when the outcome was decided.
 */
import { seededRandom } from "../core/random.js";
import { secondsAt } from "./call-time.js";
import { impliedAnswers } from "./configuration.js";
import type { Drawn } from "./drawn.js";
import { answerOf } from "./score.js";

/** A moment in whole seconds from the start, and the end of its part of the call. */
export interface Moment {
  seconds: number;
  nextSeconds: number;
}

/**
 * The share of the call for a criterion of the first or the last section, because a greeting and a goodbye are short.
 */
const edgeWeight = 0.3;

/**
 * The moments of the criteria, one after the other at irregular distances. The outcome is decided after the criteria
 * that it implies to be met.
 */
export function momentsOf(drawn: Drawn, { key, durationSeconds }: { key: string; durationSeconds: number }) {
  const { outcome, sections } = drawn;
  const weighted = sections.flatMap(({ pointer, criteria }, index) =>
    criteria.map((criterion) => {
      const random = seededRandom(key, "moment", pointer.sectionId, criterion.definition.criteriaId);
      const isEdge = sections.length > 2 && (index === 0 || index === sections.length - 1);
      return {
        criterion,
        weight: (isEdge ? edgeWeight : 1) * 2 ** (2 * random.next() - 1),
        place: 0.35 + 0.3 * random.next(),
      };
    }),
  );
  const total = weighted.reduce((sum, { weight }) => sum + weight, 0);
  let before = 0;
  const starts = weighted.map(({ weight, place }) => {
    const fraction = (before + weight * place) / total;
    before += weight;
    return fraction;
  });
  /** The moment in the middle between a fraction of the call and the next one. */
  const momentAt = (fraction: number, next: number): Moment => ({
    seconds: secondsAt(durationSeconds, fraction),
    nextSeconds: secondsAt(durationSeconds, (fraction + next) / 2),
  });
  const of = new Map(weighted.map(({ criterion }, at) => [criterion, momentAt(starts[at] ?? 0, starts[at + 1] ?? 1)]));
  if (outcome?.isNotApplicable)
    return { of, outcome: momentAt(0.2 + 0.4 * seededRandom(key, "outcome-moment").next(), 1) };
  const isCause = ({ criterion }: (typeof weighted)[number]) =>
    impliedAnswers(outcome, criterion.definition.criteriaId)?.includes("met") && answerOf(criterion) === "met";
  const closing = sections.length > 1 ? (sections.at(-1)?.criteria.length ?? 0) : 0;
  const from = Math.max(weighted.findLastIndex(isCause), weighted.length - closing - 1);
  const [last, next] = [starts[from] ?? 0.6, starts[from + 1] ?? 1];
  return { of, outcome: momentAt((last + next) / 2, next) };
}
