/** The inputs of one batch with a journal: each is analysed once, beside equal ones and beside other processes. */
import type { CompletedCall } from "../contract/types.js";
import { NotFoundError } from "../errors/api-errors.js";
import { AnalysisFailedError } from "../errors/flow-errors.js";
import { tryWrite } from "./await-write.js";
import { checkSame } from "./input-identity.js";
import type { InputIdentity, InputRecord, JournaledBatch, JournaledWork } from "./journal.js";
import { type JournalState, otherCreation, otherPauseMs, stateOnceDecided } from "./ledger.js";

export class JournaledInputs implements JournaledBatch {
  readonly end: () => Promise<void>;
  /** By their keys, and by their ids in the journal: two keys may stand for one input. */
  readonly #underWay = new Map<string, { identity: InputIdentity; outcome: Promise<CompletedCall> }>();

  constructor(end: () => Promise<void>) {
    this.end = end;
  }

  async run(identity: InputIdentity, work: JournaledWork): Promise<CompletedCall> {
    const { enter, within, onWait } = work;
    const share = async (name: string, analyze: () => Promise<CompletedCall>) => {
      const equal = this.#underWay.get(name);
      if (equal) {
        checkSame(identity, equal.identity);
        onWait();
        return within("An equal input of the batch", () => equal.outcome);
      }
      const outcome = analyze();
      this.#underWay.set(name, { identity, outcome });
      return outcome.finally(() => this.#underWay.delete(name));
    };
    return share(`key ${identity.key}`, async () => {
      const input = await within("Reading the journal", enter);
      return share(`id ${input.id}`, () => analyzeAndRecord(input, identity.key, work));
    });
  }
}

async function analyzeAndRecord(input: InputRecord, key: string, work: JournaledWork): Promise<CompletedCall> {
  const state = await stateAfterOthers(input, key, work);
  if (state?.stage === "completed" && state.result) return state.result;
  const { analyze } = work;
  const record = (write: () => Promise<void>) => tryWrite("The journal", write, work);
  try {
    const result = await analyze(input, state);
    // After a failure the next run only reads the analysis once more.
    await record(() => input.completed(result));
    return result;
  } catch (error) {
    if (hasNoResult(error)) await record(() => input.failed(callIdOf(error)));
    throw error;
  }
}

/** After how many looks it is logged that another process is creating a call: after ten seconds. */
const looksOfLongWait = 10_000 / otherPauseMs;

/** Where an input stands once no other process is creating its call. That one may be suspended, so the log tells of it. */
function stateAfterOthers(
  input: InputRecord,
  key: string,
  { within, log, onWait }: JournaledWork,
): Promise<JournalState | undefined> {
  let looks = 0;
  const find = async () => {
    const state = await input.find(input.id);
    if (state?.stage !== "creating" || state.uncertain) return state;
    onWait();
    looks += 1;
    if (looks === looksOfLongWait)
      log("warn", `${key}: another flow is still creating its call. If it is suspended, end it, or let it go on.`);
    return state;
  };
  return within(otherCreation, (signal) => stateOnceDecided(find, signal));
}

/** Whether the analysis has failed, or the service does not know the call. A 404 of another stage is of a member or category. */
function hasNoResult(error: unknown): boolean {
  return AnalysisFailedError.is(error) || (NotFoundError.is(error) && error.stage === "poll");
}

/** The call whose analysis was waited for; undefined where the error does not say. */
function callIdOf(error: unknown): string | undefined {
  const { callId, resume }: { callId?: string; resume?: { callId?: string } } = Object(error);
  return callId ?? resume?.callId;
}
