import { type Match, matches } from "../core/match.js";
import { longestPauseMs } from "../core/pause.js";
import type { JournalEntry } from "./entry.js";
import type { JournalView } from "./view.js";

interface Waiting {
  match: Match;
  resolve: (entry: JournalEntry) => void;
}

/** Tells those who wait for an entry when it comes. */
export class Arrivals {
  readonly #waiting = new Set<Waiting>();

  /** True as long as nobody waits. */
  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  announce({ entry, facts }: JournalView): void {
    for (const { match, resolve } of this.#waiting) if (matches(match, facts)) resolve(entry);
  }

  /** The next entry that matches. @throws when the time is over, or the signal aborts */
  next(match: Match, { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal }): Promise<JournalEntry> {
    return new Promise((resolve, reject) => {
      const waiting = { match, resolve: (entry: JournalEntry) => end(() => resolve(entry)) };
      const abort = () => end(() => reject(signal?.reason));
      const timer = setTimeout(
        () => end(() => reject(new Error("Time is over."))),
        Math.min(timeoutMs, longestPauseMs),
      );
      const end = (settle: () => void) => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", abort);
        this.#waiting.delete(waiting);
        settle();
      };
      this.#waiting.add(waiting);
      signal?.addEventListener("abort", abort, { once: true });
      if (signal?.aborted) abort();
    });
  }
}
