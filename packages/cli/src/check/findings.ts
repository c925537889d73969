/** What answers say about a service: where they depart from the specification or from an assumption. No finding quotes one. */
import { createValidator, schemas } from "@call-analysis/sdk/schemas";
import * as z from "zod";
import type { Answer, Answers, Gap, ReadOperation } from "./answers.js";
import { type CheckKind, checks, type Facts } from "./checks.js";

/** One point at which a service departs: once for each operation and place, however many rows and calls show it. */
export interface Finding {
  kind: CheckKind;
  operation: ReadOperation;
  /** The place in the answer, such as `data[].createdAt`; `body`; or a header. */
  place: string;
  expected: string;
}

const responseSchemas: Record<ReadOperation, z.ZodType> = {
  listAgents: schemas.AgentListResponse,
  listCategories: schemas.CategoryListResponse,
  getCategory: schemas.CategoryDetailResponse,
  getCallAnalysis: schemas.AnalysisSnapshotResponse,
};

/** Compares the answers with the contract. What there is nothing to compare of becomes a gap. */
export function findingsOf({ answers, unusable }: Answers): { findings: Finding[]; gaps: Gap[] } {
  const findings = new Map<string, Finding>();
  const add = (finding: Finding) => {
    const key = `${finding.operation} ${finding.place}`;
    if (!findings.has(key)) findings.set(key, finding);
  };
  for (const operation of unusable)
    add({ kind: "violation", operation, place: "body", expected: "JSON with data, of what was asked for" });
  for (const answer of answers) for (const finding of schemaFindings(answer)) add(finding);
  const dataOf = (operation: ReadOperation) =>
    answers.filter((answer) => answer.operation === operation).map(({ body }) => Object(body).data as unknown);
  const [agents, categories, category] = (["listAgents", "listCategories", "getCategory"] as const).map(
    (operation) => dataOf(operation)[0],
  );
  const listed = listedIn(categories, Object(category).id);
  const calls = dataOf("getCallAnalysis").map((call) => ({ call, ...completedIn(call, category) }));
  for (const ofCall of calls.length > 0 ? calls : [{}]) {
    // What is not there, or of another type, is told otherwise: the checks of it throw.
    const facts = { agents, categories, category, listed, ...ofCall } as unknown as Facts;
    for (const { isMet, ...finding } of checks) if (!isHeld(isMet, facts)) add(finding);
  }
  const missed = (reason: string): Gap => ({ operation: "getCallAnalysis", reason, kind: "nothing" });
  const gaps = calls.flatMap(({ completed, categoryOfCall }) => {
    if (!completed) return missed("It is not completed: there is no analysis.");
    if (categoryOfCall || !category) return [];
    return missed("It has other sections than the category that was read. Name its own with --category.");
  });
  return { findings: [...findings.values()], gaps };
}

function completedIn(call: unknown, category: unknown): { completed?: unknown; categoryOfCall?: unknown } {
  const { status, analysis } = Object(call);
  if (status !== "completed" || !analysis) return {};
  const isOfCategory = sectionIds(Object(analysis).sections) === sectionIds(Object(category).analysisPointers);
  return { completed: call, ...(isOfCategory && { categoryOfCall: category }) };
}

/** Where an answer has another type or form than its schema says, or a field that the schema does not have. */
function schemaFindings({ operation, body, requestId }: Answer): Finding[] {
  const issues = createValidator()(operation, body);
  const call = operation === "getCallAnalysis" ? (Object(body).data as unknown) : undefined;
  // Of a completed call the specification shows more than of any call.
  if (Object(call).status === "completed")
    for (const { path, message } of schemas.CompletedCall.safeParse(call).error?.issues ?? [])
      issues.push({ path: ["data", ...path].join("."), message });
  const violation = (place: string, expected: string): Finding => ({ kind: "violation", operation, place, expected });
  const assumption = (place: string, expected: string): Finding => ({ kind: "assumption", operation, place, expected });
  return [
    ...issues.map(({ path, message }) => violation(placeOf(path), message.replace(/^Invalid input: expected /, ""))),
    ...badForms(body).map(([place, expected]) => violation(place, expected)),
    ...unknownFields(responseSchemas[operation], body).map((place) =>
      assumption(`${place}.…`, "no further field (further-fields)"),
    ),
    ...(requestId === null ? [assumption("header x-request-id", "an id (request-id)")] : []),
  ];
}

/** Indexes are not told: a field is one place in all rows. */
function placeOf(path: string): string {
  return path.replaceAll(/\.\d+(?=\.|$)/g, "[]");
}

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]00:00)$/i;

/** What texts of these names look like. */
const forms: Readonly<Record<string, [expected: string, isMet: (text: string) => boolean]>> = {
  createdAt: ["a date-time in UTC", (text) => dateTime.test(text) && !Number.isNaN(Date.parse(text))],
  updatedAt: ["a date-time in UTC", (text) => dateTime.test(text) && !Number.isNaN(Date.parse(text))],
  email: ["an e-mail address", (text) => /^[^\s@]+@[^\s@]+$/.test(text)],
  audioUrl: ["an address", URL.canParse],
};

function badForms(value: unknown, place = ""): [place: string, expected: string][] {
  if (Array.isArray(value)) return value.flatMap((item) => badForms(item, `${place}[]`));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, field]): [string, string][] => {
    const at = place === "" ? name : `${place}.${name}`;
    const [expected, isMet] = (Object.hasOwn(forms, name) && forms[name]) || [];
    if (expected && typeof field === "string") return isMet?.(field) ? [] : [[at, expected]];
    return name === "udfs" ? [] : badForms(field, at);
  });
}

/** The places of objects that have fields beyond their schema. The names of such fields are not told. */
function unknownFields(schema: unknown, value: unknown, place = ""): string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return unknownFields(schema.unwrap(), value, place);
  if (schema instanceof z.ZodArray && Array.isArray(value))
    return value.flatMap((item) => unknownFields(schema.element, item, `${place}[]`));
  if (!(schema instanceof z.ZodObject) || typeof value !== "object" || value === null) return [];
  const { shape } = schema;
  // User-defined fields are free.
  if (Object.keys(shape).length === 0) return [];
  return Object.entries(value).flatMap(([name, field]) => {
    if (!Object.hasOwn(shape, name)) return [place];
    return unknownFields(shape[name], field, place === "" ? name : `${place}.${name}`);
  });
}

function isHeld(isMet: (facts: Facts) => boolean, facts: Facts): boolean {
  try {
    return isMet(facts);
  } catch {
    // It has another type, which the schema's finding says.
    return true;
  }
}

function listedIn(categories: unknown, id: unknown): unknown {
  return Array.isArray(categories) ? categories.find((category) => Object(category).id === id) : undefined;
}

function sectionIds(sections: unknown): string {
  return Array.isArray(sections) ? sections.map((section: unknown) => String(Object(section).sectionId)).join() : "";
}
