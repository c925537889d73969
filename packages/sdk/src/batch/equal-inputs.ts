/** Equal inputs of one batch: the first is analysed, and those that come meanwhile get its outcome. */
import type { CompletedCall } from "../contract/types.js";
import type { InputIdentity, JournalInput, JournalWork } from "./batch-journal.js";

/** How an input is analysed. */
interface SharedWork {
  enter: () => Promise<JournalInput>;
  analyze: (entry: JournalInput) => Promise<CompletedCall>;
  within: JournalWork["within"];
  /** Called when the input only waits for the outcome of an equal one. */
  onFollow: () => void;
}

interface UnderWay {
  identity: InputIdentity;
  outcome: Promise<CompletedCall>;
}

export class EqualInputs {
  /** By their keys, and by their ids in the journal: two keys may stand for one input. */
  readonly #underWay = new Map<string, UnderWay>();

  /**
   * Analyses an input, or follows an equal one that is under way.
   *
   * @throws {ConfigurationError} for the key of another input that is under way
   */
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
