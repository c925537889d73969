/**
 * The texts of a call's review, as a supervisor writes them. The category's own sentences come first; where it has none,
 * or none that this call has the values for, plain ones are written.
 */
import { seededRandom } from "../core/random.js";
import { secondsAt } from "./call-time.js";
import { impliedAnswers, type Outcome } from "./configuration.js";
import { type CriterionFinding, type Findings, isApplicable, type SectionFinding } from "./findings.js";
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

/** The most of them about one section. */
const maxAdviceOfSection = 2;

/** The least time from the moment of the outcome to what comes after it. */
const leastPauseSeconds = 5;

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
    callObservations: observationsOf(findings, options, writer),
    areasForImprovement: adviceOf(findings, seconds, writer),
  };
}

/**
 * When the outcome was clear: early in a call that the category is not meant for. Otherwise after what it hangs on, or
 * else after all sections but the last, where what came of the call is repeated; a success also after what it implies
 * to have been done there.
 */
function outcomeSeconds({ outcome, sections }: Findings, { key, durationSeconds }: ReviewOptions): number {
  const draw = seededRandom(key, "outcome-moment").next();
  if (outcome?.isNotApplicable) return secondsAt(durationSeconds, 0.2 + 0.4 * draw);
  const criteria = sections.flatMap((section) => section.criteria).filter(isApplicable);
  const closing = new Set(sections.at(-1)?.criteria);
  const cause = criteria.filter(({ definition }) => definition.criteriaId === outcome?.clearAfter);
  const usual = criteria.filter((criterion) => !closing.has(criterion) || isImpliedDeed(criterion, outcome));
  const before = cause.length > 0 ? cause : usual;
  if (before.length === 0) return secondsAt(durationSeconds, 0.7 + 0.25 * draw);
  const from = Math.max(...secondsOf(before));
  const until = Math.min(durationSeconds, ...secondsOf(criteria).filter((seconds) => seconds > from));
  const usualSeconds = Math.min(from + (until - from) * (0.5 + 0.4 * draw), until - leastPauseSeconds);
  return Math.max(from, Math.floor(usualSeconds));
}

function isImpliedDeed({ definition, answer }: CriterionFinding, outcome: Outcome | null): boolean {
  return (
    answer !== "missed" && outcome?.isSuccess === true && impliedAnswers(outcome, definition.criteriaId) !== undefined
  );
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
      rationales.set(criterion, writer.write(own, { name, seconds }) ?? plainly(criterion, name, options, writer));
    }
  }
  return rationales;
}

/** What is said of a criterion in plain words, which is another sentence each time. */
function plainly(criterion: CriterionFinding, name: string[], options: ReviewOptions, writer: SentenceWriter): string {
  const random = seededRandom(options.key, "rationale", ...name);
  return writer.unique(plainRationales(criterion, options.participants, random));
}

/**
 * What is striking: first all that is essential and was missed, then the other sections that went worst, or did only a part
 * of what is essential; of a section that missed what is essential, that is what there is to say. Praise for those that went
 * best has no place beside such a miss. Where nothing is striking, the weakest section.
 */
function observationsOf({ sections }: Findings, options: ReviewOptions, writer: SentenceWriter): string[] {
  const graded = sections.map(gradeOf);
  const essential = graded.flatMap(({ misses }) => misses.filter(isEssentialMiss));
  const urgent = essential.map((criterion) => {
    const name = ["observation", criterion.definition.criteriaId];
    const own = writer.write(criterion.definition.observation, { name, seconds: criterion.evidenceTimeSeconds });
    return own ?? plainly(criterion, name, options, writer);
  });
  const best = urgent.length > 0 ? [] : graded.filter(({ share }) => share === 1).slice(0, maxObservations);
  const weak = graded
    .filter(({ misses }) => misses.length > 0 && !misses.some(isEssentialMiss))
    .sort((one, other) => one.share - other.share);
  const worst = weak.filter((section) => isBad(section) || section.misses.some(isEssential)).slice(0, maxObservations);
  const isStriking = urgent.length + best.length + worst.length > 0;
  const chosen = new Set([...best, ...(isStriking ? worst : weak.slice(0, 1))]);
  const others = graded
    .filter((each) => chosen.has(each))
    .flatMap(({ pointer, criteria, share, misses }) => {
      const [telling] = [...misses, ...criteria.filter(isApplicable)];
      const place = { name: ["observation", pointer.sectionId], seconds: telling?.evidenceTimeSeconds ?? 0 };
      return writer.write(pointer.observations?.[share === 1 ? "well" : "badly"], place) ?? [];
    });
  const observations = [...urgent, ...others].slice(0, Math.max(2 * maxObservations, urgent.length));
  const hasOwn = sections.some(({ pointer }) => pointer.observations);
  return observations.length > 0 || hasOwn ? observations : plainObservations(sections);
}

/** A section, the share of its points that was reached, and what was missed or partly met in it, the worst first. */
function gradeOf(section: SectionFinding) {
  const { score, totalScore } = sectionPoints(section);
  const misses = section.criteria.filter(({ answer }) => answer === "missed" || answer === "partly").sort(worstFirst);
  // Not a number where nothing applies.
  return { ...section, share: score / totalScore, misses };
}

/** Whether a section went badly as a whole: at most a third of it was reached. */
function isBad({ share, misses }: ReturnType<typeof gradeOf>): boolean {
  return share <= 1 / 3 && misses.some(({ answer }) => answer === "missed");
}

/** What is essential and was missed comes first, then what is essential and was met in part, and then what lost most. */
function worstFirst(one: CriterionFinding, other: CriterionFinding): number {
  return (
    Number(isEssentialMiss(other)) - Number(isEssentialMiss(one)) ||
    Number(isEssential(other)) - Number(isEssential(one)) ||
    pointsOf(one) - pointsOf(other)
  );
}

function isEssential({ definition }: CriterionFinding): boolean {
  return definition.isEssential === true;
}

/** Whether it outweighs all others. */
function isEssentialMiss(criterion: CriterionFinding): boolean {
  return isEssential(criterion) && criterion.answer === "missed";
}

/**
 * What to do better, the worst first: what is essential and was missed, what the outcome calls for, what lost most, and
 * of that what the weakest section lacks.
 */
function adviceOf({ outcome, sections }: Findings, seconds: number, writer: SentenceWriter): string[] {
  const misses = sections
    .map(gradeOf)
    .filter(({ share }) => share < 1)
    .sort((one, other) => one.share - other.share)
    .flatMap((section) => section.misses.slice(0, maxAdviceOfSection))
    .sort(worstFirst);
  const advice = misses.map((criterion) => {
    const { definition, evidenceTimeSeconds: at } = criterion;
    const own = writer.write(definition.advice, { name: ["advice", definition.criteriaId], seconds: at });
    return own ?? writer.unique([plainAdvice(criterion)]);
  });
  const ofOutcome = misses.length > 0 ? writer.write(outcome?.advice, { name: ["advice"], seconds }) : undefined;
  return advice
    .toSpliced(misses.filter(isEssentialMiss).length, 0, ...(ofOutcome ? [ofOutcome] : []))
    .slice(0, maxAdvice);
}
