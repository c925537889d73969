/** Equal inputs of one batch: the first is analysed, and those that come meanwhile get its outcome. */
import type { CompletedCall } from "../contract/types.js";
import type { InputIdentity, JournaledBatch, SharedWork } from "../record/journal.js";

export class SharedInputs implements JournaledBatch {
  readonly end: () => Promise<void>;
  /** By their keys, and by their ids in the journal: two keys may stand for one input. */
  readonly #underWay = new Map<string, { identity: InputIdentity; outcome: Promise<CompletedCall> }>();

  constructor(end: () => Promise<void>) {
    this.end = end;
  }

  async run(identity: InputIdentity, { enter, analyze, within, onFollow }: SharedWork): Promise<CompletedCall> {
    const share = async (name: string, work: () => Promise<CompletedCall>) => {
      const equal = this.#underWay.get(name);
      if (equal) {
        identity.checkSame(equal.identity);
        onFollow();
        return within("An equal input of the batch", () => equal.outcome);
      }
      const outcome = work();
      this.#underWay.set(name, { identity, outcome });
      return outcome.finally(() => this.#underWay.delete(name));
    };
    return share(`key ${identity.key}`, async () => {
      const entry = await enter();
      return share(`id ${entry.id}`, () => analyze(entry));
    });
  }
}
