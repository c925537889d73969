/**
 * Reads from the service what is compared with the contract, by GET alone, and within a minute whatever hangs. What keeps an
 * answer from being read is a gap. No text here has anything of an answer: the client's own errors quote the service.
 */
import type { Answer, Answers, ReadOperation } from "@call-analysis/contract-tests/read-only";
import {
  ApiError,
  AuthenticationError,
  type CallAnalysis,
  ConnectionError,
  type Middleware,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  type RequestOptions,
  ResponseFormatError,
  TimeoutError,
} from "@call-analysis/sdk";
import {
  forbidden,
  type Gap,
  noAgent,
  noCall,
  noCategory,
  noCategoryId,
  refusedKey,
  unknownCall,
  unknownCategory,
} from "./gaps.js";

/** What is read. */
export interface Reading {
  client: CallAnalysis;
  /** Undefined for the first of the list. */
  categoryId: string | undefined;
  callIds: readonly string[];
  /** Whether the ids are those that the command line names. */
  areNamed: boolean;
  /** How long all requests may take together, in milliseconds. */
  totalMs: number;
}

/** What is not read after a key that is refused. */
const otherOperations: readonly ReadOperation[] = ["listCategories", "getCategory", "getCallAnalysis"];

/** How many calls are read at once. */
const callsAtOnce = 4;

/** Longer answers are not read. A list of 20,000 agents has 5 MiB. */
const longestAnswerMiB = 16;

/** What was read, and what could not be. */
export interface ReadAnswers extends Pick<Reading, "callIds" | "areNamed"> {
  answers: Answers;
  gaps: Gap[];
}

/** Reads both lists, one category and the calls. After a key that is refused it reads nothing more. */
export async function readAnswers({ client, categoryId, callIds, areNamed, totalMs }: Reading): Promise<ReadAnswers> {
  const gaps: Gap[] = [];
  const reader = new Reader(client, totalMs);
  const read = async (operation: ReadOperation, send: Send, isUnknown?: () => Gap): Promise<Answer | undefined> => {
    const result = await reader.read(operation, { send, isUnknown });
    if (!("reason" in result)) return result;
    gaps.push(result);
    return undefined;
  };
  const agents = await read("listAgents", (sdk, options) => sdk.agents.list(options));
  if (gaps.some(({ reason }) => reason === refusedKey("listAgents").reason)) {
    gaps.push(...otherOperations.map(refusedKey));
    return { answers: { calls: [] }, gaps, callIds, areNamed };
  }
  if (agents && isEmptyList(agents)) gaps.push(noAgent);
  const [ofCategories, calls] = await Promise.all([readCategories(), readCalls()]);
  if (callIds.length === 0) gaps.push(noCall);
  return { answers: { agents, ...ofCategories, calls }, gaps, callIds, areNamed };

  async function readCategories(): Promise<Pick<Answers, "categories" | "category" | "categoryId">> {
    const categories = await read("listCategories", (sdk, options) => sdk.categories.list(options));
    const id = categoryId ?? firstIdOf(categories);
    if (id === undefined) {
      const ofList = gaps.find(({ operation }) => operation === "listCategories");
      const ofAnswer = categories && isEmptyList(categories) ? noCategory : noCategoryId;
      gaps.push(ofList ? { ...ofList, operation: "getCategory" } : ofAnswer);
      return { categories };
    }
    const isUnknown = categoryId === undefined ? undefined : () => unknownCategory;
    const category = await read("getCategory", (sdk, options) => sdk.categories.get(id, options), isUnknown);
    return { categories, category, categoryId: id };
  }

  async function readCalls(): Promise<Answers["calls"]> {
    const results: { answer: Answer; callId: string }[] = [];
    const waiting = callIds.entries();
    const worker = async () => {
      for (const [index, callId] of waiting) {
        const send: Send = (sdk, options) => sdk.calls.getAnalysis(callId, options);
        const isUnknown = () => unknownCall({ index, count: callIds.length, isNamed: areNamed });
        const answer = await read("getCallAnalysis", send, isUnknown);
        if (answer) results[index] = { answer, callId };
      }
    };
    await Promise.all(Array.from({ length: callsAtOnce }, worker));
    return results.filter(Boolean);
  }
}

/** Starts a request. The client reads the body within its limits, and does not look into it. */
type Send = (client: CallAnalysis, options: RequestOptions) => Pick<Promise<unknown>, "catch"> & AsResponse;

interface AsResponse {
  asResponse(): Promise<Response>;
}

interface ReadOptions {
  send: Send;
  /** What a 404 means, where the id may be wrong. @default that the service departs from the specification */
  isUnknown?: (() => Gap) | undefined;
}

/** Sends requests until their time together is over. */
class Reader {
  readonly #client: CallAnalysis;
  readonly #totalMs: number;
  readonly #endsAtMs: number;

  constructor(client: CallAnalysis, totalMs: number) {
    this.#client = client;
    this.#totalMs = totalMs;
    this.#endsAtMs = performance.now() + totalMs;
  }

  async read(operation: ReadOperation, { send, isUnknown }: ReadOptions): Promise<Answer | Gap> {
    const leftMs = this.#endsAtMs - performance.now();
    if (leftMs <= 0) return timeIsOver(operation);
    const seen: Seen = { statuses: [] };
    const client = this.#client.withOptions({
      middleware: [watching(seen)],
      retry: { maxAttempts: 2, maxRetryAfterMs: 5_000 },
      timeoutMs: this.#totalMs / 5,
      maxResponseBytes: longestAnswerMiB * 1024 * 1024,
      validate: "off",
      // The client's lines quote what the service says.
      logLevel: "off",
    });
    try {
      const request = send(client, { deadlineMs: Math.min(leftMs, 0.45 * this.#totalMs) });
      // Somebody asks for the data, so the client reads the body.
      request.catch(() => {});
      const response = await request.asResponse();
      const { status, headers } = response;
      return {
        operation,
        status,
        headers,
        json: parsed(await response.text()),
        wasLimited: seen.statuses.includes(429),
      };
    } catch (error) {
      return failure(operationalError(error), { operation, seen, isUnknown });
    }
  }
}

/** The statuses of a request's attempts. */
interface Seen {
  statuses: number[];
}

function watching({ statuses }: Seen): Middleware {
  return async (request, next) => {
    const response = await next(request);
    statuses.push(response.status);
    return response;
  };
}

/** A deadline that comes before the next attempt says less than what the last attempt met. */
function operationalError(error: unknown): unknown {
  return TimeoutError.is(error) && ApiError.is(error.cause) ? error.cause : error;
}

interface FailureOptions {
  operation: ReadOperation;
  seen: Seen;
  isUnknown: (() => Gap) | undefined;
}

/** An answer of which only the status is known, or what kept it from being read. @throws all but failures of requests */
function failure(error: unknown, { operation, seen, isUnknown }: FailureOptions): Answer | Gap {
  const status = seen.statuses.at(-1);
  const wasLimited = seen.statuses.includes(429);
  if (AuthenticationError.is(error)) return refusedKey(operation);
  if (PermissionDeniedError.is(error)) return forbidden(operation);
  if (NotFoundError.is(error) && isUnknown) return isUnknown();
  if (ApiError.is(error) || RateLimitError.is(error)) {
    return { operation, status: error.status, headers: new Headers(), json: undefined, wasLimited };
  }
  if (ResponseFormatError.is(error)) {
    const isRedirect = status !== undefined && status >= 300 && status < 400;
    if (isRedirect) return { operation, status, headers: new Headers(), json: undefined, wasLimited };
    const reason = `The answer is larger than ${longestAnswerMiB} MiB, and was not read to its end.`;
    return { operation, reason, next: "Ask whoever runs the service why it is so large.", kind: "failed" };
  }
  if (TimeoutError.is(error)) {
    const next = "Run it again. If it stays so, ask whoever runs the service.";
    return { operation, reason: "There was no complete answer in time.", next, kind: "failed" };
  }
  if (ConnectionError.is(error)) {
    const reason =
      status === undefined ? "The service could not be reached." : "The connection broke off in the answer.";
    const next = "Check --base-url and the network. call-analysis mock starts a service to try with.";
    return { operation, reason, next, kind: "failed" };
  }
  throw error;
}

function timeIsOver(operation: ReadOperation): Gap {
  const next = "Run it again, with fewer calls.";
  return { operation, reason: "It was not asked for: a run ends within a minute.", next, kind: "failed" };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function dataOf({ json }: Answer): unknown {
  return Reflect.get(Object(json), "data");
}

function isEmptyList(answer: Answer): boolean {
  const data = dataOf(answer);
  return Array.isArray(data) && data.length === 0;
}

/** The id of the first row that has one; undefined when the list has none that can be asked for. */
function firstIdOf(answer: Answer | undefined): string | undefined {
  const data = answer && dataOf(answer);
  if (!Array.isArray(data)) return undefined;
  return data.map((row: unknown) => Reflect.get(Object(row), "id")).find(isUsableId);
}

function isUsableId(id: unknown): id is string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the client refuses them in a path.
  return typeof id === "string" && !/^\.{0,2}$/.test(id) && !/[\u0000-\u001f\u007f]/.test(id);
}
