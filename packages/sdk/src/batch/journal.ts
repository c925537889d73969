import type { CompletedCall } from "../contract/types.js";
import type { ResumeToken } from "../errors/call-analysis-error.js";

/** How far an input has come: from where to go on, or what came of it. */
export type JournalEntry = { resume: ResumeToken } | { result: CompletedCall };

/**
 * A memory of inputs that outlives the process. A batch writes down how far each input has come before it
 * goes on, and asks before it begins one.
 */
export interface Journal {
  /** What was recorded last under this key, by this process or one before it. */
  find(key: string): Promise<JournalEntry | undefined>;
  /** Resolves once the entry cannot be lost any more. */
  record(key: string, entry: JournalEntry): Promise<void>;
}
