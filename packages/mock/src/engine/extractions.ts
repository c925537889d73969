/** The values of a category's extraction fields in a call. @see section 2, "Category detail", `extractionFields`, of the specification */
import { seededRandom } from "../core/random.js";
import { type ExtractionField, impliedPresence, type ReviewedCategory } from "./configuration.js";
import type { Drawn } from "./drawn.js";
import { type FieldValue, type FieldValueOptions, fieldValue, isList } from "./fields/field-value.js";
import { makePersona } from "./fields/persona.js";
import type { Answer } from "./review-schema.js";
import { answerOf } from "./score.js";

/** Values by `fieldName`. An optional field that the call does not mention is null. */
export type Extractions = Record<string, FieldValue>;

/** The share of calls that mention an optional field for which no criterion asks. */
const mentionedShare = 0.82;

interface ExtractionOptions extends Pick<FieldValueOptions, "callDateMs" | "durationSeconds"> {
  /** The call's key. */
  key: string;
  category: ReviewedCategory;
}

/** The value of each field. Each field has its own key, so that a new field does not change the others. */
export function extract(drawn: Drawn, options: ExtractionOptions): Extractions {
  const { key, category, callDateMs, durationSeconds } = options;
  const persona = makePersona(seededRandom(key, "persona"));
  const entries = category.extractionFields.map((field): [string, FieldValue] => {
    const isMentioned = seededRandom(key, "mentioned", field.fieldName).chance(mentionedShare);
    const answer = answerAbout(field, drawn);
    if (!isKnown(field, drawn.outcome, { answer, isMentioned })) return [field.fieldName, null];
    const random = seededRandom(key, "field", field.fieldName);
    return [field.fieldName, fieldValue(field, { random, persona, callDateMs, durationSeconds, answer })];
  });
  // Not an object that is assigned to: a field may be named `__proto__`.
  return Object.fromEntries(entries);
}

/** The best answer of the criteria that ask for a field. Undefined if none does. */
function answerAbout({ fieldName }: ExtractionField, { sections }: Drawn): Answer | undefined {
  const asking = sections
    .flatMap(({ criteria }) => criteria)
    .filter(({ definition }) => definition.field === fieldName)
    .toSorted((one, other) => (other.points ?? 0) - (one.points ?? 0));
  return asking[0] && answerOf(asking[0]);
}

/** Whether the call has a value for the field. The outcome decides this, or else the criteria that ask for it. */
function isKnown(
  field: ExtractionField,
  outcome: Drawn["outcome"],
  { answer, isMentioned }: { answer: Answer | undefined; isMentioned: boolean },
): boolean {
  const implied = impliedPresence(outcome, field.fieldName);
  if (implied !== undefined || field.required) return implied ?? field.required;
  if (outcome?.isNotApplicable) return false;
  return answer === undefined ? isMentioned : answer === "met" || (answer === "partly" && isList(field));
}
