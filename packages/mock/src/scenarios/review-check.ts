/** Checks what a category says of its reviews: placeholders, and the names of fields and criteria. */
import { meantName, pathText, type ShapeProblem } from "../core/check-shape.js";
import { wrongValue } from "../core/mock-service-error.js";
import { placeholderPattern } from "../engine/sentences.js";

/** A category's part that may be wrong anywhere, and where it is. */
interface Located {
  value: unknown;
  keys: readonly (string | number)[];
}

interface Names {
  fields: readonly string[];
  criteria: readonly string[];
}

/** What is wrong with the sentences and the implications of a category. Its shape is checked elsewhere. */
export function reviewProblems(category: Readonly<Record<string, unknown>>, keys: Located["keys"]): ShapeProblem[] {
  const outcomes = itemsOf({ value: category.possibleOutcomes, keys: [...keys, "possibleOutcomes"] });
  const sections = itemsOf({ value: category.analysisPointers, keys: [...keys, "analysisPointers"] });
  const criteria = sections.flatMap((section) => itemsOf(partOf(section, "criterias")));
  const names = {
    fields: textsOf(itemsOf({ value: category.extractionFields, keys: [] }), "fieldName"),
    criteria: textsOf(criteria, "criteriaId"),
  };
  return [
    ...outcomes.flatMap((outcome) => [
      ...implicationProblems(partOf(outcome, "implies"), names),
      ...["rationale", "summary", "advice"].flatMap((name) => sentenceProblems(partOf(outcome, name), names)),
      ...referenceProblems(partOf(outcome, "clearAfter"), aCriterion, names.criteria),
    ]),
    ...sections.flatMap((section) => sentenceProblems(partOf(section, "observations"), names)),
    ...criteria.flatMap((criterion) => [
      ...["rationales", "advice", "observation"].flatMap((name) => sentenceProblems(partOf(criterion, name), names)),
      ...referenceProblems(partOf(criterion, "field"), extractionField, names.fields),
    ]),
  ];
}

/** The problems of one sentence, of a list of them, or of lists by name. */
function sentenceProblems(part: Located, names: Names): ShapeProblem[] {
  if (typeof part.value !== "string") return itemsOf(part).flatMap((item) => sentenceProblems(item, names));
  for (const [placeholder, , , field] of part.value.matchAll(placeholderPattern)) {
    if (field !== undefined && !names.fields.includes(field))
      return [problemAt(part.keys, `${placeholder} ${unknownReference(extractionField, field, names.fields)}`)];
  }
  const [brace] = /\{[^{}]*\}?|\}/.exec(part.value.replace(placeholderPattern, "")) ?? [];
  if (brace === undefined) return [];
  const known = "{agent}, {counterpart}, {time}, {field:NAME}, {day:NAME} and {hour:NAME}; a brace is {{ or }}";
  return [problemAt(part.keys, `${brace} is no placeholder: there are ${known}`)];
}

function implicationProblems(part: Located, { fields, criteria }: Names): ShapeProblem[] {
  return itemsOf(part).flatMap(({ value, keys }) => {
    const name = String(keys.at(-1));
    const isOfField = value === "present" || value === "absent";
    const known = isOfField ? fields : criteria;
    if (known.includes(name)) return [];
    const isOther = (isOfField ? criteria : fields).includes(name);
    if (isOther)
      return [
        problemAt(
          keys,
          isOfField
            ? "is a criterion: it can be met, partly, missed or notApplicable"
            : "is an extraction field: it can be present or absent",
        ),
      ];
    return [problemAt(keys, unknownReference(isOfField ? extractionField : aCriterion, name, known))];
  });
}

function referenceProblems({ value, keys }: Located, what: string, known: readonly string[]): ShapeProblem[] {
  return typeof value !== "string" || known.includes(value)
    ? []
    : [problemAt(keys, unknownReference(what, value, known))];
}

const extractionField = "an extraction field of the category";

const aCriterion = "a criterion of the category";

/** Says that a name or an id refers to nothing, and which one was probably meant. */
export function unknownReference(what: string, name: string, known: readonly string[]): string {
  const meant = meantName(name, known);
  return `is not ${what}: "${name}"${meant === undefined ? "" : `; did you mean "${meant}"?`}`;
}

/** A problem at a place in seed data. */
export function problemAt(keys: Located["keys"], message: string): ShapeProblem {
  return { ...wrongValue(pathText(keys), message), keys };
}

/** The items of a list, or the fields of an object. */
function itemsOf({ value, keys }: Located): Located[] {
  if (typeof value !== "object" || value === null) return [];
  const isList = Array.isArray(value);
  return Object.entries(value).map(([key, item]) => ({ value: item, keys: [...keys, isList ? Number(key) : key] }));
}

function partOf({ value, keys }: Located, name: string): Located {
  return { value: Object(value)[name], keys: [...keys, name] };
}

function textsOf(rows: readonly Located[], name: string): string[] {
  return rows.flatMap((row) => {
    const { value } = partOf(row, name);
    return typeof value === "string" ? [value] : [];
  });
}
