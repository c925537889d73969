/**
 * Reads from a service with GET requests only, within a minute, and compares the responses. No finding quotes a
 * response.
 */
import {
  AbortError,
  ApiError,
  type ApiPromise,
  type CallAnalysis,
  CallAnalysisError,
  ConfigurationError,
  NotFoundError,
  ResponseFormatError,
} from "@call-analysis/sdk";
import { schemas } from "@call-analysis/sdk/schemas";
import * as z from "zod";
import { isAuthentication } from "../errors.js";
import { type Answers, type ReadOperation, rules } from "./rules.js";

/**
 * One difference between a service and its specification. It is reported once for each operation and place, however
 * many rows and calls show it.
 */
export interface Finding {
  kind: "violation" | "assumption";
  operation: ReadOperation;
  /** The place in the response, such as `data[].createdAt`; `body`; or a header. */
  place: string;
  expected: string;
}

/** Data that could not be read or compared, with the reason. */
export interface Gap {
  operation: ReadOperation;
  reason: string;
}

/**
 * Reads both lists, one category and the calls.
 *
 * @param options the category (by default the first one), the calls, and the time limit of all requests
 * @throws {AuthenticationError} if the key is refused
 */
export async function compare(
  client: CallAnalysis,
  { categoryId, callIds, totalMs }: { categoryId: string | undefined; callIds: readonly string[]; totalMs: number },
): Promise<Comparison> {
  const service = new Comparison();
  // The client's log quotes the service.
  const sdk = client.withOptions({ logLevel: "off", timeoutMs: totalMs / 6, deadlineMs: totalMs / 5 });
  const options = { signal: AbortSignal.timeout(totalMs) };
  const agents = await service.read("listAgents", sdk.agents.list(options));
  service.applyRules("listAgents", { agents });
  const categories = await service.read("listCategories", sdk.categories.list(options));
  service.applyRules("listCategories", { categories });
  const id = categoryId ?? categories?.find((listed) => Object(listed).id)?.id;
  if (id === undefined) service.miss("getCategory", "No category to read.");
  const category = id === undefined ? undefined : await service.read("getCategory", sdk.categories.get(id, options));
  service.applyRules("getCategory", { category, categories });
  if (callIds.length === 0) service.miss("getCallAnalysis", "No call was given. Pass --call ID. Reading is free.");
  for (const callId of callIds) {
    const call = await service.read("getCallAnalysis", sdk.calls.getAnalysis(callId, options));
    const { analysis, metadata } = call?.status === "completed" ? call : {};
    if (call && !analysis) service.miss("getCallAnalysis", "The call has no analysis yet. Pass a completed call.");
    const isOfCategory = category && analysis && idsOf(analysis.sections) === idsOf(category.analysisPointers);
    if (category && analysis && !isOfCategory) service.miss("getCallAnalysis", ofAnotherCategory);
    const categoryOfCall = isOfCategory ? category : undefined;
    service.applyRules("getCallAnalysis", { call, analysis, sections: analysis?.sections, metadata, categoryOfCall });
  }
  return service;
}

const ofAnotherCategory =
  "The call's sections differ from the category's. Pass the call's own category with --category.";

function idsOf(sections: unknown): string {
  return Array.isArray(sections) ? sections.map((section: unknown) => String(Object(section).sectionId)).join() : "";
}

/** The data that was read from a service, and its differences. */
export class Comparison {
  /** The number of compared responses of each operation. */
  readonly checked: Partial<Record<ReadOperation, number>> = {};
  /** Whether everything could be read. */
  isComplete = true;
  readonly findings: Finding[] = [];
  readonly gaps: Gap[] = [];

  miss(operation: ReadOperation, reason: string): void {
    if (this.gaps.some((gap) => gap.operation === operation && gap.reason === reason)) return;
    this.gaps.push({ operation, reason });
  }

  /** Compares a response with its schema, and returns its data, whose types may be wrong. */
  async read<T>(operation: ReadOperation, answer: ApiPromise<T>): Promise<T | undefined> {
    try {
      const { data, requestId } = await answer.withResponse();
      this.checked[operation] = (this.checked[operation] ?? 0) + 1;
      for (const { code, path, message } of schemaOf(operation, data).safeParse({ data }).error?.issues ?? [])
        if (code === "unrecognized_keys")
          this.#find(operation, placeOf([...path, "…"]), "no other field (further-fields)");
        else this.#find(operation, placeOf(path), message.replace(/^Invalid input: expected /, ""));
      if (requestId === null) this.#find(operation, "header x-request-id", "an id (request-id)");
      return data;
    } catch (error) {
      if (!CallAnalysisError.is(error) || isAuthentication(error) || ConfigurationError.is(error)) throw error;
      this.isComplete = false;
      if (ResponseFormatError.is(error)) this.#find(operation, "body", "JSON with the requested data");
      else this.miss(operation, reasonOf(error));
      return undefined;
    }
  }

  applyRules(operation: ReadOperation, answers: Partial<Record<keyof Answers, unknown>>): void {
    for (const [place, expected, isMet] of rules[operation])
      try {
        // A comparison of a missing value, or of another type, throws.
        if (!isMet(answers as Answers)) this.#find(operation, place, expected);
      } catch {
        // It is another finding, or a gap.
      }
  }

  #find(operation: ReadOperation, place: string, expected: string): void {
    if (this.findings.some((finding) => finding.operation === operation && finding.place === place)) return;
    const kind = /\([a-z-]+\)$/.test(expected) ? "assumption" : "violation";
    this.findings.push({ kind, operation, place, expected });
  }
}

/**
 * The contract's schema, without further fields. The specification shows more fields for a completed call than for
 * other calls.
 */
function schemaOf(operation: ReadOperation, data: unknown): z.ZodType {
  const ofData = {
    listAgents: z.array(schemas.Agent),
    listCategories: z.array(schemas.Category),
    getCategory: schemas.CategoryDetail,
    getCallAnalysis: Object(data).status === "completed" ? schemas.CompletedCall : schemas.AnalysisSnapshot,
  };
  return z.object({ data: closed(ofData[operation]) });
}

function closed(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodArray) return z.array(closed(schema.element));
  // User-defined fields are free.
  if (!(schema instanceof z.ZodObject) || Object.keys(schema.shape).length === 0) return schema;
  return z.strictObject(Object.fromEntries(Object.entries(schema.shape).map(([name, field]) => [name, closed(field)])));
}

/**
 * A place such as `data[].email`. A field is the same place in all rows. The names of further fields are not reported.
 */
function placeOf(path: readonly PropertyKey[]): string {
  return path
    .map((step) => (typeof step === "number" ? "[]" : `.${String(step)}`))
    .join("")
    .slice(1);
}

function reasonOf(error: CallAnalysisError): string {
  if (NotFoundError.is(error)) return "Not found (404). Check the id and --base-url.";
  if (ApiError.is(error)) return `The service responded with ${error.status}. Run the check again later.`;
  if (AbortError.is(error)) return "Not read in time. A check takes at most a minute.";
  return `The read failed (${error.code}). Check --base-url and the network.`;
}
