/** Asks and tells the journal of a batch before and after an upload. The flow that creates the call asks it again. */

import type { CallFields } from "../contract/types.js";
import { JournalError } from "../errors.js";
import { type Identity as IdentityOfRecording, identify } from "../flow/identity.js";
import { askJournal, findInput, type Journal, type JournaledInput } from "../flow/journal.js";
import type { FlowOptions } from "../flow/run.js";
import { type Limits, runWithin } from "../request/limits.js";
import { Redactor } from "../request/redact.js";
import { openRecording } from "../upload/source.js";
import type { BatchInput } from "./batch-options.js";

/** A call that exists. */
export interface Call {
  callId: string;
  /** Undefined for a call that the journal knew. */
  createdAtMs?: number | undefined;
}

/** An input, as the journal knows it. */
export interface Identity extends IdentityOfRecording {
  /** With the address that is not known yet. */
  call: CallFields;
}

export class BatchJournal {
  readonly #journal: Journal;
  readonly #baseUrl: string;
  /** The creations under way by their keys: equal inputs share one. */
  readonly #underWay = new Map<string, { identity: Identity; call: Promise<Call> }>();

  constructor(journal: Journal, baseUrl: string) {
    this.#journal = journal;
    this.#baseUrl = baseUrl;
  }

  identify(
    { file, filename, contentType, key }: BatchInput<object | null>,
    call: CallFields,
    limits: Limits,
  ): Promise<Identity> {
    const read = async (signal: AbortSignal): Promise<Identity> => {
      const recording = await openRecording(file, { filename, contentType });
      return { ...(await identify(recording, call, { key, signal })), call };
    };
    return runWithin(limits, "Reading the recording for its key", read);
  }

  /** @throws {JournalError} for a key that stands for another input of this batch */
  share(identity: Identity, create: () => Promise<Call>): Promise<Call> {
    const { key } = identity;
    const other = this.#underWay.get(key);
    if (other && !isSame(identity, other.identity))
      throw new JournalError(`The key ${JSON.stringify(key)} stands for another input of this batch.`);
    if (other) return other.call;
    const call = create().finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, { identity, call });
    return call;
  }

  /** The input's call, or the address of its uploaded recording, if the journal knows one of them. */
  find(identity: Identity, limits: Limits): ReturnType<typeof findInput> {
    const input = this.#inputOf(identity);
    return findInput(this.#journal, identity.key, { input, limits, redactor: new Redactor() });
  }

  async uploaded(identity: Identity, publicUrl: string, limits: Limits): Promise<void> {
    const input = this.#inputOf(identity, publicUrl);
    const tell = () => this.#journal.uploaded?.(identity.key, publicUrl, input);
    await askJournal(tell, { limits, redactor: new Redactor() });
  }

  /** Options of the flow that creates the call: it takes the recording for a hosted one, so the journal is told which it is. */
  optionsOf({ key, recording }: Identity): Pick<FlowOptions, "journal" | "key"> {
    const journal = this.#journal;
    return {
      key,
      journal: {
        claim: (key, options) => journal.claim(key, { ...options, recording }),
        created: (key, callId) => journal.created(key, callId),
        released: (key) => journal.released(key),
        uncertain: async (key) => journal.uncertain?.(key),
      },
    };
  }

  /** The input, for the journal to compare with the one that the key stood for. */
  #inputOf({ call, recording }: Identity, publicUrl?: string): JournaledInput {
    const { audio_url, ...fields } = call;
    return { baseUrl: this.#baseUrl, call: publicUrl ? { ...fields, audio_url: publicUrl } : fields, recording };
  }
}

/** Whether two inputs with one key are the same recording, of the same member and category. */
function isSame(one: Identity, other: Identity): boolean {
  const { memberId, categoryId } = one.call;
  const isSameCall = memberId === other.call.memberId && categoryId === other.call.categoryId;
  return isSameCall && one.recording.digest === other.recording.digest;
}
