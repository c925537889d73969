/** The inputs of one batch with a journal: each is analysed once, beside equal ones and beside other processes. */
import type { CompletedCall } from "../contract/types.js";
import { NotFoundError } from "../errors/api-errors.js";
import { AnalysisFailedError } from "../errors/flow-errors.js";
import { otherCreation } from "../flow/creation.js";
import { tryWrite } from "./await-write.js";
import { checkSame } from "./input-identity.js";
import type { InputIdentity, InputRecord, JournaledBatch, JournaledWork } from "./journal.js";
import { stateOnceDecided } from "./ledger.js";

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
  const { analyze, within, log, onWait } = work;
  const find = async () => {
    const found = await input.find(input.id);
    if (found?.stage === "creating" && !found.uncertain) onWait();
    return found;
  };
  const state = await within(otherCreation, (signal) => stateOnceDecided(find, { key, signal, log }));
  if (state?.stage === "completed" && state.result) return state.result;
  const record = (write: () => Promise<void>) => tryWrite("The journal", write, work);
  try {
    const result = await analyze(input, state);
    // After a failure the next run only reads the analysis once more.
    await record(() => input.completed(result));
    return result;
  } catch (error) {
    if (hasNoResult(error)) await record(() => input.failed());
    throw error;
  }
}

/** Whether the analysis has failed, or the service does not know the call. A 404 of another stage is of a member or category. */
function hasNoResult(error: unknown): boolean {
  return AnalysisFailedError.is(error) || (NotFoundError.is(error) && error.stage === "poll");
}
