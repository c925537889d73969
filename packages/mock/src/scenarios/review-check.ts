/** Checks the texts that a category has for its analyses: placeholders, and the names of fields and criteria. */
import { pathText, type ShapeProblem, unknownName } from "../core/check-shape.js";
import { wrongValue } from "../core/mock-service-error.js";
import type { CategorySeed, OutcomeSeed } from "../domain/seed-data.js";
import type { Texts } from "../engine/configuration.js";
import { placeholderPattern } from "../engine/texts.js";

/** The path of a place in seed data. */
export type Keys = readonly (string | number)[];

/** Texts, or lists of them by name. */
type TextsAt = Texts | { readonly [Name in string]?: Texts | undefined } | undefined;

interface Names {
  fields: readonly string[];
  criteria: readonly string[];
}

const extractionField = "an extraction field of the category";

const aCriterion = "a criterion of the category";

/** What is wrong with the texts and the implications of a category whose shape is right. */
export function reviewProblems(category: CategorySeed, keys: Keys): ShapeProblem[] {
  const { possibleOutcomes = [], analysisPointers = [], extractionFields = [], observations } = category;
  const fields = extractionFields.map(({ fieldName }) => fieldName);
  const criteria = analysisPointers.flatMap(({ criterias = [] }) =>
    criterias.flatMap(({ criteriaId = [] }) => criteriaId),
  );
  const inTexts = (lists: Readonly<Record<string, TextsAt>>, place: Keys) =>
    Object.entries(lists).flatMap(([name, list]) => textProblems(list, fields, [...place, name]));
  return [
    ...inTexts({ observations }, keys),
    ...possibleOutcomes.flatMap((outcome, index) => {
      const place = [...keys, "possibleOutcomes", index];
      const { rationale, summary } = outcome;
      return [
        ...implicationProblems(outcome, { fields, criteria }, [...place, "implies"]),
        ...inTexts({ rationale, summary }, place),
      ];
    }),
    ...analysisPointers.flatMap(({ criterias = [] }, index) =>
      criterias.flatMap(({ rationales, field }, at) => {
        const place = [...keys, "analysisPointers", index, "criterias", at];
        return [
          ...inTexts({ rationales }, place),
          ...referenceProblems(field, { what: extractionField, known: fields, keys: [...place, "field"] }),
        ];
      }),
    ),
  ];
}

function textProblems(texts: TextsAt, fields: readonly string[], keys: Keys): ShapeProblem[] {
  return Object.entries(texts ?? {}).flatMap(([key, value]: [string, string | Texts | undefined]) => {
    if (typeof value === "string") return placeholderProblems(value, fields, [...keys, Number(key)]);
    return textProblems(value, fields, [...keys, key]);
  });
}

function placeholderProblems(text: string, fields: readonly string[], keys: Keys): ShapeProblem[] {
  const known = "{agent}, {counterpart}, {time} and {field:NAME}; a brace is {{ or }}";
  const unknown = (placeholder: string) => `${placeholder} is no placeholder: there are ${known}`;
  const problems = [...text.matchAll(placeholderPattern)].flatMap(([placeholder, name, field]) => {
    if (name === undefined || (field === undefined && ["agent", "counterpart", "time"].includes(name))) return [];
    if (name !== "field" || field === undefined) return unknown(placeholder);
    return fields.includes(field)
      ? []
      : `${placeholder} ${unknownName(field, { what: extractionField, known: fields })}`;
  });
  const braces = text.replaceAll(placeholderPattern, "").match(/\{[^{}]*\}?|\}/g) ?? [];
  return [...new Set([...problems, ...braces.map(unknown)])].map((message) => problemAt(keys, message));
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

/** What is wrong with a name or an id that is to refer to something known; nothing when it is not given. */
export function referenceProblems(
  name: string | null | undefined,
  { what, known, keys }: { what: string; known: readonly string[]; keys: Keys },
): ShapeProblem[] {
  if (name === undefined || name === null || known.includes(name)) return [];
  return [problemAt(keys, unknownName(name, { what, known }))];
}

/** A problem at a place in seed data. */
export function problemAt(keys: Keys, message: string): ShapeProblem {
  return { ...wrongValue(pathText(keys), message), keys };
}
