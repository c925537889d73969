/** How an analysis is waited for: the options, their defaults and checks, and the pauses between polls. */
import { ConfigurationError } from "../errors/request-errors.js";
import { checkNames } from "../known-names.js";
import {
  checkFields,
  checkNotNegative,
  checkPart,
  checkPositive,
  definedOf,
  numberThatIs,
} from "../request/request-options.js";
import { classifyByDefault } from "./call-status.js";

/** How an analysis is waited for. */
export interface PollOptions {
  /** Pause before the first poll, in milliseconds. @default 2_000 */
  initialDelayMs: number;
  /** Pause before the second poll, in milliseconds. @default 2_000 */
  intervalMs: number;
  /** What each further pause is multiplied by; 1 or more. @default 1.5 */
  factor: number;
  /** Longest pause, in milliseconds. @default 15_000 */
  maxIntervalMs: number;
  /** By how much a pause may be longer or shorter at random, as a part of it: 0 to 1. @default 0.2 */
  jitter: number;
  /** Longest wait, in milliseconds. @default 1_800_000 (30 minutes) */
  timeoutMs: number;
  /**
   * How many polls in a row may fail. 401, 403, aborts and deadlines end the wait at once. A 404 in the first 30 s
   * and 50 polls after this flow created the call does not count. @default 5
   */
  toleratedFailures: number;
  /**
   * What a status means. By default `completed` is completed; `failed`, `error`, `cancelled`, `canceled`, `rejected`
   * and `expired` are failed; all else is pending.
   */
  classify: (status: string) => "pending" | "completed" | "failed";
}

export const defaultPollOptions: PollOptions = {
  initialDelayMs: 2_000,
  intervalMs: 2_000,
  factor: 1.5,
  maxIntervalMs: 15_000,
  jitter: 0.2,
  timeoutMs: 1_800_000,
  toleratedFailures: 5,
  classify: classifyByDefault,
};

/** @throws {ConfigurationError} that names the field */
export function resolvePollOptions(asked?: Partial<PollOptions>): PollOptions {
  if (asked === undefined) return defaultPollOptions;
  checkNames("poll", asked, defaultPollOptions);
  const options = { ...defaultPollOptions, ...definedOf(asked) };
  checkFields("poll", options, pollChecks);
  if (typeof options.classify !== "function") throw new ConfigurationError("poll.classify must be a function.");
  return options;
}

const pollChecks = {
  initialDelayMs: checkNotNegative,
  intervalMs: checkNotNegative,
  factor: numberThatIs("a finite number of at least 1", (value) => value >= 1 && value < Infinity),
  maxIntervalMs: checkNotNegative,
  jitter: checkPart,
  timeoutMs: checkPositive,
  toleratedFailures: numberThatIs("a whole number of at least 0", (value) => value >= 0 && Number.isInteger(value)),
};

/**
 * The pause before a poll, in milliseconds: the first as asked, then growing up to a limit, with jitter so
 * that the calls of a batch are not polled in step. Pure.
 *
 * @param poll the number of the poll that follows, from 1
 * @param random from 0 to 1
 */
export function pauseBeforePoll(
  { initialDelayMs, intervalMs, factor, maxIntervalMs, jitter }: PollOptions,
  poll: number,
  random: number,
): number {
  if (poll === 1) return initialDelayMs;
  // The power may be Infinity, and 0 times Infinity is NaN.
  const growth = Math.min(factor ** (poll - 2), Number.MAX_VALUE);
  const fullMs = Math.min(intervalMs * growth, maxIntervalMs);
  return Math.min(fullMs * (1 + jitter * (2 * random - 1)), maxIntervalMs);
}
