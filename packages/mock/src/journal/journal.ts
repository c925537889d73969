import { matches } from "../core/match.js";
import type { RequestAttributesReader } from "../domain/request-attributes.js";
import { Arrivals } from "./arrivals.js";
import type { JournalEntry, JournalMatch } from "./entry.js";
import { type Har, harOf } from "./har.js";
import type { JournalOptions } from "./journal-options.js";
import { JournalWaitError, missesMessage } from "./nearest-misses.js";
import type { JournalRecord } from "./record.js";
import type { Redactor } from "./redaction.js";
import type { JournalWaitOptions, RequestJournal } from "./request-journal.js";
import { Ring } from "./ring.js";
import { type JournalView, viewOf } from "./view.js";

/** What a journal works with. */
export interface JournalDependencies {
  limits: JournalOptions;
  redactor: Redactor;
  finder: RequestAttributesReader;
}

/** Keeps what was asked and answered, by references, and shows it without secrets. */
export class Journal implements RequestJournal {
  readonly #options: JournalDependencies;
  readonly #kept: Ring<JournalRecord | JournalView>;
  readonly #made = new WeakMap<JournalRecord, JournalView>();
  readonly #arrivals = new Arrivals();
  #count = 0;

  constructor(options: JournalDependencies) {
    this.#options = options;
    this.#kept = new Ring(options.limits.maxEntries);
  }

  /** How much of each body is kept, in bytes. */
  get maxBodyBytes(): number {
    return this.#options.limits.maxBodyBytes;
  }

  entries(): JournalEntry[] {
    return this.find({});
  }

  find(match: JournalMatch): JournalEntry[] {
    return this.#views()
      .filter(({ facts }) => matches(match, facts))
      .map(({ entry }) => entry);
  }

  count(match: JournalMatch = {}): number {
    return this.find(match).length;
  }

  async waitFor(match: JournalMatch, { timeoutMs = 2_000, signal }: JournalWaitOptions = {}): Promise<JournalEntry> {
    const [known] = this.find(match);
    if (known) return known;
    try {
      return await this.#arrivals.next(match, { timeoutMs, signal });
    } catch (cause) {
      const why = signal?.aborted ? "before the signal aborted" : `within ${timeoutMs} ms`;
      throw new JournalWaitError(missesMessage(match, { why, views: this.#views() }), { cause });
    }
  }

  /** Forgets all entries. */
  clear(): void {
    this.#kept.clear();
    this.#count = 0;
  }

  toHar(): Har {
    return harOf(this.entries());
  }

  /** The number of the next entry. */
  nextId(): number {
    this.#count += 1;
    return this.#count;
  }

  /** Keeps an exchange; `authorization` is a header that nobody is known by, to be kept out of the entry. */
  record(record: JournalRecord, authorization: string | null): void {
    // With a wrong key in it, nothing is kept but what may be seen.
    const kept = authorization === null ? record : this.#viewOf(record, authorization);
    this.#kept.push(kept);
    if (!this.#arrivals.isEmpty) this.#arrivals.announce(this.#viewed(kept));
  }

  #views(): JournalView[] {
    return this.#kept.list().map((kept) => this.#viewed(kept));
  }

  /** Most entries are never looked at: a view is made the first time. */
  #viewed(kept: JournalRecord | JournalView): JournalView {
    if ("entry" in kept) return kept;
    const view = this.#made.get(kept) ?? this.#viewOf(kept, null);
    this.#made.set(kept, view);
    return view;
  }

  #viewOf(record: JournalRecord, authorization: string | null): JournalView {
    const { limits, redactor, finder } = this.#options;
    return viewOf(record, { redactor: redactor.besides(authorization), maxBodyBytes: limits.maxBodyBytes, finder });
  }
}
