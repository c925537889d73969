import { ConfigurationError } from "../errors/request-errors.js";
import { defaultRetryPolicy, type RetryPolicy } from "./retry.js";
import type { OnRetry } from "./retry-loop.js";

/** What every method takes last. */
export interface RequestOptions {
  /** Ends the operation, pauses included, with an `AbortError`. */
  signal?: AbortSignal | undefined;
  /** Longest time of one attempt, headers and body, in milliseconds. @default the client's, 30_000 */
  timeoutMs?: number | undefined;
  /** Longest time of all attempts and pauses together, in milliseconds. @default the client's, none */
  deadlineMs?: number | undefined;
  /** Changes to the client's retry policy; false for a single attempt. */
  retry?: false | Partial<RetryPolicy> | undefined;
  /** Further headers, above the client's. */
  headers?: Record<string, string> | undefined;
  /** Hears of every pause before a further attempt. */
  onRetry?: OnRetry | undefined;
}

/** @throws {ConfigurationError} when it is no number over 0 */
export function checkPositive(name: string, value: number): number {
  if (typeof value === "number" && value > 0) return value;
  throw new ConfigurationError(`${name} must be a number over 0, and is ${String(value)}.`);
}

/** @throws {ConfigurationError} when it is no finite number of at least 0 */
export function checkNotNegative(name: string, value: number): number {
  if (typeof value === "number" && value >= 0 && Number.isFinite(value)) return value;
  throw new ConfigurationError(`${name} must be a finite number of at least 0, and is ${String(value)}.`);
}

/**
 * A whole policy from what was asked for.
 *
 * @throws {ConfigurationError} that names the field
 */
export function resolveRetry(asked: RequestOptions["retry"], base: RetryPolicy = defaultRetryPolicy): RetryPolicy {
  if (asked === undefined) return base;
  if (asked === false) return { ...base, maxAttempts: 1 };
  if (typeof asked !== "object" || asked === null || Array.isArray(asked))
    throw new ConfigurationError("retry must be false or an object.");
  const policy = { ...base, ...definedOf(asked) };
  if (!Number.isInteger(policy.maxAttempts) || policy.maxAttempts < 1) {
    throw new ConfigurationError(
      `retry.maxAttempts must be a whole number over 0, and is ${String(policy.maxAttempts)}.`,
    );
  }
  checkNotNegative("retry.initialDelayMs", policy.initialDelayMs);
  checkNotNegative("retry.maxDelayMs", policy.maxDelayMs);
  checkNotNegative("retry.maxRetryAfterMs", policy.maxRetryAfterMs);
  checkPositive("retry.factor", checkNotNegative("retry.factor", policy.factor));
  if (checkNotNegative("retry.jitter", policy.jitter) > 1) {
    throw new ConfigurationError(`retry.jitter must be from 0 to 1, and is ${String(policy.jitter)}.`);
  }
  return policy;
}

/**
 * A signal of any realm.
 *
 * @throws {ConfigurationError} when it is none
 */
export function checkSignal(signal: AbortSignal | undefined): AbortSignal | undefined {
  if (signal === undefined) return undefined;
  if (typeof signal?.aborted === "boolean" && typeof signal.addEventListener === "function") return signal;
  throw new ConfigurationError("signal must be an AbortSignal.");
}

/** The fields that were given: undefined means the default. */
export function definedOf<T extends object>(options: T): Partial<T> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Partial<T>;
}
