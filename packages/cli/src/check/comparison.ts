/** Reads from a service by GET alone, within a minute whatever hangs, and compares it. No finding quotes an answer. */
import {
  ApiError,
  type ApiPromise,
  AuthenticationError,
  type CallAnalysis,
  CallAnalysisError,
  NotFoundError,
  PermissionDeniedError,
  ResponseFormatError,
} from "@call-analysis/sdk";
import { schemas } from "@call-analysis/sdk/schemas";
import * as z from "zod";
import { type Answers, type ReadOperation, rules } from "./rules.js";

/** One point at which a service departs: once for each operation and place, however many rows and calls show it. */
export interface Finding {
  kind: "violation" | "assumption";
  operation: ReadOperation;
  /** The place in the answer, such as `data[].createdAt`; `body`; or a header. */
  place: string;
  expected: string;
}

/** What could not be read or compared, and why. */
export interface Gap {
  operation: ReadOperation;
  reason: string;
  /** `key`: the service refused it. `failed`: what was asked for could not be read. `nothing`: there was nothing to compare. */
  kind: "key" | "failed" | "nothing";
}

interface CompareOptions {
  /** Undefined for the first of the list. */
  categoryId: string | undefined;
  callIds: readonly string[];
  /** How long all requests may take together, in milliseconds. */
  totalMs: number;
}

/** Reads both lists, one category and the calls. After a key that is refused it reads nothing more. */
export async function compare(
  client: CallAnalysis,
  { categoryId, callIds, totalMs }: CompareOptions,
): Promise<Comparison> {
  const service = new Comparison(client, performance.now() + totalMs);
  await service.read(
    "listAgents",
    (sdk) => sdk.agents.list(),
    (agents) => ({ agents }),
  );
  if (service.gaps.some(({ kind }) => kind === "key")) return service;
  const list = (sdk: CallAnalysis) => sdk.categories.list();
  const categories = await service.read("listCategories", list, (categories) => ({ categories }));
  const id = categoryId ?? categories?.find((listed) => Object(listed).id)?.id;
  if (id === undefined) service.miss("getCategory", "There is no category to read.");
  const get = (sdk: CallAnalysis) => sdk.categories.get(id ?? "");
  const category = id && (await service.read("getCategory", get, (category) => ({ category, categories })));
  if (callIds.length === 0) service.miss("getCallAnalysis", "No call was named. Pass --call ID: that costs nothing.");
  for (const callId of callIds)
    await service.read(
      "getCallAnalysis",
      (sdk) => sdk.calls.getAnalysis(callId),
      (call) => {
        if (call.status !== "completed" || !call.analysis) {
          service.miss("getCallAnalysis", "It is not completed: there is no analysis.");
          return { call };
        }
        if (category && idsOf(call.analysis.sections) === idsOf(category.analysisPointers))
          return { call, completed: call, categoryOfCall: category };
        if (category) service.miss("getCallAnalysis", ofAnotherCategory);
        return { call, completed: call };
      },
    );
  return service;
}

const ofAnotherCategory = "It has other sections than the category that was read. Name its own with --category.";

function idsOf(sections: unknown): string {
  return Array.isArray(sections) ? sections.map((section: unknown) => String(Object(section).sectionId)).join() : "";
}

/** What was read of a service, and where it departs. */
export class Comparison {
  /** How many answers of each operation were compared. */
  readonly checked: Partial<Record<ReadOperation, number>> = {};
  /** Whether all that was asked for could be read. */
  isComplete = true;
  readonly findings: Finding[] = [];
  readonly gaps: Gap[] = [];
  readonly #client: CallAnalysis;
  readonly #endsAtMs: number;

  constructor(client: CallAnalysis, endsAtMs: number) {
    this.#client = client;
    this.#endsAtMs = endsAtMs;
  }

  miss(operation: ReadOperation, reason: string, kind: Gap["kind"] = "nothing"): void {
    if (this.gaps.some((gap) => gap.operation === operation && gap.reason === reason)) return;
    this.gaps.push({ operation, reason, kind });
  }

  /** Compares an answer, and returns its data, of which the types may be others. */
  async read<T>(
    operation: ReadOperation,
    send: (client: CallAnalysis) => ApiPromise<T>,
    answersOf: (data: T) => Partial<Record<keyof Answers, unknown>>,
  ): Promise<T | undefined> {
    const leftMs = this.#endsAtMs - performance.now();
    // The client's log quotes the service.
    const options = {
      timeoutMs: Math.max(leftMs / 4, 1),
      deadlineMs: Math.max(leftMs / 2, 1),
      logLevel: "off",
    } as const;
    try {
      if (leftMs <= 0) throw new Error("It was not asked for: a run ends within a minute.");
      const { data, requestId } = await send(this.#client.withOptions(options)).withResponse();
      this.checked[operation] = (this.checked[operation] ?? 0) + 1;
      for (const { code, path, message } of schemaOf(operation, data).safeParse({ data }).error?.issues ?? []) {
        const isFurther = code === "unrecognized_keys";
        const expected = isFurther
          ? "no further field (further-fields)"
          : message.replace(/^Invalid input: expected /, "");
        this.#find(operation, placeOf(isFurther ? [...path, "…"] : path), expected);
      }
      this.#applyRules(operation, answersOf(data));
      if (requestId === null) this.#find(operation, "header x-request-id", "an id (request-id)");
      return data;
    } catch (error) {
      this.isComplete = false;
      if (ResponseFormatError.is(error)) this.#find(operation, "body", "JSON with data, of what was asked for");
      else this.miss(operation, reasonOf(error), isOfKey(error) ? "key" : "failed");
      return undefined;
    }
  }

  #applyRules(operation: ReadOperation, answers: Partial<Record<keyof Answers, unknown>>): void {
    for (const [place, expected, isMet] of rules[operation])
      try {
        // What is undefined, or has another type, throws.
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

/** The contract's schema, without further fields. Of a completed call the specification shows more than of any call. */
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

/** Such as `data[].email`: a field is one place in all rows. The names of further fields are not told. */
function placeOf(path: readonly PropertyKey[]): string {
  return path
    .map((step) => (typeof step === "number" ? "[]" : `.${String(step)}`))
    .join("")
    .slice(1);
}

function isOfKey(error: unknown): boolean {
  return AuthenticationError.is(error) || PermissionDeniedError.is(error);
}

function reasonOf(error: unknown): string {
  if (AuthenticationError.is(error)) return "The service refused the key. Check CALL_ANALYSIS_API_KEY.";
  if (PermissionDeniedError.is(error)) return "The key may not read this. Ask who issued it.";
  if (NotFoundError.is(error)) return "The service does not have it: 404. Check the id and --base-url.";
  if (ApiError.is(error)) return `The service answered ${error.status}. Run it again later.`;
  if (!CallAnalysisError.is(error)) return (error as Error).message;
  return `It could not be read (${error.code}). Check --base-url and the network.`;
}
