/** Journals as users write them: with three methods, and with all. */
import type { Journal, JournalState } from "@call-analysis/sdk";

/** What is known of each key. */
export type Entries = Map<string, JournalState>;

export function smallJournal(entries: Entries = new Map()): Journal {
  return {
    claim: async (key, { recreate }) => {
      const known = entries.get(key);
      if (known?.state === "created") return { status: "created", callId: known.callId ?? "" };
      if (known?.state === "skipped") return { status: "skipped" };
      if (known && known.state !== "uploaded" && !recreate) return { status: "unknown", audio_url: known.audio_url };
      entries.set(key, { ...known, state: "creating" });
      return { status: "claimed" };
    },
    created: async (key, callId) => void entries.set(key, { state: "created", callId }),
    released: async (key) => {
      const { state, audio_url } = entries.get(key) ?? {};
      if (state === "created") return;
      if (audio_url === undefined) entries.delete(key);
      else entries.set(key, { state: "uploaded", audio_url });
    },
  };
}

export function wholeJournal(entries: Entries = new Map()): Journal {
  return {
    ...smallJournal(entries),
    uncertain: async (key) => void entries.set(key, { ...entries.get(key), state: "uncertain" }),
    find: async (key) => entries.get(key),
    uploaded: async (key, audio_url) => void entries.set(key, { state: "uploaded", audio_url }),
  };
}
