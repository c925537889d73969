/** Inputs of one batch that turn out to be one: the first is analysed, and those that come meanwhile get its outcome. */
import type { CompletedCall } from "../contract/types.js";
import { checkSameInput, type InputIdentity, type JournalInput } from "./batch-journal.js";

/** How an input is analysed. */
interface SharedWork {
  enter: () => Promise<JournalInput>;
  analyze: (entry: JournalInput) => Promise<CompletedCall>;
  /** Waits for the outcome of an equal input. */
  follow: (outcome: Promise<CompletedCall>) => Promise<CompletedCall>;
}

interface UnderWay {
  identity: InputIdentity;
  outcome: Promise<CompletedCall>;
}

export class SharedInputs {
  /** By their keys, and by their ids in the journal: two keys may stand for one input. */
  readonly #underWay = new Map<string, UnderWay>();

  /** @throws {ConfigurationError} for the key of another input that is under way */
  async run(identity: InputIdentity, { enter, analyze, follow }: SharedWork): Promise<CompletedCall> {
    const ofKey = this.#underWay.get(`key ${identity.key}`);
    if (ofKey) {
      checkSameInput(identity, ofKey.identity);
      return follow(ofKey.outcome);
    }
    return this.#share(`key ${identity.key}`, identity, async () => {
      const entry = await enter();
      const equal = this.#underWay.get(`id ${entry.id}`);
      return equal ? follow(equal.outcome) : this.#share(`id ${entry.id}`, identity, () => analyze(entry));
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
