/** A journal that notes what a run has to tell at its end: how many calls it created, and which it could not record. */
import type { Journal } from "@call-analysis/sdk";
import type { FileJournal } from "@call-analysis/sdk/node";

/** A call that exists, and that is not in the journal. */
export interface UnrecordedCall {
  key: string;
  callId: string;
}

/** What a run noted. */
export interface CreationNotes {
  /** How many calls it created. */
  created: number;
  unrecorded: UnrecordedCall[];
}

/** @param options.onFailure called when the journal cannot be used: nothing else can be created then */
export function notingJournal(
  journal: FileJournal,
  { notes, onFailure }: { notes: CreationNotes; onFailure: (error: Error) => void },
): Journal {
  const told = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (!journal.closed.aborted && (error as Error).name === "JournalError") onFailure(error as Error);
      throw error;
    }
  };
  return {
    closed: journal.closed,
    claim: (key, options) => told(journal.claim(key, options)),
    find: (key, input) => told(journal.find(key, input)),
    uploaded: (key, publicUrl, input) => journal.uploaded(key, publicUrl, input),
    released: (key) => journal.released(key),
    uncertain: (key) => journal.uncertain(key),
    created: async (key, callId) => {
      notes.created += 1;
      try {
        await told(journal.created(key, callId));
      } catch (error) {
        notes.unrecorded.push({ key, callId });
        throw error;
      }
    },
  };
}
