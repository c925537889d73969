import type { AnalysisSnapshot, CompletedCall } from "../contract/types.js";

/**
 * Whether the analysis is there: status `completed`, and an `analysis`. Statuses are open strings, so
 * `status` alone cannot tell TypeScript.
 */
export function isCompleted<Udfs>(snapshot: AnalysisSnapshot<Udfs>): snapshot is CompletedCall<Udfs> {
  return snapshot.status === "completed" && hasAnalysis(snapshot);
}

/** Whether there is output, whatever the status is called. */
export function hasAnalysis({ analysis }: AnalysisSnapshot<unknown>): boolean {
  return typeof analysis === "object" && analysis !== null;
}
