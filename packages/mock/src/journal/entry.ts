import type { OperationName } from "../core/operations.js";
import type { RequestAttributes } from "../domain/request-attributes.js";

/** A body as the journal shows it. */
export interface JournalBody {
  contentType: string | null;
  /** The size of the whole body, or of what was read of it. */
  sizeBytes: number;
  /** Parsed JSON, or a text; null for no body, for recordings, and for what was not read. */
  content: unknown;
  /** Whether the content is the beginning only, for the body is larger than the journal keeps. */
  isCut: boolean;
}

/** One request and what was answered. Neither keys nor signatures are in it. */
export interface JournalEntry {
  /** Counts from 1, in the order of answers. */
  readonly id: number;
  /** Null for a path or a method that there is not. */
  readonly operation: OperationName | null;
  readonly method: string;
  /** The origin of the address. */
  readonly origin: string;
  /** The path of the address; its query is not kept. */
  readonly path: string;
  /** Null when nothing was answered: the request was aborted, or a fault struck. */
  readonly status: number | null;
  /** By the service's clock, in ISO 8601. */
  readonly startedAt: string;
  /** By the service's clock, in ISO 8601. */
  readonly endedAt: string;
  /** Real time that passed, in milliseconds. */
  readonly durationMs: number;
  /** Null when the request carried no key that is known. */
  readonly organizationId: string | null;
  readonly requestId: string | null;
  /** What was made to go wrong, such as `latency` or `network reset`. */
  readonly faults: readonly string[];
  readonly request: JournalBody;
  readonly response: JournalBody;
}

/** Fields of an entry, of the request's body and path, or of what it is about. */
export type JournalMatch = Readonly<Record<string, unknown>> & Partial<Pick<JournalEntry, "operation" | "status">>;

/** What matches choose entries by. */
export type JournalFacts = RequestAttributes & Pick<JournalEntry, "status">;
