/** A journal that tells the keys of inputs, and lets no creation begin once the run is to stop. */
import type { BatchInput, BatchJournal, JournalInput } from "@call-analysis/sdk";

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
  /** Resolves when no creation is on the wire, or after so many milliseconds. */
  idle(graceMs: number): Promise<void>;
}

/** Guards a journal for one run. */
export function guardJournal(journal: BatchJournal, { stopping, onKey }: GuardOptions): GuardedJournal {
  const creations = new CreationsOnWire();
  const guard = (entry: JournalInput): JournalInput => ({
    ...entry,
    async claim(key, options) {
      // Never answered: the abort that follows ends the wait for it, and nothing was claimed.
      if (stopping.aborted) return new Promise(() => {});
      creations.begin(entry.id);
      const claim = await entry.claim(key, options).catch((error) => {
        creations.settle(entry.id);
        throw error;
      });
      if (claim.status !== "claimed") creations.settle(entry.id);
      return claim;
    },
    created: (key, callId) => entry.created(key, callId).finally(() => creations.settle(entry.id)),
    released: (key) => entry.released(key).finally(() => creations.settle(entry.id)),
    uncertain: () => entry.uncertain().finally(() => creations.settle(entry.id)),
  });
  const guarded: BatchJournal = {
    // The run opens it before the batch, and closes it after its last row.
    begin: async () => {},
    end: async () => {},
    async identify(input, signal) {
      const identity = await journal.identify(input, signal);
      await onKey(input, identity.key);
      return identity;
    },
    enter: async (identity) => guard(await journal.enter(identity)),
  };
  return {
    journal: guarded,
    idle: (graceMs) => creations.idle(graceMs),
  };
}

/** The creations that were sent, and whose answer is not recorded yet. */
class CreationsOnWire {
  readonly #ids = new Set<string>();
  #onIdle: (() => void) | undefined;

  begin(id: string): void {
    this.#ids.add(id);
  }

  settle(id: string): void {
    this.#ids.delete(id);
    if (this.#ids.size === 0) this.#onIdle?.();
  }

  async idle(graceMs: number): Promise<void> {
    if (this.#ids.size === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, graceMs);
      this.#onIdle = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
