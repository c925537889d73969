/** Which of a category's outcomes a call has. @see section 2, "Category detail", `possibleOutcomes`, of the specification */
import type { Policies } from "../core/policies.js";
import { seededRandom } from "../core/random.js";
import type { Outcome, ReviewedCategory } from "./configuration.js";
import type { DrawKeys } from "./draw-keys.js";
import type { PartialAnalysis } from "./partial-analysis.js";

/** The share of calls that the category is not meant for, such as a wrong number. */
const notApplicableShare = 0.05;

/** The longest call that the category may not be meant for: a wrong number is found out sooner. */
const longestNotApplicableSeconds = 180;

/** In a shorter call there is no time for a conversation: it succeeds in nothing, and asks for little. */
const shortestSeconds = 15;

/** A call of this quality is as likely to succeed as to fail. */
const evenQuality = 0.55;

/** How sharply the chance of success follows the quality. */
const steepness = 9;

/** What an outcome depends on besides what a test sets. */
export interface OutcomeOptions {
  keys: DrawKeys;
  category: ReviewedCategory;
  durationSeconds: number;
  scoreScale: Policies["scoreScale"];
  /** The call's quality, 0 to 1, as it was drawn. */
  quality: number;
}

/** The outcome that a test sets; else one that fits the score it sets; else one that fits the call's quality. */
export function outcomeOf(overrides: PartialAnalysis, options: OutcomeOptions): Outcome | null {
  const { keys, category, durationSeconds } = options;
  const { possibleOutcomes } = category;
  const given = possibleOutcomes.find(({ label }) => label === overrides.outcomeLabel);
  if (given) return given;
  const applicable = possibleOutcomes.filter(({ isNotApplicable }) => !isNotApplicable);
  const quality = qualityOf(overrides, options);
  if (hasPoints(overrides)) return chooseOutcome(keys.call, applicable, quality);
  if (durationSeconds < shortestSeconds) return chooseOutcome(keys.call, shortOutcomes(possibleOutcomes), quality);
  const isTooLong = durationSeconds > longestNotApplicableSeconds && applicable.length > 0;
  return chooseOutcome(keys.call, isTooLong ? applicable : possibleOutcomes, quality);
}

/** Those that a call of a few seconds can have: the category is not meant for it, or else it fails. */
function shortOutcomes(outcomes: readonly Outcome[]): readonly Outcome[] {
  const [first = outcomes] = [
    outcomes.filter(({ isNotApplicable }) => isNotApplicable),
    outcomes.filter(({ isSuccess }) => !isSuccess),
  ].filter(({ length }) => length > 0);
  return first;
}

/**
 * The share of the first criteria that a call of a few seconds gets to before it is over, 0 to 1; any longer call covers
 * all of them. A test that sets an outcome or points has all of them too.
 */
export function reachedShare(seconds: number, overrides: PartialAnalysis): number {
  const isSet = overrides.outcomeLabel !== undefined || hasPoints(overrides);
  return isSet || !(seconds < shortestSeconds) ? 1 : seconds / shortestSeconds;
}

/** Whether a partial analysis sets points, so that the criteria are assessed whatever the outcome is. */
export function hasPoints({ score = 0, sections = [] }: PartialAnalysis): boolean {
  return score > 0 || sections.some((section) => (section.score ?? 0) > 0 || (section.totalScore ?? 0) > 0);
}

/** A high score makes a success likely. */
function qualityOf({ score }: PartialAnalysis, { category, scoreScale, quality }: OutcomeOptions): number {
  if (score === undefined) return quality;
  const most = category.analysisPointers.reduce((sum, { criterias }) => sum + criterias.length, 0);
  return Math.min(1, scoreScale === "percent" ? score / 100 : score / Math.max(1, most));
}

/**
 * One of the outcomes for a call of this quality, or null when there are none: the better the call, the likelier a
 * success. Each outcome draws its own number, so that one more in the list changes the outcome of few calls.
 */
function chooseOutcome(key: string, outcomes: readonly Outcome[], quality: number): Outcome | null {
  const draws = outcomes.map((outcome) => ({
    outcome,
    waitingTime: waitingTimeOf(key, outcome, shareOf(outcome, outcomes, quality)),
  }));
  const shortest = Math.min(...draws.map(({ waitingTime }) => waitingTime));
  return draws.find(({ waitingTime }) => waitingTime === shortest)?.outcome ?? null;
}

/** The outcome's share of all calls, which it divides equally with the others of its kind. */
function shareOf(outcome: Outcome, outcomes: readonly Outcome[], quality: number): number {
  const kind = kindOf(outcome);
  return shareOfKind(kind, quality) / outcomes.filter((other) => kindOf(other) === kind).length;
}

type Kind = "success" | "failure" | "not-applicable";

function kindOf({ isSuccess, isNotApplicable }: Outcome): Kind {
  if (isNotApplicable) return "not-applicable";
  return isSuccess ? "success" : "failure";
}

function shareOfKind(kind: Kind, quality: number): number {
  if (kind === "not-applicable") return notApplicableShare;
  const success = 1 / (1 + Math.exp(steepness * (evenQuality - quality)));
  return (1 - notApplicableShare) * (kind === "success" ? success : 1 - success);
}

/** An exponential waiting time. Each outcome has the shortest one as often as its share says. */
function waitingTimeOf(key: string, { id }: Outcome, share: number): number {
  return -Math.log(1 - seededRandom(key, "outcome", id).next()) / share;
}
