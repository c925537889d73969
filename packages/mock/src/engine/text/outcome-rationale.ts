/** Why a call has the outcome it has, as a reviewer writes it. */
import type { PossibleOutcome } from "@call-analysis/sdk";
import { type Random, seededRandom } from "../../core/random.js";
import { clockTime, secondsAt } from "../call-time.js";
import { isTiedTo } from "../extractions.js";
import type { Findings } from "../findings.js";
import { resultOf } from "../results.js";
import { quoted, sentence } from "./quotation.js";
import type { TextOptions } from "./text-options.js";
import { namedValue } from "./values.js";

/** How many of the last answers before the turning point can be named for it. */
const maxCauses = 4;

/** The rationale of the outcome: its definition, what goes with it, and when the call turned that way. */
export function outcomeRationale(findings: Findings, options: TextOptions): string {
  const { outcome } = findings;
  if (outcome === null) return "The category has no outcomes to choose from, so none was determined.";
  const random = seededRandom(options.key, "outcome-rationale");
  const description = outcome.description.trim();
  const definition = description === "" ? "" : sentence(`in the category's words: ${quoted(description)}`);
  const course = outcome.isNotApplicable ? earlyEnd(options, random) : turningPoint(findings, options, random);
  return [`${quoted(outcome.label)} fits best.`, definition, notes(outcome, options), course]
    .filter((text) => text !== "")
    .join(" ");
}

/** The values of the fields that belong to the outcome. */
function notes(outcome: PossibleOutcome, { category, extractions }: TextOptions): string {
  const values = category.extractionFields
    .filter((field) => isTiedTo(field, outcome))
    .map((field) => namedValue(field, extractions[field.fieldName]))
    .filter((value) => value !== null);
  return values.length === 0 ? "" : sentence(`the analysis notes “${values.join("; ")}”`);
}

function earlyEnd({ durationSeconds }: TextOptions, random: Random): string {
  return `This was clear by ${clockTime(secondsAt(durationSeconds, 0.2 + 0.4 * random.next()))}.`;
}

/** An answer that goes with the outcome, and the later time at which the outcome was clear. */
function turningPoint({ outcome, sections }: Findings, options: TextOptions, random: Random): string {
  const turnSeconds = secondsAt(options.durationSeconds, 0.7 + 0.25 * random.next());
  const helpful = outcome?.isSuccess ? "met" : "missed";
  const causes = sections
    .flatMap(({ criteria }) => criteria)
    .filter(({ answer, evidenceTimeSeconds }) => answer === helpful && evidenceTimeSeconds < turnSeconds)
    .slice(-maxCauses);
  const turn = `by ${clockTime(turnSeconds)} the outcome was clear`;
  if (causes.length === 0) return sentence(turn);
  const cause = random.pick(causes);
  const time = clockTime(cause.evidenceTimeSeconds);
  const answer = `“${resultOf(cause, options.results)}” at ${time} to ${quoted(cause.definition.question)}`;
  return sentence(`${answer} is part of the picture, and ${turn}`);
}
