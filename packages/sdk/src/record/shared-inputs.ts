/** Equal inputs of one batch: the first is analysed, and those that come meanwhile get its outcome. */
import type { InputIdentity, JournaledBatch, SharedWork } from "../batch/batch-journal.js";
import type { CompletedCall } from "../contract/types.js";

interface UnderWay {
  identity: InputIdentity;
  outcome: Promise<CompletedCall>;
}

export class SharedInputs implements JournaledBatch {
  readonly end: () => Promise<void>;
  /** By their keys, and by their ids in the journal: two keys may stand for one input. */
  readonly #underWay = new Map<string, UnderWay>();

  constructor(end: () => Promise<void>) {
    this.end = end;
  }

  async run(identity: InputIdentity, { enter, analyze, within, onFollow }: SharedWork): Promise<CompletedCall> {
    const follow = ({ outcome }: UnderWay) => {
      onFollow();
      return within("An equal input of the batch", () => outcome);
    };
    const ofKey = this.#underWay.get(`key ${identity.key}`);
    if (ofKey) {
      identity.checkSame(ofKey.identity);
      return follow(ofKey);
    }
    return this.#share(`key ${identity.key}`, identity, async () => {
      const entry = await enter();
      const equal = this.#underWay.get(`id ${entry.id}`);
      return equal ? follow(equal) : this.#share(`id ${entry.id}`, identity, () => analyze(entry));
    });
  }

  async #share(name: string, identity: InputIdentity, work: () => Promise<CompletedCall>): Promise<CompletedCall> {
    const outcome = work();
    this.#underWay.set(name, { identity, outcome });
    try {
      return await outcome;
    } finally {
      this.#underWay.delete(name);
    }
  }
}
