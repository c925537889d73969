import { ConfigurationError } from "../errors/request-errors.js";
import { checkNotNegative, checkPositive, definedOf } from "../http/request-options.js";
import { type Classification, classifyKnown } from "./classify.js";

/** How an analysis is waited for. */
export interface PollOptions {
  /** Pause before the first poll, in milliseconds. @default 2_000 */
  initialDelayMs: number;
  /** Pause before the second poll, in milliseconds. @default 2_000 */
  intervalMs: number;
  /** What each further pause is multiplied with; 1 or more. @default 1.5 */
  factor: number;
  /** Longest pause, in milliseconds. @default 15_000 */
  maxIntervalMs: number;
  /** The part of a pause that is left to chance, to both sides: 0 to 1. @default 0.2 */
  jitter: number;
  /** Longest wait, in milliseconds. @default 1_800_000 (30 minutes) */
  timeoutMs: number;
  /** How many polls in a row may fail, whatever the failure. @default 5 */
  toleratedFailures: number;
  /** What a status means. By default `completed` is completed; the known words for failure are failed; all else is pending. */
  classify: (status: string) => Classification;
}

export const defaultPollOptions: PollOptions = {
  initialDelayMs: 2_000,
  intervalMs: 2_000,
  factor: 1.5,
  maxIntervalMs: 15_000,
  jitter: 0.2,
  timeoutMs: 1_800_000,
  toleratedFailures: 5,
  classify: classifyKnown,
};

/** @throws {ConfigurationError} that names the field */
export function resolvePollOptions(asked: Partial<PollOptions> = {}): PollOptions {
  if (typeof asked !== "object" || asked === null) throw wrong("poll", "an object", asked);
  const options = { ...defaultPollOptions, ...definedOf(asked) };
  const { factor, jitter, toleratedFailures, classify } = options;
  checkNotNegative("poll.initialDelayMs", options.initialDelayMs);
  checkNotNegative("poll.intervalMs", options.intervalMs);
  checkNotNegative("poll.maxIntervalMs", options.maxIntervalMs);
  checkPositive("poll.timeoutMs", options.timeoutMs);
  if (!Number.isFinite(factor) || factor < 1) throw wrong("poll.factor", "a finite number of at least 1", factor);
  if (!Number.isFinite(jitter) || jitter < 0 || jitter > 1) throw wrong("poll.jitter", "from 0 to 1", jitter);
  if (!Number.isInteger(toleratedFailures) || toleratedFailures < 0) {
    throw wrong("poll.toleratedFailures", "a whole number of at least 0", toleratedFailures);
  }
  if (typeof classify !== "function") throw wrong("poll.classify", "a function", typeof classify);
  return options;
}

function wrong(name: string, due: string, value: unknown): ConfigurationError {
  return new ConfigurationError(`${name} must be ${due}, and is ${String(value)}.`);
}
