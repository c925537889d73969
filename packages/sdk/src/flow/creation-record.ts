/** The journal's record of one create request: read before `POST /calls`, and updated afterwards. */
import type { CallFields } from "../contract/types.js";
import { runSafely } from "../request/limits.js";
import { askJournal, type ClaimedRecording, checkClaim, type JournalClaim } from "./journal.js";
import type { FlowRun } from "./run.js";

/** A create request in the journal. */
interface JournaledCreation {
  call: CallFields;
  key?: string | undefined;
  recording?: ClaimedRecording | undefined;
}

/** Without a journal, every claim is granted and nothing is recorded. */
export function recordOf(
  { limits, requests: { baseUrl, settings }, options }: FlowRun,
  { call, key = "", recording }: JournaledCreation,
) {
  const { log, redactor } = settings;
  const { journal, timeoutMs = settings.timeoutMs } = options;
  /** True until the first claim is granted. A later uncertainty is a different question. */
  let recreate = options.recreate === true;

  /** @throws {JournalError} when the journal fails */
  async function claim(): Promise<JournalClaim> {
    if (!journal) return { status: "claimed" };
    let claiming: Promise<JournalClaim> | undefined;
    const ask = (signal: AbortSignal) => {
      // The caller's journal may answer, or throw, at once. It gets a copy of the call, which it may change.
      const options = { recreate, baseUrl, call: JSON.parse(JSON.stringify(call)), recording, signal };
      claiming = (async () => journal.claim(key, options))();
      return claiming;
    };
    try {
      const answer = checkClaim(await askJournal(ask, { limits, redactor }));
      if (answer.status === "claimed") recreate = false;
      return answer;
    } catch (error) {
      // A claim that is granted after the caller has left is given back.
      const giveBack = async (late: JournalClaim) => late?.status === "claimed" && journal.released(key);
      claiming?.then(giveBack).catch(() => {});
      throw error;
    }
  }

  /**
   * Records the outcome. A journal that fails or hangs here must not hide whether the call exists. The outcome is
   * recorded even if the caller has left.
   */
  function tell(outcome: "created" | "released" | "uncertain", callId = ""): Promise<void> {
    // The other outcomes take no callId.
    const tellJournal = () => journal?.[outcome]?.(key, callId);
    const onFailure = (error: unknown) => {
      const what = callId ? `${outcome} (${callId})` : outcome;
      log("warn", () => `The journal could not record ${JSON.stringify(key)} as ${what}. ${error}`);
    };
    return runSafely(tellJournal, { limits, timeoutMs, onFailure });
  }

  return { claim, tell };
}
