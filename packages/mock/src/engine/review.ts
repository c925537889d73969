/**
 * The texts of a call's review, as a supervisor writes them. The category's own sentences come first; where it has none,
 * or none that this call has the values for, plain ones are written.
 */
import { seededRandom } from "../core/random.js";
import { secondsAt } from "./call-time.js";
import { impliedAnswers } from "./configuration.js";
import { type CriterionFinding, type Findings, isApplicable, type SectionFinding } from "./findings.js";
import { numberIn } from "./results.js";
import { sectionPoints } from "./score.js";
import { type ReviewOptions, SentenceWriter } from "./sentences.js";
import {
  plainAdvice,
  plainObservations,
  plainOutcomeRationale,
  plainRationales,
  plainSummary,
} from "./text/plain-texts.js";

/** All texts of an analysis. */
export interface ReviewTexts {
  summary: string;
  outcomeRationale: string;
  rationales: ReadonlyMap<CriterionFinding, string>;
  callObservations: string[];
  areasForImprovement: string[];
}

/** The most sentences of advice: a supervisor names what matters and stops. */
const maxAdvice = 4;

/** The most observations on sections that went well, and on those that went badly. */
const maxObservations = 2;

/** Writes all texts. */
export function writeReview(findings: Findings, options: ReviewOptions): ReviewTexts {
  const writer = new SentenceWriter(options);
  const seconds = outcomeSeconds(findings, options);
  const { outcome } = findings;
  const rationales = rationalesOf(findings, options, writer);
  return {
    rationales,
    summary:
      writer.write(outcome?.summary, { name: ["summary"], seconds }) ??
      writer.unique([plainSummary(findings, options)]),
    outcomeRationale:
      writer.write(outcome?.rationale, { name: ["outcome"], seconds }) ?? plainOutcomeRationale(outcome, seconds),
    callObservations: observationsOf(findings, writer),
    areasForImprovement: adviceOf(findings, writer),
  };
}

/**
 * When the outcome was clear: early in a call that the category is not meant for. Otherwise after what the outcome implies
 * to have been done, or before the last section, where what came of the call is repeated.
 */
function outcomeSeconds({ outcome, sections }: Findings, { key, durationSeconds }: ReviewOptions): number {
  const draw = seededRandom(key, "outcome-moment").next();
  if (outcome?.isNotApplicable) return secondsAt(durationSeconds, 0.2 + 0.4 * draw);
  const criteria = sections.flatMap((section) => section.criteria);
  const done = criteria.filter(
    ({ definition, answer }) => answer === "met" && impliedAnswers(outcome, definition.criteriaId),
  );
  const before = done.length > 0 ? done : sections.slice(0, -1).flatMap((section) => section.criteria);
  if (before.length === 0) return secondsAt(durationSeconds, 0.7 + 0.25 * draw);
  const from = Math.max(...secondsOf(before));
  const until = Math.min(durationSeconds, ...secondsOf(criteria).filter((seconds) => seconds > from));
  return Math.floor(from + (until - from) * (0.3 + 0.4 * draw));
}

const secondsOf = (criteria: readonly CriterionFinding[]) =>
  criteria.map(({ evidenceTimeSeconds }) => evidenceTimeSeconds);

function rationalesOf({ sections }: Findings, options: ReviewOptions, writer: SentenceWriter) {
  const rationales = new Map<CriterionFinding, string>();
  for (const { pointer, criteria } of sections) {
    for (const criterion of criteria) {
      const { definition, answer, evidenceTimeSeconds: seconds } = criterion;
      const name = [pointer.sectionId, definition.criteriaId];
      // A sentence of the category says nothing of a number.
      const own = numberIn(criterion) === undefined ? definition.rationales?.[answer] : undefined;
      const random = seededRandom(options.key, "rationale", ...name);
      const text = writer.write(own, { name, seconds });
      rationales.set(criterion, text ?? writer.unique(plainRationales(criterion, options.participants, random)));
    }
  }
  return rationales;
}

/** What is striking about the sections that went best and worst, in the order of the call. */
function observationsOf({ sections }: Findings, writer: SentenceWriter): string[] {
  const graded = sections.map((section) => ({ section, ...gradeOf(section) }));
  const best = graded.filter(({ grade }) => grade === "well").sort((one, other) => other.share - one.share);
  const worst = graded.filter(({ grade }) => grade === "badly").sort((one, other) => one.share - other.share);
  const chosen = new Set([...best.slice(0, maxObservations), ...worst.slice(0, maxObservations)]);
  const observations = graded
    .filter((each) => chosen.has(each))
    .flatMap(({ section: { pointer, criteria }, grade }) => {
      const telling = criteria.find(({ answer }) => (grade === "well" ? answer === "met" : answer === "missed"));
      const place = { name: ["observation", pointer.sectionId], seconds: telling?.evidenceTimeSeconds ?? 0 };
      return (grade && writer.write(pointer.observations?.[grade], place)) ?? [];
    });
  return observations.length > 0 ? observations : plainObservations(sections);
}

/** How a section went: well when nothing was missed, badly when at most a third was reached. */
function gradeOf({ pointer, criteria }: SectionFinding): { grade: "well" | "badly" | undefined; share: number } {
  const { score, totalScore } = sectionPoints({ pointer, criteria });
  if (totalScore === 0) return { grade: undefined, share: 0 };
  const applicable = criteria.filter(isApplicable);
  const share = score / totalScore;
  const isGood = applicable.every(({ answer }) => answer !== "missed") && share > 0.75;
  const isBad = applicable.some(({ answer }) => answer === "missed") && share <= 1 / 3;
  return { grade: isGood ? "well" : isBad ? "badly" : undefined, share };
}

/** What to do better, in the order of the call: of what was missed, then of what was done in part. */
function adviceOf({ sections }: Findings, writer: SentenceWriter): string[] {
  const criteria = sections.flatMap((section) => section.criteria);
  const missed = criteria.filter(({ answer }) => answer === "missed");
  const partly = criteria.filter(({ answer }) => answer === "partly");
  const chosen = new Set([...missed, ...partly].slice(0, maxAdvice));
  return criteria
    .filter((criterion) => chosen.has(criterion))
    .map((criterion) => {
      const { definition, evidenceTimeSeconds: seconds } = criterion;
      const own = writer.write(definition.advice, { name: ["advice", definition.criteriaId], seconds });
      return own ?? writer.unique([plainAdvice(criterion)]);
    });
}
