/** A journal that tells the keys of inputs, and lets no creation begin once the run is to stop. */
import type { BatchInput, BatchJournal } from "@call-analysis/sdk";

/** What a run adds to a journal. */
export interface GuardOptions {
  /** Once it is aborted, no creation begins: nothing is sent that nobody waits for. */
  stopping: AbortSignal;
  /** Called with the key of each input, before anything is sent. */
  onKey: (input: BatchInput<unknown>, key: string) => Promise<void>;
}

/** The journal, and the creations that are on the wire. */
export interface GuardedJournal {
  journal: BatchJournal;
  /** Tells that an input has settled, whatever came of its creation. */
  settled(key: string | undefined): void;
  /** Resolves when no creation is on the wire, or after so many milliseconds. */
  idle(graceMs: number): Promise<void>;
}

/** Guards a journal for one run. */
export function guardJournal(journal: BatchJournal, { stopping, onKey }: GuardOptions): GuardedJournal {
  const creations = new CreationsOnWire();
  const guarded: BatchJournal = {
    // The run holds it, from before the batch until after its last row.
    begin: async () => {},
    end: async () => {},
    find: (key) => journal.find(key),
    uploaded: (key, audioUrl) => journal.uploaded(key, audioUrl),
    completed: (key, result) => journal.completed(key, result),
    async keyOf(input, signal) {
      const key = await journal.keyOf(input, signal);
      await onKey(input, key);
      return key;
    },
    async claim(key, options) {
      // Never answered: the abort that follows ends the wait for it, and nothing was claimed.
      if (stopping.aborted) return new Promise(() => {});
      creations.begin(key);
      const claim = await journal.claim(key, options).catch((error) => {
        creations.settle(key);
        throw error;
      });
      if (claim.status !== "claimed") creations.settle(key);
      return claim;
    },
    created: (key, callId) => journal.created(key, callId).finally(() => creations.settle(key)),
    released: (key) => journal.released(key).finally(() => creations.settle(key)),
  };
  return {
    journal: guarded,
    settled: (key) => creations.settle(key),
    idle: (graceMs) => creations.idle(graceMs),
  };
}

/** The creations that were sent, and whose answer is not recorded yet. */
class CreationsOnWire {
  readonly #keys = new Set<string>();
  #onIdle: (() => void) | undefined;

  begin(key: string): void {
    this.#keys.add(key);
  }

  settle(key: string | undefined): void {
    if (key !== undefined) this.#keys.delete(key);
    if (this.#keys.size === 0) this.#onIdle?.();
  }

  async idle(graceMs: number): Promise<void> {
    if (this.#keys.size === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, graceMs);
      this.#onIdle = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
