/** Which recording a call is about: ingestion is asynchronous, so one that is stored after the call's creation can count. */
import type { AnalysisPlan } from "./call-status.js";

/** How many recordings had been stored at a call's address, at two times. */
export interface IngestionMarks {
  /** When the call was created. */
  storedAtCreation: number;
  /** When a poll, or a test, ended the call's `processing`; null as long as none has. */
  storedAtEnd: number | null;
}

/**
 * How many of the recordings that were stored at a call's address count for it: those that were stored before
 * `processing` ended. The last of them is the one that is analysed.
 *
 * - By polls, the first poll that does not return `processing` ends it.
 * - By time, `processing` ends `processingMs` after the call's creation; what was stored before the creation counts too.
 * - An immediate call is ended by the first poll, because nobody has seen it before.
 * - A manual call is ended by the test. A test that ends any other call ends its `processing` too.
 *
 * @param storedAtMs when each recording was stored, oldest first
 */
export function countedRecordings(
  { progression, createdAtMs }: Pick<AnalysisPlan, "progression" | "createdAtMs">,
  { storedAtCreation, storedAtEnd }: IngestionMarks,
  storedAtMs: readonly number[],
): number {
  const endMs = progression.mode === "time" ? createdAtMs + progression.processingMs : Number.POSITIVE_INFINITY;
  const last = storedAtMs.findLastIndex((timeMs, index) => index < storedAtCreation || timeMs < endMs);
  return Math.min(last + 1, storedAtEnd ?? last + 1);
}
