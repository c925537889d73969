/** The summary of a call. @see section 2, "Call analysis", `metadata.summary`, of the specification */
import { seededRandom } from "../../core/random.js";
import { durationText } from "../call-time.js";
import type { Answer, Findings } from "../findings.js";
import { resultOf } from "../results.js";
import { quoted, sentence } from "./quotation.js";
import type { TextOptions } from "./text-options.js";
import { namedValue } from "./values.js";

/** The most facts that a summary repeats. */
const maxFacts = 3;

/** A call in a few sentences: who spoke for how long, what was done and left out, what was learnt, how it ended. */
export function summaryOf(findings: Findings, options: TextOptions): string {
  const label = findings.outcome?.label.trim() ?? "";
  const parts = [
    opening(options),
    answered("met", findings, options),
    answered("missed", findings, options),
    // Of a call that the category is not meant for, what it was about says nothing.
    findings.outcome?.isNotApplicable ? "" : facts(options),
    label === "" ? "" : `Outcome: ${sentence(label)}`,
  ];
  return parts.filter((part) => part !== "").join(" ");
}

function opening({ key, participants, category, durationSeconds }: TextOptions): string {
  const { fullName, counterpart } = participants;
  const length = durationText(durationSeconds);
  const openings = [
    `${fullName} spoke with the ${counterpart} for ${length}`,
    `A conversation of ${length} between ${fullName} and the ${counterpart}`,
    `${quoted(category.name)}: a call of ${length}, handled by ${fullName}`,
  ];
  return sentence(seededRandom(key, "summary").pick(openings));
}

/** Two of the questions with this answer, in the order of the call: `Yes to “…?” Yes to “…?”` */
function answered(wanted: Answer, { sections }: Findings, { key, results }: TextOptions): string {
  const criteria = sections.flatMap((section) => section.criteria).filter(({ answer }) => answer === wanted);
  const chosen = new Set(seededRandom(key, "summary", wanted).shuffle(criteria).slice(0, 2));
  return criteria
    .filter((criterion) => chosen.has(criterion))
    .map((criterion) => sentence(`${resultOf(criterion, results)} to ${quoted(criterion.definition.question)}`))
    .join(" ");
}

function facts({ category, extractions }: TextOptions): string {
  const known = category.extractionFields
    .map((field) => namedValue(field, extractions[field.fieldName]))
    .filter((value) => value !== null);
  return known.length === 0 ? "" : sentence(`noted: ${known.slice(0, maxFacts).join("; ")}`);
}
