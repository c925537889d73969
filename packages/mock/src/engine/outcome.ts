/** Which of a category's outcomes a call has. @see section 2, "Category detail", `possibleOutcomes`, of the specification */
import type { Policies } from "../core/policies.js";
import { seededRandom } from "../core/random.js";
import type { Outcome, ReviewedCategory } from "./configuration.js";
import type { DrawKeys } from "./draw-keys.js";
import type { PartialAnalysis } from "./partial-analysis.js";

/** In a shorter call there is no time for a conversation: it is a wrong number, or succeeds in nothing and asks for little. */
const shortestConversationSeconds = 45;

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

/**
 * The outcomes that a call can have, the likeliest first: the one that a test sets; else by the score it sets; else by the
 * call's quality.
 */
export function outcomesOf(overrides: PartialAnalysis, options: OutcomeOptions): Outcome[] {
  const { keys, category, durationSeconds } = options;
  const { possibleOutcomes } = category;
  const given = possibleOutcomes.find(({ label }) => label === overrides.outcomeLabel);
  if (given) return [given];
  const applicable = possibleOutcomes.filter(({ isNotApplicable }) => !isNotApplicable);
  const quality = qualityOf(overrides, options);
  if (hasPoints(overrides)) return drawOrder(keys.call, applicable, quality);
  const possible = durationSeconds < shortestConversationSeconds ? shortOutcomes(possibleOutcomes) : applicable;
  return drawOrder(keys.call, possible.length > 0 ? possible : possibleOutcomes, quality);
}

/** Those that a call without a conversation can have: the category is not meant for it, or else it fails. */
function shortOutcomes(outcomes: readonly Outcome[]): readonly Outcome[] {
  const [first = outcomes] = [
    outcomes.filter(({ isNotApplicable }) => isNotApplicable),
    outcomes.filter(({ isSuccess }) => !isSuccess),
  ].filter(({ length }) => length > 0);
  return first;
}

/**
 * The share of the first criteria that a call without a conversation gets to before it is over, 0 to 1; any longer call
 * covers all of them. A test that sets an outcome or points has all of them too.
 */
export function reachedShare(seconds: number, overrides: PartialAnalysis): number {
  const isSet = overrides.outcomeLabel !== undefined || hasPoints(overrides);
  return isSet || !(seconds < shortestConversationSeconds) ? 1 : seconds / shortestConversationSeconds;
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
