/** The request journal: keeps the latest requests and responses, finds them and awaits them. */
import * as z from "zod";
import { checkShape } from "../core/check-shape.js";
import { durationSchema } from "../core/duration.js";
import { longestPauseMs, realTimers } from "../core/pause.js";
import { checkMatch, matches } from "../rules/match.js";
import {
  type JournalEntry,
  type JournalMatch,
  type JournalRecord,
  type JournalView,
  type JournalViewOptions,
  viewOf,
} from "./entry.js";
import { type JournalWaitOptions, waitError } from "./waiters.js";

/** The requests to a service and its responses, without keys and signatures. Reached as `service.journal`. */
export interface RequestJournal {
  /** Returns all entries that are kept, the oldest first. */
  entries(): JournalEntry[];
  /**
   * Returns the kept entries that match.
   *
   * @throws {TypeError} when entries have no such field
   * @throws {MockServiceError} if no entry can have a value of the match. The message names the field.
   */
  find(match: JournalMatch): JournalEntry[];
  /**
   * Counts the requests that match. Without a match, counts all.
   *
   * @throws {Error} if the journal has dropped requests that could match
   * @throws {TypeError} @throws {MockServiceError} as `find` does
   */
  count(match?: JournalMatch): number;
  /**
   * Waits for the first entry that matches. An earlier entry counts, too.
   *
   * @throws {JournalWaitError} if none comes in time, the signal is aborted, or the service is reset. The message lists
   *   the nearest misses.
   * @throws {TypeError} when entries have no such field, or there is no such option
   * @throws {MockServiceError} if no entry can have a value of the match, or `timeoutMs` is not a duration
   */
  waitFor(match: JournalMatch, options?: JournalWaitOptions): Promise<JournalEntry>;
  /** Forgets all entries. */
  clear(): void;
}

/** The fields of entries that a match can name, besides those of requests. */
const entryFields = z.looseObject({
  status: z.int("must be a whole number from 100 to 599, or null").min(100).max(599).nullable().optional(),
  client: z.string().nullable().optional(),
});

const waitOptions = z.strictObject({ timeoutMs: durationSchema.optional(), signal: z.unknown().optional() });

/** The dependencies of the journal, and the number of entries that it keeps. */
interface JournalOptions extends JournalViewOptions {
  maxEntries: number;
}

/** Keeps references to requests and responses. Entries without secrets are created when they are first read. */
export class Journal implements RequestJournal {
  /** The requests that rules hold now. */
  readonly held = new Set<JournalRecord>();
  readonly #options: JournalOptions;
  /** A ring, in which the newest record replaces the oldest. Moving all others for each request would take longer. */
  #kept: JournalRecord[] = [];
  readonly #views = new WeakMap<JournalRecord, JournalView>();
  readonly #listeners = new Set<(view: JournalView) => void>();
  /** Ends the waits for an entry. */
  readonly #waits = new Set<() => void>();
  #count = 0;

  constructor(options: JournalOptions) {
    this.#options = options;
  }

  /** The requests that rules hold now, as far as they are known. Each gets its id once it has ended. */
  heldEntries(): JournalEntry[] {
    return [...this.held].map((record) => viewOf(record, this.#options).entry);
  }

  entries(): JournalEntry[] {
    return this.find({});
  }

  find(match: JournalMatch): JournalEntry[] {
    checkMatch(match, { extraFields: entryFields });
    const wanted = this.#options.redactor.value(match) as JournalMatch;
    return this.#listViews()
      .filter(({ attributes }) => matches(wanted, attributes))
      .map(({ entry }) => entry);
  }

  count(match: JournalMatch = {}): number {
    const dropped = this.#count - this.#kept.length;
    if (dropped === 0) return this.find(match).length;
    throw new Error(
      `Requests cannot be counted, because the journal has dropped the first ${dropped}. Raise journal.maxEntries, or call journal.clear() before you send the requests to count.`,
    );
  }

  async waitFor(match: JournalMatch, options: JournalWaitOptions = {}): Promise<JournalEntry> {
    checkShape(waitOptions, options);
    const { timeoutMs = 2_000, signal } = options;
    const [known] = this.find(match);
    if (known) return known;
    return new Promise((resolve, reject) => {
      const end = () => {
        realTimers.clearTimeout(timer);
        signal?.removeEventListener("abort", abort);
        stopListening();
        this.#waits.delete(reset);
      };
      const fail = (when: string, cause?: unknown) => {
        end();
        reject(waitError(match, when, { views: this.#listViews(), cause }));
      };
      const stopListening = this.listen(({ entry, attributes }) => {
        if (!matches(this.#options.redactor.value(match) as JournalMatch, attributes)) return;
        end();
        resolve(entry);
      });
      const reset = () => fail("before the service was reset");
      this.#waits.add(reset);
      const abort = () => fail("before the signal aborted", signal?.reason);
      const timer = realTimers.setTimeout(() => fail(`within ${timeoutMs} ms`), Math.min(timeoutMs, longestPauseMs));
      signal?.addEventListener("abort", abort, { once: true });
      if (signal?.aborted) abort();
    });
  }

  clear(): void {
    this.#kept = [];
    this.#count = 0;
  }

  /** Forgets all entries, and ends all waits for one. */
  reset(): void {
    for (const end of this.#waits) end();
    this.clear();
  }

  /** Keeps a request and its response. */
  record(record: JournalRecord): void {
    const { maxEntries } = this.#options;
    if (maxEntries > 0) this.#kept[this.#count % maxEntries] = record;
    this.#count += 1;
    record.id = this.#count;
    for (const listener of this.#listeners) listener(this.#viewOf(record));
  }

  /** Calls back for each entry from now on. Returns a function that stops this. */
  listen(listener: (view: JournalView) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #listViews(): JournalView[] {
    return this.#kept.toSorted((one, other) => one.id - other.id).map((record) => this.#viewOf(record));
  }

  /** The entry of a record, created when it is first read, because most entries never are. */
  #viewOf(record: JournalRecord): JournalView {
    const view = this.#views.get(record) ?? viewOf(record, this.#options);
    this.#views.set(record, view);
    return view;
  }
}
