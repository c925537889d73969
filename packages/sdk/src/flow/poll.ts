/** When to read an analysis again, and what its status means. Pure. */
import type { AnalysisSnapshot, CompletedCall } from "../contract/types.js";
import { kindOf } from "../known-names.js";
import { ThrownByCaller } from "../request/hooks.js";
import { check, fromOne, fromZeroToOne, oneOf, usualRules, withOptions, withoutUndefined } from "../rules.js";

/** How to wait for an analysis. */
export interface PollOptions {
  /** The pause before the first poll, in milliseconds. @default 2_000 */
  initialDelayMs: number;
  /** The pause before the second poll, in milliseconds. @default 2_000 */
  intervalMs: number;
  /** Each later pause is the previous one times this factor: 1 or more. @default 1.5 */
  factor: number;
  /** The longest pause, in milliseconds. @default 15_000 */
  maxIntervalMs: number;
  /** How much each pause after the first poll varies at random, as a fraction of it: from 0 to 1. @default 0.2 */
  jitter: number;
  /**
   * The longest wait, in milliseconds. The last poll starts within this time, and may take another 5 s.
   * @default 1_800_000 (30 minutes)
   */
  timeoutMs: number;
  /** How many polls in a row may fail. @default 5 */
  toleratedFailures: number;
  /**
   * Returns the meaning of a status.
   * @default `completed` is completed, six common words for failure are failed, and any other status is pending
   */
  classify: (status: string) => "pending" | "completed" | "failed";
}

const failureStatuses = ["failed", "error", "cancelled", "canceled", "rejected", "expired"];

const defaultPollOptions: PollOptions = {
  initialDelayMs: 2_000,
  intervalMs: 2_000,
  factor: 1.5,
  maxIntervalMs: 15_000,
  jitter: 0.2,
  timeoutMs: 1_800_000,
  toleratedFailures: 5,
  classify: (status) =>
    status === "completed" ? "completed" : failureStatuses.includes(status) ? "failed" : "pending",
};

export const pollRule = withOptions({ ...usualRules(defaultPollOptions), factor: fromOne, jitter: fromZeroToOne });

export function resolvePollOptions(
  changes: Partial<PollOptions> = {},
  base: PollOptions = defaultPollOptions,
): PollOptions {
  return { ...base, ...withoutUndefined(changes) };
}

/** The pause before a poll, in milliseconds. @param poll from 1 */
export function pauseBefore(poll: number, options: PollOptions): number {
  const { initialDelayMs, intervalMs, factor, maxIntervalMs, jitter } = options;
  if (poll === 1) return initialDelayMs;
  const fullMs = Math.min(intervalMs * factor ** (poll - 2), maxIntervalMs);
  return Math.min(fullMs * (1 + jitter * (2 * Math.random() - 1)), maxIntervalMs);
}

/** Whether the analysis is complete. `status` is an open string, so TypeScript cannot narrow by `status` alone. */
export function isCompleted<Udfs>(snapshot: AnalysisSnapshot<Udfs>): snapshot is CompletedCall<Udfs> {
  return snapshot.status === "completed" && hasAnalysis(snapshot);
}

/**
 * Whether the analysis has failed: the status is one of six common words for failure. A new call would be billed again.
 */
export function isFailed({ status }: { status: string }): boolean {
  return failureStatuses.includes(status);
}

/**
 * A `completed` status without an analysis counts as pending, because the analysis should follow.
 *
 * @throws {ThrownByCaller} with the error that `classify` throws
 */
export function meaningOf(snapshot: AnalysisSnapshot, { classify }: PollOptions): ReturnType<PollOptions["classify"]> {
  let meaning: ReturnType<PollOptions["classify"]>;
  try {
    meaning = classify(snapshot.status);
  } catch (error) {
    throw new ThrownByCaller(error);
  }
  check("poll.classify()", meaning, oneOf("pending", "completed", "failed"));
  return meaning === "completed" && !hasAnalysis(snapshot) ? "pending" : meaning;
}

export function hasAnalysis({ analysis }: AnalysisSnapshot<unknown>): boolean {
  return kindOf(analysis) === "an object" && Object.keys(analysis ?? {}).length > 0;
}
