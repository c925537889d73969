/** What answers say about a service: where they depart from the specification or from an assumption. No finding quotes one. */
import { type components, isCompleted } from "@call-analysis/sdk";
import { createValidator, schemas } from "@call-analysis/sdk/schemas";
import * as z from "zod";
import type { Answer, Answers, Gap, ReadOperation } from "./answers.js";
import { agentChecks, type Check, callChecks, categoryChecks, categoryListChecks, statusChecks } from "./checks.js";

type Schemas = components["schemas"];

/** One point at which a service departs: once for each operation and place, however many rows and calls show it. */
export interface Finding {
  kind: "violation" | "assumption";
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
  const gaps: Gap[] = [];
  const add = (finding: Finding) => {
    const key = `${finding.operation} ${finding.place}`;
    if (!findings.has(key)) findings.set(key, finding);
  };
  for (const operation of unusable)
    add({ kind: "violation", operation, place: "body", expected: "JSON with data, of what was asked for" });
  for (const answer of answers) for (const finding of schemaFindings(answer)) add(finding);
  const run = <Data>(checks: readonly Check<Data>[], data: Data) => {
    for (const { isMet, ...finding } of checks) if (!isHeld(isMet, data)) add(finding);
  };
  const dataOf = <Data>(operation: ReadOperation) =>
    answers.filter((answer) => answer.operation === operation).map(({ body }) => Object(body).data as Data);
  for (const agents of dataOf<Schemas["Agent"][]>("listAgents")) run(agentChecks, agents);
  const [categories] = dataOf<Schemas["Category"][]>("listCategories");
  if (categories) run(categoryListChecks, categories);
  const [detail] = dataOf<Schemas["CategoryDetail"]>("getCategory");
  if (detail) run(categoryChecks, { detail, listed: listedIn(categories, detail.id) });
  for (const call of dataOf<Schemas["AnalysisSnapshot"]>("getCallAnalysis")) {
    run(statusChecks, call);
    if (!isCompleted(call)) {
      gaps.push({
        operation: "getCallAnalysis",
        reason: "It is not completed: there is no analysis.",
        kind: "nothing",
      });
      continue;
    }
    const category =
      detail && sectionIds(call.analysis.sections) === sectionIds(detail.analysisPointers) ? detail : undefined;
    run(callChecks, { call: call as Schemas["CompletedCall"], category });
    if (detail && !category) {
      const reason = "It has other sections than the category that was read. Name its own with --category.";
      gaps.push({ operation: "getCallAnalysis", reason, kind: "nothing" });
    }
  }
  return { findings: [...findings.values()], gaps };
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

function isHeld<Data>(isMet: (data: Data) => boolean, data: Data): boolean {
  try {
    return isMet(data);
  } catch {
    // It has another type, which the schema's finding says.
    return true;
  }
}

function listedIn(categories: readonly Schemas["Category"][] | undefined, id: string): Schemas["Category"] | undefined {
  return Array.isArray(categories) ? categories.find((category) => Object(category).id === id) : undefined;
}

function sectionIds(sections: unknown): string {
  return Array.isArray(sections) ? sections.map((section: unknown) => String(Object(section).sectionId)).join() : "";
}
