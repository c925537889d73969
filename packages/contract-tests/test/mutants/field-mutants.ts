import { documentedOperations, type OperationId, resolvedSchema } from "../../src/contract/openapi-document.ts";
import { idsOfCreation, type RepeatedField, repeatedFieldsOf } from "../../src/specification/repeated-fields.ts";
import { statedFieldsOf } from "../../src/specification/stated-fields.ts";
import { alterStatus, alterSuccess, type Mutant } from "./mutant.ts";

/** Each field that a statement is about, in the success of each operation. */
const statedFields = documentedOperations.flatMap(({ operationId }) =>
  statedFieldsOf(operationId).map(({ path, statement }) => ({
    operation: operationId,
    path,
    statement,
    name: `${path} of ${operationId}`,
  })),
);

const missingFields: readonly Mutant[] = statedFields.map(({ operation, path, statement, name }) => ({
  name: `${name} is missing`,
  statements: [statement],
  apply: alterSuccess(`${operation} ${path}`, () => undefined),
}));

const indianTimes: readonly Mutant[] = statedFields
  .filter(({ path }) => path.endsWith("edAt"))
  .map(({ operation, path, name }) => ({
    name: `${name} is in Indian time`,
    statements: ["2.timestamps"],
    apply: alterSuccess(`${operation} ${path}`, (text) => String(text).replace("Z", "+05:30")),
  }));

/** Other values of fields. Each breaks the statement about its field. */
const otherValues: readonly [place: `${OperationId} ${string}`, what: string, change: (value: unknown) => unknown][] = [
  ["listCategories data[].id", "is the same for every category", () => "cat_1"],
  ["createUploadUrl data.key", "is the same for every grant", () => "recordings/contract-test.wav"],
  ["createCall data.status", "is completed", () => "completed"],
  ["getCallAnalysis data.status", "is done after completion", (status) => (status === "completed" ? "done" : status)],
  ["getCallAnalysis data.analysis", "is null after completion", () => null],
  ["getCallAnalysis data.analysis.score", "is a string", String],
  ["getCallAnalysis data.analysis.score", "does not match the sections", (score) => Number(score) / 2],
  ["getCallAnalysis data.analysis.outcomeLabel", "is one that the category does not allow", () => "Sold"],
  ["getCallAnalysis data.analysis.outcomeRationale", "is empty", () => ""],
  ["getCallAnalysis data.analysis.sections", "have another order", (sections) => listOf(sections).toReversed()],
  ["getCallAnalysis data.analysis.sections", "lack one", (sections) => listOf(sections).slice(1)],
  ["getCallAnalysis data.analysis.sections[].sectionName", "is not the category's", (name) => `${name} section`],
  ["getCallAnalysis data.analysis.sections[].score", "exceeds the section's total", () => 99],
  ["getCallAnalysis data.analysis.sections[].criterias", "lack one", (criteria) => listOf(criteria).slice(1)],
  ["getCallAnalysis data.analysis.sections[].criterias[].question", "is another", () => "Why?"],
  ["getCallAnalysis data.analysis.sections[].criterias[].result", "is empty", () => ""],
  ["getCallAnalysis data.analysis.sections[].criterias[].rationale", "is empty", () => ""],
  ["getCallAnalysis data.metadata.summary", "is empty", () => ""],
  ["getCallAnalysis data.metadata.duration", "is 0", () => 0],
  ["getCallAnalysis data.metadata.updatedAt", "ignores the date", () => new Date().toISOString()],
  ["getCallAnalysis data.metadata.udfs", "lack a field named __proto__", withoutPrototype],
];

const otherFields: readonly Mutant[] = otherValues.map(([place, what, change]) => {
  const field = statedFields.find(({ operation, path }) => place === `${operation} ${path}`);
  if (!field) throw new RangeError(`No statement is about ${place}.`);
  return { name: `${field.name} ${what}`, statements: [field.statement], apply: alterSuccess(place, change) };
});

/** Other values of what a response has in common with its request, or of the id of what was created. */
const unlikeRequests: readonly Mutant[] = documentedOperations.flatMap((operation) => {
  const { operationId } = operation;
  const others = repeatedFieldsOf(operation).flatMap((field) => othersOf(field).map((other) => ({ field, ...other })));
  const sameIds = idsOfCreation(operation)
    .slice(0, 1)
    .map((field) => ({ field, what: "is the same for every creation", change: () => "same_1" }));
  return [...others, ...sameIds].map(({ field: { place, statement }, what, change }) => ({
    name: `${place} of ${operationId} ${what}`,
    statements: [statement],
    apply: alterSuccess(`${operationId} ${place}`, change),
  }));
});

function othersOf({ schema, sentIn }: RepeatedField): { what: string; change(value: unknown): unknown }[] {
  const { type, enum: words, format } = resolvedSchema(schema);
  if (words) return words.map((word) => ({ what: `is always ${word}`, change: () => word }));
  if (type === "boolean") return [true, false].map((value) => ({ what: `is always ${value}`, change: () => value }));
  const isOther = { what: "is another", change: () => (format === "email" ? "nobody@example.com" : "another") };
  const cut = { what: "is cut to 20 characters", change: (text: unknown) => [...String(text)].slice(0, 20).join("") };
  return format === undefined && sentIn === "body" ? [isOther, cut] : [isOther];
}

/** For each operation, a fake whose success has a status that the document does not have. */
const otherStatuses: readonly Mutant[] = documentedOperations.map(({ operationId, method, path, success }) => ({
  name: `${operationId} succeeds with the status 207`,
  statements: [`4.${method} ${path}`, ...(success.isAssumed ? [] : ["7.success"])],
  apply: alterStatus(operationId, { from: success.status, to: 207 }),
}));

/** Beside `data`, and in each of its rows. */
const furtherFields: readonly Mutant[] = documentedOperations.flatMap(({ operationId, method, path, success }) => {
  const { data } = Object(success.example);
  const places = data === undefined ? [""] : ["", Array.isArray(data) ? "data[]." : "data."];
  return places.map((place) => ({
    name: `the success of ${operationId} has a field ${place}remarks, which the document does not have`,
    statements: [`4.${method} ${path}`],
    apply: alterSuccess(`${operationId} ${place}remarks`, () => ""),
  }));
});

/** Mutants of single fields of responses, and of their status. */
export const fieldMutants: readonly Mutant[] = [
  ...missingFields,
  ...indianTimes,
  ...otherFields,
  ...unlikeRequests,
  ...otherStatuses,
  ...furtherFields,
];

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function withoutPrototype(udfs: unknown): unknown {
  return Object.fromEntries(Object.entries(Object(udfs)).filter(([key]) => key !== "__proto__"));
}
