/**
 * The entry of an input in the journal of its batch: read before an upload, and updated afterwards. The flow that
 * creates the call reads it again.
 */
import { identify } from "../flow/identity.js";
import { askJournal, findInput, type Journal } from "../flow/journal.js";
import { type Limits, runWithin } from "../request/limits.js";
import { Redactor } from "../request/redact.js";
import { openRecording } from "../upload/source.js";
import type { InputCopy } from "./batch-options.js";

export type JournalEntry = Awaited<ReturnType<typeof journalEntry>>;

export async function journalEntry(journal: Journal, given: InputCopy & { limits: Limits }, baseUrl: string) {
  const { file, fields: call, limits } = given;
  const read = async (signal: AbortSignal) =>
    identify(await openRecording(file, given), call, { key: given.key, signal });
  const { key, recording } = await runWithin(limits, "Hashing the recording", read);
  const input = { baseUrl, call, recording };
  const asked = { limits, redactor: new Redactor() };
  return {
    key,
    /** Equal for two inputs with the same recording, member and category. */
    identity: JSON.stringify([call.memberId, call.categoryId, recording.digest]),
    /** The input's call, or the URL of its uploaded recording, if the journal knows one of them. */
    find: () => findInput(journal, key, { input, ...asked }),
    uploaded: (publicUrl: string) => askJournal(() => journal.uploaded?.(key, publicUrl, input), asked),
    /**
     * Options of the flow that creates the call. The flow sees only a hosted recording, so the batch tells the journal
     * which recording it is.
     */
    options: {
      key,
      journal: {
        async claim(key, options) {
          const answer = await journal.claim(key, { ...options, recording });
          // The URL of this run was not sent.
          return answer?.status === "unknown" ? { audio_url: undefined, ...answer } : answer;
        },
        created: (key, callId) => journal.created(key, callId),
        released: (key) => journal.released(key),
        uncertain: async (key) => journal.uncertain?.(key),
      } satisfies Journal as Journal,
    },
  };
}
