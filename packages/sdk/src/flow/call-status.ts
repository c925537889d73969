/** What a call's status means: still pending, completed with its analysis, or failed. */
import type { AnalysisSnapshot, CompletedCall } from "../contract/types.js";
import { ConfigurationError } from "../errors/request-errors.js";
import { isObject } from "../value-kinds.js";

/** What a status means for the wait. */
type Meaning = "pending" | "completed" | "failed";

/** The caller's `poll.classify`. */
type Classify = (status: string) => Meaning;

/** Statuses are open strings: the specification shows these three, and none for failure. */
const specifiedStatuses: ReadonlySet<string> = new Set(["processing", "pending", "completed"]);

/** The words that services use for a failure. */
const failureStatuses: ReadonlySet<string> = new Set([
  "failed",
  "error",
  "cancelled",
  "canceled",
  "rejected",
  "expired",
]);

/** The default of `poll.classify`. */
export function classifyByDefault(status: string): Meaning {
  if (status === "completed") return "completed";
  return failureStatuses.has(status) ? "failed" : "pending";
}

/** Whether the status is one that the specification shows, or a known word for failure. */
export function isKnownStatus(status: string): boolean {
  return specifiedStatuses.has(status) || failureStatuses.has(status);
}

/** A snapshot that was read, and what it means. */
export interface Reading {
  snapshot: AnalysisSnapshot;
  meaning: Meaning;
  /** Completed but for its analysis: that counts as pending, for the analysis is expected to follow. */
  lacksAnalysis: boolean;
}

/** @throws {ConfigurationError} when `classify` throws, or returns something else */
export function readingOf(snapshot: AnalysisSnapshot, classify: Classify): Reading {
  const meaning = callClassify(snapshot.status, classify);
  const lacksAnalysis = meaning === "completed" && !hasAnalysis(snapshot);
  return { snapshot, meaning: lacksAnalysis ? "pending" : meaning, lacksAnalysis };
}

function callClassify(status: string, classify: Classify): Meaning {
  let meaning: Meaning;
  try {
    meaning = classify(status);
  } catch (cause) {
    throw new ConfigurationError(`poll.classify failed for the status "${status}".`, { cause });
  }
  if (meaning === "pending" || meaning === "completed" || meaning === "failed") return meaning;
  throw new ConfigurationError(
    `poll.classify must return "pending", "completed" or "failed", and returned ${String(meaning)} for "${status}".`,
  );
}

/**
 * Whether the analysis is there: status `completed`, and an `analysis`. Statuses are open strings, so
 * `status` alone cannot tell TypeScript.
 */
export function isCompleted<Udfs>(snapshot: AnalysisSnapshot<Udfs>): snapshot is CompletedCall<Udfs> {
  return snapshot.status === "completed" && hasAnalysis(snapshot);
}

function hasAnalysis({ analysis }: AnalysisSnapshot<unknown>): boolean {
  return isObject(analysis) && !Array.isArray(analysis) && Object.keys(analysis).length > 0;
}
