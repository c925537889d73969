/** The values of a category's extraction fields in a call. @see section 2, "Category detail", `extractionFields`, of the specification */
import type { CategoryDetail, PossibleOutcome } from "@call-analysis/sdk";
import { seededRandom } from "../core/random.js";
import type { ExtractionField } from "./configuration.js";
import { type ChosenOutcome, happened } from "./consistency.js";
import { type FieldValue, fieldValue, isBoolean } from "./fields/field-value.js";
import { wordsIn } from "./fields/number-value.js";
import { makePersona } from "./fields/persona.js";
import type { Findings } from "./findings.js";
import { isAbout } from "./text/values.js";

/** Values by `fieldName`. An optional field that the call says nothing about is null. */
export type Extractions = Record<string, FieldValue>;

/** The share of calls that say something about an optional field. */
const mentionedShare = 0.82;

interface ExtractionOptions {
  /** The call's key. */
  key: string;
  category: CategoryDetail;
  callDateMs: number;
  durationSeconds: number;
}

/** The value of each field. Every field draws from its own key, so that one more does not change the others. */
export function extract(findings: Findings, options: ExtractionOptions): Extractions {
  const { key, category, callDateMs, durationSeconds } = options;
  const { outcome } = findings;
  const persona = makePersona(seededRandom(key, "persona"));
  const entries = category.extractionFields.map((field): [string, FieldValue] => {
    const isMentioned = seededRandom(key, "mentioned", field.fieldName).chance(mentionedShare);
    if (!isKnown(field, { category, findings, isMentioned })) return [field.fieldName, null];
    const truth = isBoolean(field) ? fieldTruth(field, { outcome, possibleOutcomes: category.possibleOutcomes }) : null;
    if (truth !== null) return [field.fieldName, truth];
    const random = seededRandom(key, "field", field.fieldName);
    return [field.fieldName, fieldValue(field, { random, persona, callDateMs, durationSeconds })];
  });
  // Not an object that is assigned to: a field may be named `__proto__`.
  return Object.fromEntries(entries);
}

/** What a field of yes or no holds by the outcome: its description counts, else its name. Null when it is left open. */
function fieldTruth({ fieldName, displayName, description }: ExtractionField, chosen: ChosenOutcome): boolean | null {
  const names = [description, `was it ${displayName}`, `was it ${wordsIn(fieldName)}`];
  return names.map((name) => happened(name, chosen)).find((truth) => truth !== null) ?? null;
}

interface FieldOptions {
  category: CategoryDetail;
  findings: Findings;
  isMentioned: boolean;
}

/** Whether the call has a value for the field: not when the agent never asked, or when it belongs to another outcome. */
function isKnown(field: ExtractionField, { category, findings, isMentioned }: FieldOptions): boolean {
  const { outcome } = findings;
  if (field.required) return true;
  if (outcome?.isNotApplicable) return false;
  const tied = category.possibleOutcomes.filter((each) => isTiedTo(field, each));
  if (tied.length > 0) return tied.some(({ id }) => id === outcome?.id);
  return isMentioned && !wasNeverAsked(field, findings);
}

/** Whether a field belongs to an outcome: its description names it, as in "Filled only when the outcome is Paid". */
export function isTiedTo({ description }: ExtractionField, { label }: PossibleOutcome): boolean {
  return label !== "" && description.includes(label);
}

function wasNeverAsked(field: ExtractionField, { sections }: Findings): boolean {
  return sections
    .flatMap(({ criteria }) => criteria)
    .some(({ answer, definition }) => answer === "missed" && isAbout(definition.question, field));
}
