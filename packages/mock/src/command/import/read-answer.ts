/**
 * Reads an answer by GET, and says what keeps it from being used and what to do about that. `call-analysis check` does the
 * same by this file. No text here has anything of an answer: the client's own errors quote the service.
 */
import {
  ApiError,
  AuthenticationError,
  type CallAnalysis,
  ConnectionError,
  type Middleware,
  PermissionDeniedError,
  type RequestOptions,
  ResponseFormatError,
  TimeoutError,
} from "@call-analysis/sdk";

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
  /** `refused`: the key, by 401. `forbidden`: the key may not do this, by 403. `unanswered`: no complete answer came. */
  kind: "refused" | "forbidden" | "too-large" | "unanswered";
  /** What happened, as a sentence. */
  reason: string;
  /** What to do next. */
  next: string;
}

/** Starts a request, whose data is not used: `readAnswer` keeps its own copy of the response. */
export type Send = (client: CallAnalysis, options: RequestOptions) => PromiseLike<unknown>;

/** Longer answers are not used. A list of 20,000 agents has 5 MiB. */
const longestAnswerMiB = 16;

/** An answer, or why there is none. @throws all but failures of requests */
export async function readAnswer(
  client: CallAnalysis,
  send: Send,
  options: RequestOptions = {},
): Promise<ReceivedAnswer | ReadFailure> {
  const copies: Response[] = [];
  const reader = client.withOptions({
    middleware: [copying(copies)],
    validate: "off",
    // The client's lines quote what the service says.
    logLevel: "off",
  });
  try {
    await send(reader, options);
  } catch (error) {
    // The client finds no data in such a body. The copy tells what is in it.
    const isBodyUnusable = ResponseFormatError.is(error) && !isRedirect(error.status);
    // A deadline that comes before the next attempt says less than what the last attempt met.
    const failure = TimeoutError.is(error) && ApiError.is(error.cause) ? error.cause : error;
    if (!isBodyUnusable) return afterError(failure, wasLimited(copies));
  }
  return answerOf(copies);
}

function wasLimited(copies: readonly Response[]): boolean {
  return copies.some(({ status }) => status === 429);
}

function copying(copies: Response[]): Middleware {
  return async (request, next) => {
    const response = await next(request);
    copies.push(response.clone());
    return response;
  };
}

/** The last response, which has status 2xx. */
async function answerOf(copies: readonly Response[]): Promise<ReceivedAnswer | ReadFailure> {
  const copy = copies.at(-1) as Response;
  const text = await textOf(copy);
  if (text === undefined) {
    const reason = `The answer is larger than ${longestAnswerMiB} MiB, and was not read to its end.`;
    return { kind: "too-large", reason, next: "Ask whoever runs the service why it is so large." };
  }
  const { status, headers } = copy;
  return { status, headers, json: parsed(text), isEmpty: text === "", wasLimited: wasLimited(copies) };
}

/** A body that the client has read, or given up as too large; undefined when it is longer than is used here. */
async function textOf({ headers, body }: Response): Promise<string | undefined> {
  const mostBytes = longestAnswerMiB * 1024 * 1024;
  if (Number(headers.get("content-length")) > mostBytes) return void body?.cancel();
  const decoder = new TextDecoder();
  let text = "";
  let sizeBytes = 0;
  for await (const chunk of body ?? []) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > mostBytes) return undefined;
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

function afterError(error: unknown, isLimited: boolean): ReceivedAnswer | ReadFailure {
  if (AuthenticationError.is(error)) {
    return { kind: "refused", reason: "The service refused the key: 401.", next: "Check CALL_ANALYSIS_API_KEY." };
  }
  if (PermissionDeniedError.is(error)) {
    const next = "Use a key that may do this, or ask who issued it.";
    return { kind: "forbidden", reason: "The key may not read this: 403.", next };
  }
  const only = { headers: new Headers(), json: undefined, wasLimited: isLimited };
  if (ApiError.is(error)) return { ...only, status: error.status, retryAfterMs: error.retryAfterMs };
  if (ResponseFormatError.is(error)) return { ...only, status: error.status };
  if (TimeoutError.is(error)) {
    return {
      kind: "unanswered",
      reason: "There was no complete answer in time.",
      next: askLater,
    };
  }
  if (ConnectionError.is(error)) return { kind: "unanswered", ...connectionFailure(error) };
  throw error;
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

function connectionFailure(error: ConnectionError): Pick<ReadFailure, "reason" | "next"> {
  const reason = error.requestSent
    ? "The connection broke off before the answer was complete."
    : "The service could not be reached.";
  const failure = Object(Object(error.cause).cause);
  const [, ofAnswer] = unreadable.find(([code]) => code.test(String(failure.code))) ?? [];
  if (ofAnswer !== undefined) return { reason: ofAnswer, next: askWhoIsBetween };
  // Node's fetch refuses a 407 by an error without a word.
  if (error.requestSent && failure.message === "" && failure.code === undefined) {
    return {
      reason: "The answer is one that fetch refuses, such as 407.",
      next: "Look whether a proxy asks for a name and a password.",
    };
  }
  return { reason, next: "Check --base-url and the network." };
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
