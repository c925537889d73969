/** Why a call has the outcome it has, as a reviewer writes it. */
import type { PossibleOutcome } from "@call-analysis/sdk";
import { type Random, seededRandom } from "../../core/random.js";
import { clockTime, secondsAt } from "../call-time.js";
import type { CriterionFinding, Findings } from "../findings.js";
import type { Participants } from "./participants.js";
import { readQuestion } from "./question.js";
import { agentsOmission, agentsPastAction, isLasting, quoted, sentence } from "./statement.js";

/** What an outcome's rationale is written from. */
export interface OutcomeTextOptions {
  /** The call's key. */
  key: string;
  participants: Participants;
  durationSeconds: number;
}

/** How many of the last findings before the turning point count as its causes. */
const maxCauses = 4;

/** The rationale of the outcome: what it means, when the call turned that way, and what had to do with it. */
export function outcomeRationale({ outcome, sections }: Findings, options: OutcomeTextOptions): string {
  if (outcome === null) return "The category has no outcomes to choose from, so none was determined.";
  const random = seededRandom(options.key, "outcome-rationale");
  const criteria = sections.flatMap((section) => section.criteria);
  const reasons = outcome.isNotApplicable
    ? earlyEnd(options, random)
    : turningPoint(outcome, { criteria, options, random });
  return [sentence(`${quoted(outcome.label)} fits best`), meaningOf(outcome), ...reasons]
    .filter((text) => text !== "")
    .join(" ");
}

/** A description that states a fact is taken over; one that tells the reviewer what to do is quoted. */
function meaningOf({ description }: PossibleOutcome): string {
  const text = description.replace(/\s+/g, " ").trim();
  if (text === "") return "";
  const isInstruction = /^(?:use|choose|select|mark|when|if|for|calls?)\b/i.test(text);
  return sentence(isInstruction ? `this is how the category defines it: ${quoted(text)}` : text);
}

function earlyEnd({ durationSeconds }: OutcomeTextOptions, random: Random): string[] {
  const time = clockTime(secondsAt(durationSeconds, 0.2 + 0.4 * random.next()));
  return [`This was clear by ${time}, so the criteria were not assessed.`];
}

interface TurningPointOptions {
  criteria: readonly CriterionFinding[];
  options: OutcomeTextOptions;
  random: Random;
}

function turningPoint({ isSuccess }: PossibleOutcome, { criteria, options, random }: TurningPointOptions): string[] {
  const turnSeconds = secondsAt(options.durationSeconds, 0.7 + 0.25 * random.next());
  const turn = `The call turned that way at ${clockTime(turnSeconds)}.`;
  const before = criteria
    .filter((criterion) => criterion.evidenceTimeSeconds < turnSeconds)
    .sort((one, other) => one.evidenceTimeSeconds - other.evidenceTimeSeconds);
  const causes = (isSuccess ? helpfulActions(before, options) : omissions(before, options)).slice(-maxCauses);
  return causes.length === 0 ? [turn] : [turn, random.pick(causes)];
}

function helpfulActions(criteria: readonly CriterionFinding[], { participants }: OutcomeTextOptions): string[] {
  return criteria.flatMap(({ definition, answer, evidenceTimeSeconds }) => {
    const statement = readQuestion(definition.question);
    const action = answer === "met" && !isLasting(statement) ? agentsPastAction(statement) : null;
    return action === null
      ? []
      : [`What led there: at ${clockTime(evidenceTimeSeconds)} ${participants.agentName} ${action}.`];
  });
}

function omissions(criteria: readonly CriterionFinding[], { participants }: OutcomeTextOptions): string[] {
  return criteria.flatMap(({ definition, answer }) => {
    const omission = answer === "missed" ? agentsOmission(readQuestion(definition.question)) : null;
    return omission === null ? [] : [`It did not help that ${participants.agentName} did not ${omission}.`];
  });
}
