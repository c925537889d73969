/** What a person decides about an input of a journal whose creation is uncertain, or whose analysis has failed. */
import { ConfigurationError } from "../errors/request-errors.js";
import { isText } from "../value-kinds.js";
import { isUnderWay, type StepName } from "./creation-states.js";
import { findRow, type InputRow, rowOfId, takeStep } from "./input-rows.js";
import type { FileJournal } from "./journal.js";
import type { JournalDatabase } from "./journal-database.js";

/** What `journal.settle()` takes. */
export type Decision = Parameters<FileJournal["settle"]>[1];

/** @throws {ConfigurationError} for a decision that cannot be made about this input */
export async function settle(
  database: JournalDatabase,
  { key, decision }: { key: string; decision: Decision },
): Promise<void> {
  const known = await findRow(database, key);
  await database.write(() => {
    // Somebody else may have decided since.
    const row = known && rowOfId(database, known.id);
    if (!row) throw new ConfigurationError(`settle: the journal does not have ${JSON.stringify(key)}. ${seeEntries}`);
    if (!decide(database, { row, decision })) throw undecided(key, row);
  });
}

/** Whether the decision could be made. */
function decide(database: JournalDatabase, { row, decision }: { row: InputRow; decision: Decision }): boolean {
  const { id, has_failed: hasFailed } = row;
  const { callId, recreate, skip }: Partial<Record<"callId" | "recreate" | "skip", unknown>> = Object(decision);
  if ([callId, recreate, skip].filter((each) => each !== undefined).length > 1)
    throw new ConfigurationError(oneDecision);
  const takeAs = (step: StepName, set?: string, ...values: string[]) =>
    takeStep(database, { id, step, set }, ...values);
  if (isText(callId)) {
    if (database.get("select 1 from inputs where call_id = ? and id <> ?", callId, id))
      throw new ConfigurationError(`settle: ${callId} is the call of another input of this journal.`);
    forgetResult(database, id);
    return takeAs(hasFailed ? "settleFailedCallId" : "settleCallId", "call_id = ?, has_failed = 0", callId);
  }
  if (recreate === true) {
    forgetResult(database, id);
    if (!hasFailed) return takeAs("settleRecreate");
    // The recording may be what the analysis failed at: it is uploaded again.
    return takeAs("settleFailedRecreate", "audio_url = null, call_id = null, has_failed = 0");
  }
  if (skip === true) return !hasFailed && takeAs("settleSkip");
  throw new ConfigurationError(oneDecision);
}

/** It may have been completed before the service lost the call. */
function forgetResult(database: JournalDatabase, id: number): void {
  database.run("delete from results where input = ?", id);
}

function undecided(key: string, { state, has_failed: hasFailed }: InputRow): ConfigurationError {
  const known = hasFailed
    ? "its analysis has failed, so there is a call. Pass { recreate: true }, or { callId } of another one"
    : `it is ${state}, and nothing is uncertain about it`;
  const isBusy = isUnderWay(state);
  const why = isBusy ? "a process that is running is creating its call, or has not closed the journal since" : known;
  return new ConfigurationError(`settle: ${JSON.stringify(key)} cannot be decided: ${why}. ${seeEntries}`);
}

const oneDecision = "settle: pass { callId }, { recreate: true } or { skip: true }, and one of them.";

const seeEntries = "entries() lists what is uncertain.";
