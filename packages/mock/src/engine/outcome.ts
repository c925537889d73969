/** Which of a category's outcomes a call has. @see section 2, "Category detail", `possibleOutcomes`, of the specification */
import type { Policies } from "../core/policies.js";
import { seededRandom } from "../core/random.js";
import type { Outcome, ReviewedCategory } from "./configuration.js";
import type { DrawKeys } from "./draw-keys.js";
import type { PartialAnalysis } from "./partial-analysis.js";

/** A call of this quality is as likely to succeed as to fail. */
const evenQuality = 0.55;

/** How sharply the chance of success follows the quality. */
const steepness = 9;

/** What an outcome depends on besides what a test sets. */
export interface OutcomeOptions {
  keys: DrawKeys;
  category: ReviewedCategory;
  scoreScale: Policies["scoreScale"];
  /** The call's quality, 0 to 1, as it was drawn. */
  quality: number;
}

/**
 * The outcomes that a call can have, the likeliest first: the one that a test sets; else by the score it sets; else by the
 * call's quality. One that is not applicable is for tests to set, unless the category has no other.
 */
export function outcomesOf(overrides: PartialAnalysis, options: OutcomeOptions): Outcome[] {
  const { possibleOutcomes } = options.category;
  const given = possibleOutcomes.find(({ label }) => label === overrides.outcomeLabel);
  if (given) return [given];
  const applicable = possibleOutcomes.filter(({ isNotApplicable }) => !isNotApplicable);
  const possible = applicable.length > 0 ? applicable : possibleOutcomes;
  return drawOrder(options.keys.call, possible, qualityOf(overrides, options));
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
 * The outcomes for a call of this quality, as they are drawn: the better the call, the likelier a success comes first. Each outcome draws its own number, so that one more in the list changes the outcome of few calls.
 */
function drawOrder(key: string, outcomes: readonly Outcome[], quality: number): Outcome[] {
  return outcomes
    .map((outcome) => ({ outcome, waitingTime: waitingTimeOf(key, outcome, shareOf(outcome, outcomes, quality)) }))
    .sort((one, other) => one.waitingTime - other.waitingTime)
    .map(({ outcome }) => outcome);
}

/** The outcome's share of all calls, which it divides equally with the others that succeed, or that do not. */
function shareOf({ isSuccess }: Outcome, outcomes: readonly Outcome[], quality: number): number {
  const success = 1 / (1 + Math.exp(steepness * (evenQuality - quality)));
  return (isSuccess ? success : 1 - success) / outcomes.filter((other) => other.isSuccess === isSuccess).length;
}

/** An exponential waiting time. Each outcome has the shortest one as often as its share says. */
function waitingTimeOf(key: string, { id }: Outcome, share: number): number {
  return -Math.log(1 - seededRandom(key, "outcome", id).next()) / share;
}
