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
  const guard = (entry: JournalInput): JournalInput => {
    const { id, ledger } = entry;
    return {
      id,
      saveUpload: (audioUrl) => entry.saveUpload(audioUrl),
      state: () => entry.state(),
      ledger: {
        ...ledger,
        async claim(key, options) {
          // Never answered: the abort that follows ends the wait for it, and nothing was claimed.
          if (stopping.aborted) return new Promise(() => {});
          creations.begin(id);
          const claim = await ledger.claim(key, options).catch((error) => {
            creations.settle(id);
            throw error;
          });
          if (claim.status !== "claimed") creations.settle(id);
          return claim;
        },
        created: (key, callId) => ledger.created(key, callId).finally(() => creations.settle(id)),
        released: (key) => ledger.released(key).finally(() => creations.settle(id)),
      },
      record: (analyze) => entry.record(analyze).finally(() => creations.settle(id)),
    };
  };
  const guarded: BatchJournal = {
    // The run opens it before the batch, and closes it after its last row.
    begin: async () => {},
    end: async () => {},
    async identify(input, signal) {
      const identity = await journal.identify(input, signal);
      await onKey(input, identity.key);
      return identity;
    },
    sharing: () => journal.sharing(),
    enter: async (identity, work) => guard(await journal.enter(identity, work)),
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
