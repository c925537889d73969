/**
 * A journal as one run uses it: it tells the keys of inputs, creates no more than was agreed to and nothing once the run is
 * to stop, reads finished analyses again from the service, and knows which calls it could not record.
 */
import {
  type AnalysisSnapshot,
  type BatchInput,
  type BatchJournal,
  type CallAnalysis,
  isCompleted,
  NotFoundError,
} from "@call-analysis/sdk";
import type { FileJournal, InputIdentity, JournalState } from "@call-analysis/sdk/node";
import type { Budget } from "./billing.js";
import type { Identities } from "./identities.js";
import type { RunInput } from "./run-input.js";
import type { Run, Runs } from "./runs.js";

/** The record of one input, as the SDK's batch asks it. */
type InputRecord = Awaited<ReturnType<BatchJournal["enter"]>>;

/** The service has no such call any more, or it is of another recording. */
export class CallLostError extends Error {
  override readonly name = "CallLostError";
  readonly code = "call_lost";
  readonly hint = "To have the recording analysed and billed again: analyze --again";
  readonly callId: string;

  constructor(callId: string, why: string) {
    super(`The call ${callId} of an earlier run ${why}.`);
    this.callId = callId;
  }
}

/** What a run adds to a journal. */
export interface RunJournalOptions {
  client: CallAnalysis;
  run: Run;
  runs: Runs;
  identities: Identities;
  budget: Budget;
  /** Once it is aborted, no creation begins: nothing is sent that nobody waits for. */
  stopping: AbortSignal;
  /** Ends what is read from the service. */
  ending: AbortSignal;
  /** Called for each look at an input: whether another run is creating its call. */
  onElsewhere: (input: RunInput, isElsewhere: boolean) => void;
  /** Called when no more calls may be created, or one exists that could not be recorded. */
  onHopeless: (error: Error) => void;
}

/** The journal of one run. It is opened before the batch, and closed after its last row. */
export class RunJournal implements BatchJournal {
  readonly #journal: FileJournal;
  readonly #options: RunJournalOptions;
  readonly #runInputs = new WeakMap<object, RunInput>();
  /** The inputs of each key: copies share one, and the first of them asks for all. */
  readonly #byKey = new Map<string, RunInput[]>();
  /** The keys of the creations that were sent, and whose answer is not recorded yet. */
  readonly #onWire = new Set<string>();
  /** The keys of the inputs whose calls this run, and no other, may have created. */
  readonly #begun = new Set<string>();
  readonly #unrecorded: { key: string; callId: string }[] = [];
  #created = 0;
  #onIdle: (() => void) | undefined;

  constructor(journal: FileJournal, options: RunJournalOptions) {
    this.#journal = journal;
    this.#options = options;
  }

  /** How many calls this run has created. */
  get created(): number {
    return this.#created;
  }

  /** The input for the batch, which this journal then knows. */
  inputFor(run: RunInput): BatchInput {
    this.#runInputs.set(run.input, run);
    return run.input;
  }

  /** Resolves when no creation is on the wire, or after so many milliseconds. */
  async idle(graceMs: number): Promise<void> {
    if (this.#onWire.size === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, graceMs);
      this.#onIdle = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** The calls that exist, and that the journal still does not know. */
  async unrecorded(): Promise<{ key: string; callId: string }[]> {
    const known = await Promise.all(this.#unrecorded.map(({ key }) => this.#journal.find(key).catch(() => undefined)));
    return this.#unrecorded.filter((_, index) => !(known[index] && "callId" in known[index]));
  }

  /** Where an input stands that another run is creating, or has created; undefined when its call is uncertain. */
  async elsewhere(key: string): Promise<JournalState | undefined> {
    const state = this.#begun.has(key) ? undefined : await this.#journal.find(key).catch(() => undefined);
    return state?.stage === "creating" && state.uncertain ? undefined : state;
  }

  begin(service: { baseUrl: string }): ReturnType<BatchJournal["begin"]> {
    return this.#journal.begin(service);
  }

  async identify(input: BatchInput<unknown>, signal: AbortSignal): Promise<InputIdentity> {
    const { identities, run, runs } = this.#options;
    const runInput = this.#runInputs.get(input);
    if (!runInput) return this.#journal.identify(input, signal);
    const identity = await identities.of(runInput, { run, signal });
    this.#byKey.set(identity.key, [...this.#inputsOf(identity), runInput]);
    // On disk before anything is sent.
    if (runInput.key !== identity.key) runs.noteKey(run, runInput.path, identity.key);
    return identity;
  }

  async enter(identity: InputIdentity): Promise<InputRecord> {
    const entry = await this.#journal.enter(identity);
    const find = async (key: string) => {
      const state = await entry.find(key);
      const isElsewhere = state?.stage === "creating" && !state.uncertain && !this.#begun.has(identity.key);
      for (const input of this.#inputsOf(identity)) this.#options.onElsewhere(input, isElsewhere);
      return this.#withResult(state);
    };
    return { ...entry, find, ...this.#guarded(entry, identity.key) };
  }

  #inputsOf({ key }: InputIdentity): readonly RunInput[] {
    return this.#byKey.get(key) ?? [];
  }

  /** After a claim that was granted, one of the others is told. */
  #guarded(
    entry: InputRecord,
    journalKey: string,
  ): Pick<InputRecord, "claim" | "sending" | "created" | "released" | "uncertain"> {
    const { stopping, budget, onHopeless } = this.#options;
    return {
      claim: async (key, options) => {
        const agreed = await budget.take().then(
          () => true,
          (error) => void onHopeless(error),
        );
        // Never answered: the abort that follows ends the wait for it, and nothing was claimed.
        if (stopping.aborted || !agreed) return new Promise(() => {});
        this.#onWire.add(journalKey);
        this.#begun.add(journalKey);
        try {
          const claim = await entry.claim(key, options);
          if (claim.status !== "claimed") this.#notCreated(journalKey);
          return claim;
        } catch (error) {
          this.#notCreated(journalKey);
          throw error;
        }
      },
      created: async (key, callId) => {
        this.#created += 1;
        this.#begun.delete(journalKey);
        try {
          await entry.created(key, callId);
        } catch (error) {
          this.#unrecorded.push({ key: journalKey, callId });
          onHopeless(error as Error);
          throw error;
        } finally {
          this.#settle(journalKey);
        }
      },
      sending: async (key) => {
        const isSent = await entry.sending(key);
        if (!isSent) this.#notCreated(journalKey);
        return isSent;
      },
      released: (key) => entry.released(key).finally(() => this.#notCreated(journalKey)),
      uncertain: (key) => entry.uncertain(key).finally(() => this.#settle(journalKey)),
    };
  }

  #notCreated(journalKey: string): void {
    this.#begun.delete(journalKey);
    if (this.#onWire.has(journalKey)) this.#options.budget.giveBack();
    this.#settle(journalKey);
  }

  #settle(journalKey: string): void {
    this.#onWire.delete(journalKey);
    if (this.#onWire.size === 0) this.#onIdle?.();
  }

  /** A finished analysis is read again, which costs nothing and is never stale. */
  async #withResult(state: JournalState | undefined): Promise<JournalState | undefined> {
    if (state?.stage !== "completed") return state;
    const { callId, audio_url: audioUrl } = state;
    const { client, ending } = this.#options;
    const call = await client.calls.getAnalysis(callId, { signal: ending }).catch((error: unknown) => {
      throw NotFoundError.is(error) ? new CallLostError(callId, "is not at the service any more") : error;
    });
    if (otherRecordingOf(call, audioUrl) !== undefined)
      throw new CallLostError(callId, "is one of another recording now");
    return isCompleted(call) ? { ...state, result: call } : state;
  }
}

/** Where the recording of a call is, if that is not the one that was uploaded. */
export function otherRecordingOf({ metadata }: AnalysisSnapshot, uploadedTo: string | undefined): string | undefined {
  // A query may be a signature, which is another one each time.
  const [of, uploaded] = [metadata?.audioUrl, uploadedTo].map((address) => address?.split("?")[0]);
  return of && uploaded && of !== uploaded ? of : undefined;
}
