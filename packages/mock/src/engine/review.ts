/**
 * The texts of a call's review, as a supervisor writes them. The category's own sentences come first; where it has none,
 * or none that this call has the values for, plain ones are written.
 */
import { seededRandom } from "../core/random.js";
import { secondsAt } from "./call-time.js";
import { impliedAnswers, type Outcome } from "./configuration.js";
import type { CriterionFinding, Findings, SectionFinding } from "./findings.js";
import { numberIn } from "./results.js";
import { pointsOf, sectionPoints } from "./score.js";
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
 * When the outcome was clear: early in a call that the category is not meant for. Otherwise after all sections but the
 * last, where what came of the call is repeated, and after what the outcome implies to have been done there.
 */
function outcomeSeconds({ outcome, sections }: Findings, { key, durationSeconds }: ReviewOptions): number {
  const draw = seededRandom(key, "outcome-moment").next();
  if (outcome?.isNotApplicable) return secondsAt(durationSeconds, 0.2 + 0.4 * draw);
  const criteria = sections.flatMap((section) => section.criteria);
  const closing = new Set(sections.at(-1)?.criteria);
  const before = criteria.filter((criterion) => !closing.has(criterion) || isImpliedDeed(criterion, outcome));
  if (before.length === 0) return secondsAt(durationSeconds, 0.7 + 0.25 * draw);
  const from = Math.max(...secondsOf(before));
  const until = Math.min(durationSeconds, ...secondsOf(criteria).filter((seconds) => seconds > from));
  return Math.floor(from + (until - from) * (0.5 + 0.4 * draw));
}

function isImpliedDeed({ definition, answer }: CriterionFinding, outcome: Outcome | null): boolean {
  return (answer === "met" || answer === "partly") && impliedAnswers(outcome, definition.criteriaId) !== undefined;
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
  const best = graded.filter(({ grade }) => grade === "well");
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

/** How a section went: well when all of it was met, badly when at most a third was reached. */
function gradeOf({ pointer, criteria }: SectionFinding): { grade: "well" | "badly" | undefined; share: number } {
  const { score, totalScore } = sectionPoints({ pointer, criteria });
  // Not a number where nothing applies: neither grade fits.
  const share = score / totalScore;
  const isBad = share <= 1 / 3 && criteria.some(({ answer }) => answer === "missed");
  return { grade: share === 1 ? "well" : isBad ? "badly" : undefined, share };
}

/** What to do better, the worst first: what lost most, of that what is essential, of that what came first in the call. */
function adviceOf({ sections }: Findings, writer: SentenceWriter): string[] {
  const isEssential = ({ definition }: CriterionFinding) => Number(definition.isEssential ?? false);
  return sections
    .flatMap(({ criteria }) => criteria)
    .filter(({ answer }) => answer === "missed" || answer === "partly")
    .sort((one, other) => pointsOf(one) - pointsOf(other) || isEssential(other) - isEssential(one))
    .slice(0, maxAdvice)
    .map((criterion) => {
      const { definition, evidenceTimeSeconds: seconds } = criterion;
      const own = writer.write(definition.advice, { name: ["advice", definition.criteriaId], seconds });
      return own ?? writer.unique([plainAdvice(criterion)]);
    });
}
