/** The options that every method takes last, and their checks. */
import { ConfigurationError } from "../errors/request-errors.js";
import { checkNames, type NamesOf } from "../known-names.js";
import { hasMethods, isObject, isText } from "../value-kinds.js";
import type { RetryEvent } from "./attempts.js";
import type { Deadline } from "./deadline.js";
import { defaultRetryPolicy, type RetryPolicy } from "./retry.js";

/** Headers that belong to the connection: `fetch` refuses them, or sends a request that is broken. */
const headersOfConnection = new Set([
  "connection",
  "content-length",
  "expect",
  "keep-alive",
  "transfer-encoding",
  "upgrade",
]);

/** The options of one operation. */
export interface RequestOptions {
  /** Ends the operation, pauses included, with an `AbortError`. */
  signal?: AbortSignal | undefined;
  /** Longest time of one attempt, headers and body, in milliseconds. @default the client's, 30_000 */
  timeoutMs?: number | undefined;
  /** Longest time of all attempts and pauses together, in milliseconds. @default the client's, none */
  deadlineMs?: number | undefined;
  /** Changes to the client's retry policy; false for a single attempt. */
  retry?: false | Partial<RetryPolicy> | undefined;
  /** Further headers; they replace the client's of the same name. Their values are as secret as the client's. */
  headers?: Record<string, string> | undefined;
}

/**
 * What guards each attempt of a creation, so that there is no second call. What it throws ends the request, and nothing is
 * sent. A flow's guard, which tells events, is around that of a ledger.
 */
export interface AttemptGuard {
  /** After every wait, before the attempt. */
  claim(): Promise<void>;
  /** Immediately before the first byte. */
  sending(): Promise<void>;
  /** The attempt has certainly created nothing. */
  released(): Promise<void>;
}

/** What flows and the proxy ask of their requests besides. */
export interface InternalOptions {
  /** The flow's, which has begun already: replaces `deadlineMs`. */
  deadline?: Deadline | undefined;
  /** How long 429s use up no attempts, `retry: false` or not, counted from the first one, in milliseconds. @default 0 */
  throttleTimeoutMs?: number | undefined;
  /** Called before each pause before a further attempt. */
  onRetry?: ((retry: RetryEvent) => void) | undefined;
  /** Called when the request waits for the end of the operation's pause. */
  onPause?: ((pauseMs: number) => void) | undefined;
  /** What keeps a creation single. */
  guard?: AttemptGuard | undefined;
}

/** Callers cannot write it, so none of these is taken for an option of theirs. */
export const internal = Symbol();

/** The options of an operation that a caller or a flow runs. */
export interface InternalRequestOptions extends RequestOptions {
  [internal]?: InternalOptions | undefined;
}

export const requestOptionNames: NamesOf<RequestOptions> = {
  signal: true,
  timeoutMs: true,
  deadlineMs: true,
  retry: true,
  headers: true,
};

/** Checks a number, and gives it back. Throws a `ConfigurationError` that says what it must be. */
type CheckNumber = (name: string, value: number) => number;

/** A check for numbers that are `due`, such as "a whole number". */
export function numberThatIs(due: string, isMet: (value: number) => boolean): CheckNumber {
  return (name, value) => {
    if (typeof value === "number" && isMet(value)) return value;
    throw new ConfigurationError(`${name} must be ${due}, and is ${isText(value) ? `"${value}"` : String(value)}.`);
  };
}

export const checkPositive = numberThatIs("a number greater than 0", (value) => value > 0);
export const checkNotNegative = numberThatIs("a finite number, 0 or more", (value) => value >= 0 && value < Infinity);
export const checkPart = numberThatIs("a number from 0 to 1", (value) => value >= 0 && value <= 1);

/** @throws {ConfigurationError} that names the first of the options that is there and of another type */
export function checkType(type: "boolean" | "function", options: object): void {
  for (const [name, value] of Object.entries(options)) {
    if (value !== undefined && typeof value !== type) throw new ConfigurationError(`${name} must be a ${type}.`);
  }
}

/** Checks the fields of an option that is an object. */
export function checkFields<T>(option: string, fields: T, checks: { [Name in keyof T]?: CheckNumber }): void {
  for (const name in checks) checks[name]?.(`${option}.${name}`, fields[name] as number);
}

/**
 * The options with changes over them: undefined fields are ignored. Changes that are not an object are kept, and refused
 * where they are checked.
 */
export function withChanges<T>(options: T, changes: T): T {
  if (!isObject(changes)) return changes ?? options;
  return { ...options, ...definedOf(changes) };
}

/**
 * The policy with the changes of a client or of one operation.
 *
 * @throws {ConfigurationError} that names the field
 */
export function resolveRetry(changes: RequestOptions["retry"], base: RetryPolicy = defaultRetryPolicy): RetryPolicy {
  if (changes === undefined) return base;
  if (changes === false) return { ...base, maxAttempts: 1 };
  if (!isObject(changes) || Array.isArray(changes)) {
    throw new ConfigurationError("retry must be false or an object.");
  }
  checkNames("retry", changes, defaultRetryPolicy);
  const policy = { ...base, ...definedOf(changes) };
  checkFields("retry", policy, retryChecks);
  return policy;
}

const retryChecks = {
  maxAttempts: numberThatIs("a whole number greater than 0", (value) => value > 0 && Number.isInteger(value)),
  initialDelayMs: checkNotNegative,
  factor: numberThatIs("a finite number greater than 0", (value) => value > 0 && value < Infinity),
  maxDelayMs: checkNotNegative,
  jitter: checkPart,
  maxRetryAfterMs: checkNotNegative,
};

/**
 * Checks a signal, which may come from any realm.
 *
 * @throws {ConfigurationError} when it is not a signal
 */
export function checkSignal(signal: AbortSignal | undefined): AbortSignal | undefined {
  if (signal === undefined) return undefined;
  if (typeof signal?.aborted === "boolean" && hasMethods(signal, "addEventListener")) return signal;
  throw new ConfigurationError("signal must be an AbortSignal.");
}

/** The fields that are not undefined: undefined means the default. */
export function definedOf<T extends object>(options: T): Partial<T> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Partial<T>;
}

/**
 * The headers as `fetch` takes them, without those that are undefined.
 *
 * @throws {ConfigurationError} that names the header, and does not show its value
 */
export function checkHeaders(headers: Record<string, string> | undefined): Record<string, string> {
  if (headers === undefined) return {};
  if (!isObject(headers) || Symbol.iterator in headers) {
    throw new ConfigurationError("headers must be an object of names and values.");
  }
  const given = Object.entries(definedOf(headers) as Record<string, string>);
  for (const [name, value] of given) checkHeader(name, value);
  // In lower case, so that the same header in another case replaces the first.
  return Object.fromEntries(given.map(([name, value]) => [name.toLowerCase(), value]));
}

function checkHeader(name: string, value: unknown): void {
  if (name.toLowerCase() === "authorization") {
    throw new ConfigurationError("headers: authorization is set from apiKey. Pass the key there.");
  }
  if (headersOfConnection.has(name.toLowerCase())) {
    throw new ConfigurationError(`headers: ${name} is set by fetch. Leave it out.`);
  }
  if (isHeader(name, value)) return;
  throw new ConfigurationError(`headers: ${JSON.stringify(name)} has a name or a value that HTTP does not allow.`);
}

/** Whether HTTP allows the name and the value. */
export function isHeader(name: string, value: unknown): value is string {
  if (typeof value !== "string") return false;
  try {
    return new Headers([[name, value]]).has(name);
  } catch {
    return false;
  }
}
