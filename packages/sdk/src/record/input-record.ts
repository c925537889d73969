/** The record of one input in a SQLite journal: each step of its creation is one transaction. */
import type { CompletedCall } from "../contract/types.js";
import { ConfigurationError } from "../errors/request-errors.js";
import { isText } from "../value-kinds.js";
import { refusedClaim } from "./creation-states.js";
import { journalStateOf, noOwner, type RowStep, rowOf, takeStep } from "./input-rows.js";
import type { InputRecord } from "./journal.js";
import type { JournalDatabase } from "./journal-database.js";
import { ownRecord } from "./ledger.js";

/** Works with a journal's file, which is open meanwhile. */
export type Using = <T>(work: (database: JournalDatabase) => Promise<T>) => Promise<T>;

/** Its methods know the input, whatever key they are given. */
export function inputRecord(id: number, { using, keepsResults }: { using: Using; keepsResults: boolean }): InputRecord {
  const take = (step: Omit<RowStep, "id">, ...values: (string | null)[]) =>
    using((database) => database.write(() => takeStep(database, { id, ...step }, ...values)));
  return {
    [ownRecord]: true,
    id: String(id),
    find: () => using(async (database) => journalStateOf(database, await rowOf(database, id))),
    uploaded: async (audioUrl) => void (await take({ step: "uploaded", set: "audio_url = ?" }, audioUrl)),
    claim: (_key, { recreate = false, audio_url } = {}) =>
      using(async (database) => {
        const owner = await database.readyOwner();
        const { call_id: callId } = await rowOf(database, id);
        const step = recreate === "uncertain" ? "recreateUncertain" : recreate ? "recreate" : "claim";
        const set = "owner = ?, audio_url = coalesce(?, audio_url)";
        const isClaimed = await take({ step, set }, owner, audio_url ?? null);
        return isClaimed ? { status: "claimed" } : refusedClaim(callId);
      }),
    sending: () => take({ step: "sending", isOwn: true }),
    created: (_key, callId) => using((database) => recordCall(database, { id, callId })),
    released: async () => void (await take({ step: "released", set: noOwner, isOwn: true })),
    uncertain: async () => void (await take({ step: "uncertain", set: noOwner, isOwn: true })),
    failed: async (callId) => void (await take({ step: "failed", set: "has_failed = 1", ofCall: callId })),
    completed: (result) =>
      using((database) => database.write(() => recordResult(database, { id, result, keepsResults }))),
  };
}

/** @throws {ConfigurationError} that names the call, when it cannot be recorded */
async function recordCall(database: JournalDatabase, { id, callId }: { id: number; callId: string }): Promise<void> {
  try {
    const set = `call_id = ?, ${noOwner}`;
    if (await database.writeInReserve(() => takeStep(database, { id, step: "created", set }, callId))) return;
    const { call_id: known } = await rowOf(database, id);
    if (known !== callId) throw new ConfigurationError(`journal: it has the call ${known} for this input.`);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : cause;
    throw new ConfigurationError(`The call ${callId} exists, and is not in the journal. ${why}`, { cause });
  }
}

/** @throws {ConfigurationError} when it was decided meanwhile that the input is to be created again, or not at all, or it was */
function recordResult(
  database: JournalDatabase,
  { id, result, keepsResults }: { id: number; result: CompletedCall; keepsResults: boolean },
): void {
  const { callId, metadata } = result;
  // The service may keep the recording at another address: what it says now is what it says later.
  const audioUrl = isText(metadata.audioUrl) ? metadata.audioUrl : null;
  const set = `${noOwner}, has_failed = 0, call_id = ?, audio_url = coalesce(?, audio_url)`;
  if (!takeStep(database, { id, step: "completed", set, ofCall: callId }, callId, audioUrl))
    throw new ConfigurationError(`journal: it was decided otherwise about the input of the call ${callId}.`);
  if (keepsResults) database.run("insert or replace into results values (?, ?)", id, JSON.stringify(result));
}
