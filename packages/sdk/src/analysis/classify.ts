/** What a status means. Statuses are open strings: the specification shows three, and none for failure. */
import type { AnalysisSnapshot } from "../contract/types.js";
import { ConfigurationError } from "../errors/request-errors.js";
import { hasAnalysis } from "./completed.js";

/** What a status means for the wait. */
export type Classification = "pending" | "completed" | "failed";

/** The words that services use for a failure. */
const failures: ReadonlySet<string> = new Set(["failed", "error", "cancelled", "canceled", "rejected", "expired"]);

const shown: ReadonlySet<string> = new Set(["processing", "pending", "completed"]);

/** `completed` is completed, the known words for failure are failed, all else is pending. */
export function classifyKnown(status: string): Classification {
  if (status === "completed") return "completed";
  return failures.has(status) ? "failed" : "pending";
}

/** Whether the status is one that the specification shows, or a known word for failure. */
export function isKnownStatus(status: string): boolean {
  return shown.has(status) || failures.has(status);
}

/**
 * What a reading means. Completion without output counts as pending: the output is expected to follow.
 *
 * @throws {ConfigurationError} when `classify` throws, or answers with another word
 */
export function meaningOf(snapshot: AnalysisSnapshot, classify: (status: string) => Classification): Classification {
  const meaning = askClassify(snapshot.status, classify);
  return meaning === "completed" && !hasAnalysis(snapshot) ? "pending" : meaning;
}

function askClassify(status: string, classify: (status: string) => Classification): Classification {
  let meaning: Classification;
  try {
    meaning = classify(status);
  } catch (cause) {
    throw new ConfigurationError(`poll.classify failed for the status "${status}".`, { cause });
  }
  if (meaning === "pending" || meaning === "completed" || meaning === "failed") return meaning;
  throw new ConfigurationError(
    `poll.classify must answer "pending", "completed" or "failed", and answered ${String(meaning)} for "${status}".`,
  );
}
