import type { ServiceResponse } from "../core/message.js";
import type { OperationName } from "../core/operations.js";

/** One exchange as it is kept: by references, so that keeping it costs next to nothing. */
export interface JournalRecord {
  /** Counts from 1. */
  id: number;
  method: string;
  url: string;
  operation: OperationName | null;
  params: Readonly<Record<string, string>>;
  organizationId: string | null;
  startedAtMs: number;
  endedAtMs: number;
  durationMs: number;
  contentType: string | null;
  /** The beginning of the body, at most a piece longer than what entries show. */
  requestBody: readonly Uint8Array[];
  requestSizeBytes: number;
  /** Null when nothing was answered. */
  answer: ServiceResponse | null;
  faults: readonly string[];
  requestId: string | null;
}
