/** Which of a category's outcomes a call has. @see section 2, "Category detail", `possibleOutcomes`, of the specification */
import type { PossibleOutcome } from "@call-analysis/sdk";
import { seededRandom } from "../core/random.js";

/** How often a call is none that the category is meant for, such as a wrong number. */
const notApplicableShare = 0.05;

/** A call of this quality is as likely to succeed as to fail. */
const evenQuality = 0.55;

/** How sharply the chance of success follows the quality. */
const steepness = 9;

/**
 * The outcome of a call of the given quality, or null when the category has none: a good call is likelier
 * to be a success. Each outcome draws its own lot, so another one in the list disturbs few calls.
 */
export function chooseOutcome(
  key: string,
  outcomes: readonly PossibleOutcome[],
  quality: number,
): PossibleOutcome | null {
  const lots = outcomes.map((outcome) => ({ outcome, lot: lotOf(key, outcome, shareOf(outcome, outcomes, quality)) }));
  const shortest = Math.min(...lots.map(({ lot }) => lot));
  return lots.find(({ lot }) => lot === shortest)?.outcome ?? null;
}

/** The outcome's share of all calls, which it divides equally with the others of its kind. */
function shareOf(outcome: PossibleOutcome, outcomes: readonly PossibleOutcome[], quality: number): number {
  const kind = kindOf(outcome);
  return shareOfKind(kind, quality) / outcomes.filter((other) => kindOf(other) === kind).length;
}

type Kind = "success" | "failure" | "not-applicable";

function kindOf({ isSuccess, isNotApplicable }: PossibleOutcome): Kind {
  if (isNotApplicable) return "not-applicable";
  return isSuccess ? "success" : "failure";
}

function shareOfKind(kind: Kind, quality: number): number {
  if (kind === "not-applicable") return notApplicableShare;
  const success = 1 / (1 + Math.exp(steepness * (evenQuality - quality)));
  return (1 - notApplicableShare) * (kind === "success" ? success : 1 - success);
}

/** Exponential waiting times: the shortest belongs to each outcome as often as its share says. */
function lotOf(key: string, { id }: PossibleOutcome, share: number): number {
  return -Math.log(1 - seededRandom(key, "outcome", id).next()) / share;
}
