import type { JournalEntry, JournalMatch } from "./entry.js";
import type { Har } from "./har.js";

/** How long to wait for an entry. */
export interface JournalWaitOptions {
  /** In milliseconds of real time. @default 2_000 */
  timeoutMs?: number;
  signal?: AbortSignal;
}

/** What a service was asked and what it answered, without keys and signatures. Reached as `service.journal`. */
export interface RequestJournal {
  /** All that is kept, the oldest first. */
  entries(): JournalEntry[];
  /** The entries that match. */
  find(match: JournalMatch): JournalEntry[];
  /** How many entries match, by default of all. */
  count(match?: JournalMatch): number;
  /**
   * The first entry that matches, as soon as there is one.
   *
   * @throws {JournalWaitError} when none comes in time, or the signal aborts; it lists the nearest misses
   */
  waitFor(match: JournalMatch, options?: JournalWaitOptions): Promise<JournalEntry>;
  /** Forgets all entries. */
  clear(): void;
  /** All that is kept, as an HTTP archive: a file that developer tools of browsers can open. */
  toHar(): Har;
}
