/**
 * Reads an answer by GET, and says what keeps it from being used and what to do about that. `call-analysis check` does the
 * same by this file. It does not use the client, which refuses what departs from the contract: here that is what is looked
 * for. No text here has anything of an answer.
 */
import { operations } from "@call-analysis/sdk/operations";

/** What came. Of an answer with an error's status nothing else is kept. */
export interface ReceivedAnswer {
  status: number;
  headers: Headers;
  /** The body as JSON; undefined when it is not JSON. */
  json: unknown;
  /** Whether there is no body. @default false */
  isEmpty?: boolean;
  /** Whether any attempt got a 429. */
  wasLimited: boolean;
  /** What an error's `Retry-After` asks for, in milliseconds. */
  retryAfterMs?: number | undefined;
}

/** Why there is no answer. */
export interface ReadFailure {
  /**
   * `refused`: the key, by 401. `forbidden`: the key may not do this, by 403. `unanswered`: no complete answer came.
   * `unsent`: no address can hold the id.
   */
  kind: "refused" | "forbidden" | "too-large" | "unanswered" | "unsent";
  /** What happened, as a sentence. */
  reason: string;
  /** What to do next. */
  next: string;
}

/** The service that is read. */
export interface Service {
  baseUrl: string;
  apiKey: string;
}

/** What is asked for. */
export interface Read {
  operation: "listAgents" | "listCategories" | "getCategory" | "getCallAnalysis";
  /** Of the category or the call. */
  id?: string;
  /** Longest time of one attempt, in milliseconds. @default 15_000 */
  timeoutMs?: number;
  /** Longest time of all attempts and pauses, in milliseconds. @default 60_000 */
  deadlineMs?: number;
  /** The pause before the second attempt, in milliseconds, where the service asks for none; later ones double. @default 500 */
  pauseMs?: number | undefined;
}

/** Longer answers are not used. A list of 20,000 agents has 5 MiB. */
const longestAnswerMiB = 16;

const mostAttempts = 3;

/** An answer, or why there is none. What may be over in a moment is tried again. */
export async function readAnswer(service: Service, read: Read): Promise<ReceivedAnswer | ReadFailure> {
  const { operation, id, timeoutMs = 15_000, deadlineMs = 60_000, pauseMs = 500 } = read;
  if (id !== undefined && !isUsableId(id)) return unsent;
  const url = addressOf(service.baseUrl, { operation, id });
  const endsAtMs = performance.now() + deadlineMs;
  const leftMs = () => Math.max(Math.ceil(endsAtMs - performance.now()), 1);
  let wasLimited = false;
  for (let attempt = 1; ; attempt += 1) {
    const result = await readOnce(url, service.apiKey, Math.min(timeoutMs, leftMs()));
    const answer = "status" in result ? result : undefined;
    wasLimited ||= answer?.status === 429;
    const nextMs = answer?.retryAfterMs || pauseMs * 2 ** (attempt - 1);
    if (!mayPass(result) || attempt === mostAttempts || nextMs >= leftMs())
      return answer ? { ...answer, wasLimited } : result;
    await new Promise((resolve) => setTimeout(resolve, nextMs));
  }
}

/** Whether the same may be answered otherwise in a moment. */
function mayPass(result: ReceivedAnswer | ReadFailure): boolean {
  if (!("status" in result)) return result.kind === "unanswered";
  return result.status === 408 || result.status === 429 || result.status >= 500;
}

/** Whether an address can hold an id: `.` and `..` would name another resource. */
export function isUsableId(id: string): boolean {
  // Control characters, and halves of characters, which no address has.
  return !/^\.{0,2}$/.test(id) && !/[\p{Cc}\p{Cs}]/u.test(id);
}

const unsent: ReadFailure = { kind: "unsent", reason: "No address can hold its id.", next: "Check the id." };

function addressOf(baseUrl: string, { operation, id = "" }: Pick<Read, "operation" | "id">): string {
  const { path } = operations[operation];
  return baseUrl.replace(/\/+$/, "") + path.replace(/\{\w+\}/, () => encodeURIComponent(id));
}

async function readOnce(url: string, apiKey: string, timeoutMs: number): Promise<ReceivedAnswer | ReadFailure> {
  let response: Response | undefined;
  try {
    response = await fetch(url, {
      headers: { accept: "application/json", authorization: `Bearer ${apiKey}` },
      // The key must not follow one to another origin.
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    return await answerOf(response);
  } catch (error) {
    return failureOf(error, { hasBegun: response !== undefined });
  }
}

async function answerOf(response: Response): Promise<ReceivedAnswer | ReadFailure> {
  const { status, headers } = response;
  if (status >= 300) {
    await response.body?.cancel();
    if (status === 401)
      return { kind: "refused", reason: "The service refused the key: 401.", next: "Check CALL_ANALYSIS_API_KEY." };
    if (status === 403) {
      const next = "Use a key that may do this, or ask who issued it.";
      return { kind: "forbidden", reason: "The key may not read this: 403.", next };
    }
    const pause = status >= 400 && { retryAfterMs: retryAfterMs(headers) };
    return { status, headers: new Headers(), json: undefined, wasLimited: false, ...pause };
  }
  const text = await textOf(response);
  if (text === undefined) {
    const reason = `The answer is larger than ${longestAnswerMiB} MiB, and was not read to its end.`;
    return { kind: "too-large", reason, next: "Ask whoever runs the service why it is so large." };
  }
  return { status, headers, json: parsed(text), isEmpty: text === "", wasLimited: false };
}

/** Seconds, or a date. @see RFC 9110, section 10.2.3 */
function retryAfterMs(headers: Headers): number | undefined {
  const value = headers.get("retry-after") ?? "";
  const pauseMs = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isNaN(pauseMs) ? undefined : Math.max(pauseMs, 0);
}

/** Undefined when it is longer than is used here. */
async function textOf({ body }: Response): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let text = "";
  let sizeBytes = 0;
  // Leaving the loop cancels the body.
  for await (const chunk of body ?? []) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > longestAnswerMiB * 1024 * 1024) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Here once more: the contract suite runs this file from its source, so it imports nothing of the fake. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Why an answer that came cannot be read, by the codes of Node's `fetch`. */
const unreadable: readonly [RegExp, string][] = [
  [
    /^(?:Z_|ERR__ERROR|ERR_BROTLI|ERR_ZLIB|ERR_PADDING)/,
    "The body of the answer is not encoded as its Content-Encoding says.",
  ],
  [/^(?:UND_ERR_HEADERS_OVERFLOW|HPE_HEADER_OVERFLOW)$/, "The headers of the answer are larger than 16 KiB."],
  [/^HPE_/, "The answer is not HTTP."],
];

/** @param options.hasBegun whether the headers of an answer came */
function failureOf(error: unknown, { hasBegun }: { hasBegun: boolean }): ReadFailure {
  const kind = "unanswered";
  if (Object(error).name === "TimeoutError")
    return { kind, reason: "There was no complete answer in time.", next: askLater };
  const failure = Object(Object(error).cause ?? error);
  const [, ofAnswer] = unreadable.find(([code]) => code.test(String(failure.code))) ?? [];
  if (ofAnswer !== undefined) return { kind, reason: ofAnswer, next: askWhoIsBetween };
  // Node's fetch refuses a 407 by an error without a word.
  if (!hasBegun && failure.message === "" && failure.code === undefined) {
    const next = "Look whether a proxy asks for a name and a password.";
    return { kind, reason: "The answer is one that fetch refuses, such as 407.", next };
  }
  const isBroken = hasBegun || /^(?:UND_ERR_SOCKET|ECONNRESET|EPIPE)$/.test(String(failure.code));
  const reason = isBroken
    ? "The connection broke off before the answer was complete."
    : "The service could not be reached.";
  return { kind, reason, next: "Check --base-url and the network." };
}

/** What is wrong with a status. */
export function statusStatement(status: number, { expected = 200 }: { expected?: number } = {}): string {
  return `The status must be ${expected}, and is ${status}`;
}

/** What something in between may have answered, such as a page. */
const foreign = {
  body: "The body must be JSON, and is not",
  type: "The content type must be that of JSON, and is another",
};

/** What is wrong with a body as a whole; undefined when it is JSON. */
export function bodyProblem({ headers, json, isEmpty }: Pick<ReceivedAnswer, "headers" | "json" | "isEmpty">) {
  if (isEmpty) return { field: "", statement: "The body must be JSON, and is empty" };
  if (json === undefined) return { field: "", statement: foreign.body };
  const field = "header content-type";
  const type = headers.get("content-type");
  if (type === null) return { field, statement: "The content type must be that of JSON, and is absent" };
  return /^application\/(.+\+)?json\b/.test(type) ? undefined : { field, statement: foreign.type };
}

/** What must be true of the id in an answer. */
export function askedStatement(what: "call" | "category"): string {
  return `The answer is of the ${what} that was asked for.`;
}

/** Nobody waits for longer before the next run. */
const longestPauseSeconds = 24 * 3_600;

const askIfItStays = "If it stays so, ask whoever runs the service.";

const askWhoIsBetween = "Look whether something in between changes the answers, and ask whoever runs the service.";

/** What to do when nothing says more. */
export const askLater = `Run it again. ${askIfItStays}`;

/**
 * What to do about an answer that cannot be used as a whole.
 *
 * @param options.isAddressRight whether other answers could be used: then `--base-url` is not what is wrong
 */
export function nextAfter(
  {
    status,
    retryAfterMs,
    statement = "",
  }: Pick<ReceivedAnswer, "status" | "retryAfterMs"> & { statement?: string | undefined },
  { isAddressRight }: { isAddressRight: boolean },
): string {
  if (status === 429) return runAgain(retryAfterMs);
  if (status >= 500 || status === 408) return `${runAgain(retryAfterMs)} ${askIfItStays}`;
  if (status === 304) return `It is an answer for a cache. ${askWhoIsBetween}`;
  if (isRedirect(status)) {
    const address = "Check that --base-url is the service's own address, with https, and no page to log in.";
    return `No redirect is followed. ${isAddressRight ? "Ask whoever runs the service why it sends one." : address}`;
  }
  if (status >= 400) {
    const address = "Check that --base-url is the service's address, and ends with a version such as /v1.";
    if (status === 404) return isAddressRight ? askLater : address;
    return `Ask whoever runs the service why it refuses to be read${isAddressRight ? "." : ", and check --base-url."}`;
  }
  const askWhy = "Ask whoever runs the service why it answers so.";
  if (status !== 200) return askWhy;
  // JSON of another form comes from a service, be it this one or another.
  if (!Object.values(foreign).some((text) => statement.startsWith(text)))
    return isAddressRight ? askWhy : "Check that --base-url is the service's address.";
  return isAddressRight
    ? "Look whether something in between answered, such as a gateway or a page to log in, and ask whoever runs the service."
    : "Check that --base-url is the service's address, and that nothing in between answers for it.";
}

/** What to do about a pause. One that is over at once says nothing, for it was asked again. */
function runAgain(retryAfterMs = 0): string {
  const seconds = Math.ceil(retryAfterMs / 1_000);
  if (seconds === 0) return "Run it again later.";
  if (seconds > longestPauseSeconds)
    return "Retry-After asks for more than a day: ask whoever runs the service when it can be read.";
  const time =
    seconds < 120
      ? amountOf(seconds, "second")
      : seconds < 3_600
        ? amountOf(Math.ceil(seconds / 60), "minute")
        : amountOf(Math.ceil(seconds / 3_600), "hour");
  return `Run it again in ${time}, as Retry-After asks.`;
}

function amountOf(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}
