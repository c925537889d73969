/** Checks what a category says of its reviews: placeholders, and the names of fields and criteria. */
import { meantName, pathText, type ShapeProblem } from "../core/check-shape.js";
import { wrongValue } from "../core/mock-service-error.js";
import type { CategorySeed, OutcomeSeed } from "../domain/seed-data.js";
import { impliedAnswers, type Sentences } from "../engine/configuration.js";
import { placeholderPattern } from "../engine/sentences.js";

/** The path of a place in seed data. */
export type Keys = readonly (string | number)[];

/** Sentences, or lists of them by name. */
type SentencesAt = Sentences | { readonly [Name in string]?: Sentences | undefined } | undefined;

interface Names {
  fields: readonly string[];
  criteria: readonly string[];
}

const extractionField = "an extraction field of the category";

const aCriterion = "a criterion of the category";

/** What is wrong with the sentences and the implications of a category whose shape is right. */
export function reviewProblems(category: CategorySeed, keys: Keys): ShapeProblem[] {
  const { possibleOutcomes = [], analysisPointers = [], extractionFields = [] } = category;
  const fields = extractionFields.map(({ fieldName }) => fieldName);
  const criteria = analysisPointers.flatMap(({ criterias = [] }) =>
    criterias.flatMap(({ criteriaId = [] }) => criteriaId),
  );
  const inSentences = (lists: Readonly<Record<string, SentencesAt>>, place: Keys) =>
    Object.entries(lists).flatMap(([name, list]) => sentenceProblems(list, fields, [...place, name]));
  return [
    ...possibleOutcomes.flatMap((outcome, index) => {
      const place = [...keys, "possibleOutcomes", index];
      const { rationale, summary, advice, clearAfter } = outcome;
      const below = [...place, "clearAfter"];
      return [
        ...implicationProblems(outcome, { fields, criteria }, [...place, "implies"]),
        ...inSentences({ rationale, summary, advice }, place),
        ...referenceProblems(clearAfter, { what: aCriterion, known: criteria, keys: below }),
        ...(neverApplies(outcome, clearAfter) ? [problemAt(below, "does not apply in a call with this outcome")] : []),
      ];
    }),
    ...analysisPointers.flatMap(({ observations, criterias = [] }, index) => {
      const place = [...keys, "analysisPointers", index];
      return [
        ...inSentences({ observations }, place),
        ...criterias.flatMap(({ rationales, advice, observation, field }, at) => {
          const below = [...place, "criterias", at];
          return [
            ...inSentences({ rationales, advice, observation }, below),
            ...referenceProblems(field, { what: extractionField, known: fields, keys: [...below, "field"] }),
          ];
        }),
      ];
    }),
  ];
}

function sentenceProblems(sentences: SentencesAt, fields: readonly string[], keys: Keys): ShapeProblem[] {
  return Object.entries(sentences ?? {}).flatMap(([key, value]: [string, string | Sentences | undefined]) => {
    if (typeof value === "string") return placeholderProblems(value, fields, [...keys, Number(key)]);
    return sentenceProblems(value, fields, [...keys, key]);
  });
}

function placeholderProblems(sentence: string, fields: readonly string[], keys: Keys): ShapeProblem[] {
  const unknownFields = [...sentence.matchAll(placeholderPattern)].flatMap(([placeholder, , , field]) =>
    field === undefined || fields.includes(field)
      ? []
      : `${placeholder} ${unknownReference(extractionField, field, fields)}`,
  );
  const known = "{agent}, {counterpart}, {time}, {field:NAME}, {day:NAME} and {hour:NAME}; a brace is {{ or }}";
  const braces = sentence.replaceAll(placeholderPattern, "").match(/\{[^{}]*\}?|\}/g) ?? [];
  const unknownPlaceholders = braces.map((brace) => `${brace} is no placeholder: there are ${known}`);
  return [...new Set([...unknownFields, ...unknownPlaceholders])].map((message) => problemAt(keys, message));
}

function implicationProblems({ implies = {} }: OutcomeSeed, { fields, criteria }: Names, keys: Keys): ShapeProblem[] {
  return Object.entries(implies).flatMap(([name, value]) => {
    const place = [...keys, name];
    const isOfField = value === "present" || value === "absent";
    const [what, known, others] = isOfField ? [extractionField, fields, criteria] : [aCriterion, criteria, fields];
    if (!others.includes(name) || known.includes(name)) return referenceProblems(name, { what, known, keys: place });
    const hint = isOfField
      ? "is a criterion: it can be met, partly, missed or notApplicable"
      : "is an extraction field: it can be present or absent";
    return [problemAt(place, hint)];
  });
}

/** Whether an outcome implies of a criterion that the call never comes to it. */
function neverApplies(outcome: OutcomeSeed, criteriaId = ""): boolean {
  return impliedAnswers(outcome, criteriaId)?.every((answer) => answer === "notApplicable") === true;
}

/** What is wrong with a name or an id that is to refer to something known; nothing when it is not given. */
export function referenceProblems(
  name: string | null | undefined,
  { what, known, keys }: { what: string; known: readonly string[]; keys: Keys },
): ShapeProblem[] {
  if (name === undefined || name === null || known.includes(name)) return [];
  return [problemAt(keys, unknownReference(what, name, known))];
}

function unknownReference(what: string, name: string, known: readonly string[]): string {
  const meant = meantName(name, known);
  return `is not ${what}: "${name}"${meant === undefined ? "" : `; did you mean "${meant}"?`}`;
}

/** A problem at a place in seed data. */
export function problemAt(keys: Keys, message: string): ShapeProblem {
  return { ...wrongValue(pathText(keys), message), keys };
}
