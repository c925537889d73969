/**
 * The journal of a batch: reads it before an upload, and updates it afterwards. The flow that creates the call reads it
 * again.
 */
import { JournalError } from "../errors.js";
import { identify } from "../flow/identity.js";
import { askJournal, findInput, type Journal, type JournaledInput } from "../flow/journal.js";
import type { FlowOptions } from "../flow/run.js";
import { type Limits, runWithin } from "../request/limits.js";
import { Redactor } from "../request/redact.js";
import { openRecording } from "../upload/source.js";
import type { InputCopy } from "./batch-options.js";
import type { Call } from "./gate.js";

/** An input, as the journal knows it. */
export interface Identity {
  key: string;
  input: JournaledInput;
}

export class BatchJournal {
  readonly #journal: Journal;
  readonly #baseUrl: string;
  readonly #redactor = new Redactor();
  /** The create requests in flight, by their keys. Equal inputs share one. */
  readonly #underWay = new Map<string, { input: JournaledInput; call: Promise<Call> }>();

  constructor(journal: Journal, baseUrl: string) {
    this.#journal = journal;
    this.#baseUrl = baseUrl;
  }

  async identify(given: InputCopy & { limits: Limits }): Promise<Identity> {
    const call = given.fields;
    const read = async (signal: AbortSignal) =>
      identify(await openRecording(given.file, given), call, { key: given.key, signal });
    const { key, recording } = await runWithin(given.limits, "Hashing the recording", read);
    return { key, input: { baseUrl: this.#baseUrl, call, recording } };
  }

  /** @throws {JournalError} for a key that belongs to another input of this batch */
  share({ key, input }: Identity, create: () => Promise<Call>): Promise<Call> {
    const other = this.#underWay.get(key);
    if (other && !isSame(input, other.input))
      throw new JournalError(`Two different inputs have the key ${JSON.stringify(key)}. Use different keys.`);
    if (other) return other.call;
    const call = create().finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, { input, call });
    return call;
  }

  /** The input's call, or the URL of its uploaded recording, if the journal knows one of them. */
  find({ key, input }: Identity, limits: Limits): ReturnType<typeof findInput> {
    return findInput(this.#journal, key, { input, limits, redactor: this.#redactor });
  }

  async uploaded({ key, input }: Identity, audio_url: string, limits: Limits): Promise<void> {
    const tell = () => this.#journal.uploaded?.(key, audio_url, { ...input, call: { ...input.call, audio_url } });
    await askJournal(tell, { limits, redactor: this.#redactor });
  }

  /**
   * Options of the flow that creates the call. The flow sees only a hosted recording, so the batch tells the journal
   * which recording it is.
   */
  optionsOf({ key, input: { recording } }: Identity): Pick<FlowOptions, "journal" | "key"> {
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
}

/** Whether two inputs with the same key have the same recording, member and category. */
function isSame({ call, recording }: JournaledInput, other: JournaledInput): boolean {
  const isSameCall = call.memberId === other.call.memberId && call.categoryId === other.call.categoryId;
  return isSameCall && recording?.digest === other.recording?.digest;
}
