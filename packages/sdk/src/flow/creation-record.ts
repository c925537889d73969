/** The journal's record of one create request: read before `POST /calls`, and updated afterwards. */
import type { CallFields } from "../contract/types.js";
import { runSafely } from "../request/limits.js";
import { type ClaimedRecording, claimKey, type JournalClaim } from "./journal.js";
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
  /** The caller's decision. It ends with the first claim that is granted: a later request may be uncertain again. */
  let recreate = options.recreate === true;

  /** @throws {JournalError} when the journal fails */
  async function claim(): Promise<JournalClaim> {
    if (!journal) return { status: "claimed" };
    // The caller's journal gets a copy of the call, which it may change.
    const input = { recreate, baseUrl, call: JSON.parse(JSON.stringify(call)), recording };
    const answer = await claimKey(journal, key, { input, limits, redactor });
    if (answer.status === "claimed") recreate = false;
    return answer;
  }

  /**
   * Records the outcome. A journal that fails or hangs here must not hide whether the call exists. If the caller has
   * left, the journal is still told, but nobody waits for it.
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
