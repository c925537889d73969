/**
 * Runs many recordings through the whole flow. Reads inputs as capacity frees up, continues each where an earlier
 * process stopped, and yields each outcome when it is ready.
 */
import { callFieldsOf } from "../analysis/call-fields.js";
import { checkFileInput, Flow, fileInputNames } from "../analysis/flow.js";
import { isUncertain, type LedgerClaim, newCreationId } from "../analysis/ledger.js";
import { createToken, pollToken, tokenAfterWait } from "../analysis/resume.js";
import type { CompletedCall } from "../contract/types.js";
import { ApiError } from "../errors/api-errors.js";
import type { CallAnalysisError } from "../errors/call-analysis-error.js";
import { AnalysisFailedError, SubmissionUncertainError, unknownWhetherCreated } from "../errors/flow-errors.js";
import { ConfigurationError } from "../errors/request-errors.js";
import { abortable } from "../flow/abortable-generator.js";
import { atStage, FlowContext, type FlowDependencies } from "../flow/flow-context.js";
import { callSafely } from "../http/callback.js";
import { Deadline, recorded, recordSafely, withinLimits } from "../http/deadline.js";
import { abortError, delay } from "../http/timers.js";
import { traced } from "../http/tracing.js";
import { releaseSource, withSource } from "../upload/source.js";
import { AdaptivePolling, leavesPauses } from "./adaptive-polling.js";
import {
  type BatchInput,
  type BatchJournal,
  checkSameInput,
  type InputIdentity,
  type JournalInput,
  type JournalState,
} from "./batch-journal.js";
import {
  type BatchOptions,
  type BatchOutcome,
  type ResolvedBatchOptions,
  resolveBatchOptions,
} from "./batch-options.js";
import { AsyncQueue, type BatchInputs, InputReader, Semaphore } from "./queue.js";

type Input = BatchInput<unknown>;
type Outcome = BatchOutcome<unknown>;

/**
 * The outcomes of a batch, in the order in which the inputs settle.
 *
 * @throws {ConfigurationError} for a bad option, or inputs that cannot be iterated, at once
 */
export function analyzeBatch(
  dependencies: FlowDependencies,
  inputs: BatchInputs<Input>,
  options: BatchOptions,
): AsyncGenerator<Outcome, void, void> {
  const resolved = resolveBatchOptions(options);
  const { signal } = resolved;
  const batch = new Batch(dependencies, new InputReader(inputs), resolved);
  return abortable(runUntilClosed(batch, signal), { signal, abort: (reason) => batch.abort(reason) });
}

/**
 * An abort ends the inputs that are under way, yields their outcomes, and then throws. Breaking out of the loop also
 * aborts them.
 *
 * @throws what the source of the inputs threw, after the outcomes of the inputs before
 * @throws {AbortError} when the signal was aborted
 */
async function* runUntilClosed(batch: Batch, signal: AbortSignal | undefined): AsyncGenerator<Outcome, void, void> {
  try {
    await batch.begin();
    yield* batch.outcomes();
    if (signal?.aborted) throw abortError(signal, false, { what: "The batch" });
  } finally {
    await batch.end();
  }
}

/** How often the journal is asked for what another process is creating, in milliseconds. */
const otherProcessPauseMs = 100;

/** An input that is under way, which others may turn out to be equal to. */
interface Shared {
  identity: InputIdentity;
  result: Promise<CompletedCall>;
}

/** One input, and what is its own. */
interface Item {
  index: number;
  input: Input;
  /** Its identity: the input's own, until the journal has told. */
  key: string | undefined;
  /** Whether the journal says to leave it out: that is no failure. */
  isSkipped: boolean;
  signal: AbortSignal;
  /** Bounds all that is waited for. */
  deadline: Deadline;
  /** Lets the next recording be uploaded. */
  releaseUpload: () => void;
}

/**
 * One run of a batch. At most `concurrency + pollConcurrency` inputs are under way, or settled and not yet taken
 * by the caller, however many there are.
 */
class Batch {
  readonly #dependencies: FlowDependencies;
  readonly #inputs: InputReader;
  readonly #options: ResolvedBatchOptions;
  readonly #inputPermits: Semaphore;
  readonly #uploadPermits: Semaphore;
  readonly #pollPermits: Semaphore;
  readonly #finished = new AsyncQueue<{ outcome: Outcome; release: () => void }>();
  /** Undefined when `poll` sets the pauses. */
  readonly #adaptivePolling: AdaptivePolling | undefined;
  /** One controller for each input: a signal that all share would warn of too many listeners. */
  readonly #underWay = new Map<Promise<void>, AbortController>();
  readonly #left = new AbortController();
  /** By their keys, and by their ids in the journal. */
  readonly #shared = new Map<string, Shared>();
  #sourceFailure: { error: unknown } | undefined;
  #opened: BatchJournal | undefined;

  constructor(dependencies: FlowDependencies, inputs: InputReader, options: ResolvedBatchOptions) {
    const { concurrency, pollConcurrency, poll } = options;
    this.#dependencies = dependencies;
    this.#inputs = inputs;
    this.#options = options;
    this.#inputPermits = new Semaphore(concurrency + pollConcurrency);
    this.#uploadPermits = new Semaphore(concurrency);
    this.#pollPermits = new Semaphore(pollConcurrency);
    this.#adaptivePolling = leavesPauses(poll) ? new AdaptivePolling() : undefined;
  }

  /** @throws {ConfigurationError} when the journal cannot be used */
  async begin(): Promise<void> {
    const { journal } = this.#options;
    if (!journal) return;
    const beginning = journal.begin({ baseUrl: this.#dependencies.http.baseUrl });
    try {
      await this.#unlessLeft("Opening the journal", () => beginning);
      this.#opened = journal;
    } catch (error) {
      // A journal that opens after all is given back.
      void beginning.then(() => journal.end()).catch(() => {});
      throw error;
    }
  }

  /** Resolves when nothing is under way. */
  async end(): Promise<void> {
    await this.settled();
    if (this.#opened)
      await recorded("Writing the journal", this.#opened.end(), (what, work) => this.#unlessLeft(what, work));
  }

  /** Ends a wait when the batch is aborted. */
  #unlessLeft(what: string, work: () => Promise<void>): Promise<void> {
    return withinLimits(work, { what, signal: this.#left.signal, deadline: new Deadline(undefined) });
  }

  async *outcomes(): AsyncGenerator<Outcome, void, void> {
    void this.#takeInputs();
    for (let next = await this.#finished.take(); next; next = await this.#finished.take()) {
      next.release();
      yield next.outcome;
    }
    if (this.#sourceFailure) throw this.#sourceFailure.error;
  }

  /** Takes no more inputs, and ends those that are under way. */
  abort(reason: unknown): void {
    this.#left.abort(reason);
    this.#inputs.stop();
    for (const controller of this.#underWay.values()) controller.abort(reason);
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    await Promise.all(this.#underWay.keys());
  }

  async #takeInputs(): Promise<void> {
    try {
      for (let index = 0; ; index += 1) {
        const permits = this.#acquirePermits();
        const next = await this.#inputs.next(permits);
        if (!next) break;
        this.#start(index, next.input, await permits);
      }
    } catch (error) {
      this.#sourceFailure = { error };
    }
    await this.settled();
    this.#finished.close();
  }

  async #acquirePermits(): Promise<{ release: () => void; releaseUpload: () => void }> {
    return { release: await this.#inputPermits.acquire(), releaseUpload: await this.#uploadPermits.acquire() };
  }

  #start(index: number, input: Input, permits: { release: () => void; releaseUpload: () => void }): void {
    const { release, releaseUpload } = permits;
    const controller = new AbortController();
    if (this.#left.signal.aborted) controller.abort(this.#left.signal.reason);
    const limits = { signal: controller.signal, deadline: new Deadline(this.#options.deadlineMs) };
    const item: Item = { index, input, key: input?.key, isSkipped: false, ...limits, releaseUpload };
    const analyze = () => withSource(input?.file, () => this.#analyzeOnce(item));
    const run = traced("flow", analyze, { describe: () => ({ flow: "analyzeFiles", index }) })
      .then(
        (result): Outcome => ({ ...identityOf(item), ok: true, result }),
        (error: unknown) => failure(item, error),
      )
      .then((outcome) => {
        releaseUpload();
        this.#underWay.delete(run);
        if (!outcome.ok && this.#options.stopOnError && !item.isSkipped) this.#inputs.stop();
        this.#finished.add({ outcome, release });
      });
    this.#underWay.set(run, controller);
  }

  /**
   * The completed call of an input, also one that an earlier process finished.
   *
   * @throws {CallAnalysisError} as `analyzeFile` and `resume` do
   */
  async #analyzeOnce(item: Item): Promise<CompletedCall> {
    const { journal } = this.#options;
    checkFileInput(item.input, { ...fileInputNames, key: true });
    if (!journal) return this.#analyze(item, this.#flowOf(item, undefined), undefined);
    const { within } = new FlowContext(item);
    const identity = await within("Finding the input's key", (signal) => journal.identify(item.input, signal));
    item.key = identity.key;
    const ofKey = this.#shared.get(`key ${identity.key}`);
    if (ofKey) checkSameInput(identity, ofKey.identity);
    if (ofKey) return this.#outcomeOf(ofKey, item);
    return this.#share(`key ${identity.key}`, identity, async () => {
      const entry = await within("Reading the journal", () => journal.enter(identity));
      const equal = this.#shared.get(`id ${entry.id}`);
      if (equal) return this.#outcomeOf(equal, item);
      return this.#share(`id ${entry.id}`, identity, () => this.#analyzeEntered(item, entry));
    });
  }

  /** Runs an input. Those that are one with it, and come meanwhile, get its outcome. */
  async #share(name: string, identity: InputIdentity, work: () => Promise<CompletedCall>): Promise<CompletedCall> {
    const result = work();
    this.#shared.set(name, { identity, result });
    try {
      return await result;
    } finally {
      this.#shared.delete(name);
    }
  }

  #outcomeOf({ result }: Shared, item: Item): Promise<CompletedCall> {
    item.releaseUpload();
    return new FlowContext(item).within("An equal input of the batch", () => result);
  }

  async #analyzeEntered(item: Item, entry: JournalInput): Promise<CompletedCall> {
    const { within } = new FlowContext(item);
    const { log } = this.#dependencies;
    const state = await this.#stateBesideOthers(item, entry);
    if (state?.stage === "completed" && state.result) return state.result;
    item.isSkipped = state?.stage === "skipped";
    if (item.isSkipped) throw new ConfigurationError(leftOut);
    const record = (write: () => Promise<void>) => recordSafely("The journal", write, { within, log });
    try {
      const result = await this.#analyze(item, this.#flowOf(item, entry), state);
      // After a failure the next run only reads the analysis once more.
      await record(() => entry.completed(result));
      return result;
    } catch (error) {
      if (isUncertain(error)) await record(() => entry.uncertain());
      if (AnalysisFailedError.is(error)) await record(() => entry.failed());
      throw error;
    }
  }

  /** What the journal knows once no other living process is creating the input's call. */
  async #stateBesideOthers(item: Item, entry: JournalInput): Promise<JournalState | undefined> {
    const { within } = new FlowContext(item);
    for (;;) {
      const state = await within("Reading the journal", () => entry.find());
      if (state?.stage !== "creating" || state.uncertain) return state;
      await within("Another process's creation", (signal) => delay(otherProcessPauseMs, signal));
    }
  }

  async #analyze(item: Item, flow: Flow, state: JournalState | undefined): Promise<CompletedCall> {
    const callId = await this.#findOrCreateCall(flow, item.input, state);
    item.releaseUpload();
    await releaseSource(item.input.file);
    const acquire = (signal: AbortSignal) => this.#pollPermits.acquire(signal);
    const wait = () => withinLimits(acquire, { ...item, what: "Waiting for a poll" });
    const token = tokenAfterWait(pollToken(this.#dependencies.http.baseUrl, callId));
    const releasePoll = await atStage("poll", wait, token);
    try {
      return await flow.wait(callId);
    } finally {
      releasePoll();
    }
  }

  #flowOf(item: Item, entry: JournalInput | undefined): Flow {
    const { index, key, signal, deadline } = item;
    const { onEvent, onProgress } = this.#options;
    return new Flow(this.#dependencies, {
      ...this.#options,
      signal,
      deadline,
      onProgress: onProgress && ((progress) => callSafely(onProgress, { ...progress, index })),
      onEvent: (event) => callSafely(onEvent, { ...event, index }),
      learned: this.#adaptivePolling,
      ledger: entry && { ...entry, claim: () => this.#claim(item, entry) },
      key,
      saveUpload: entry && ((publicUrl) => entry.uploaded(publicUrl)),
    });
  }

  /** Two processes may have uploaded the same input: who comes second waits for the call of the first. */
  async #claim(item: Item, entry: JournalInput): Promise<LedgerClaim> {
    for (;;) {
      const claim = await entry.claim(entry.id);
      // Until bytes leave, somebody else can take the claim away.
      if (claim.status === "claimed" && (await entry.sending(entry.id))) return claim;
      if (claim.status === "created") return claim;
      const state = await this.#stateBesideOthers(item, entry);
      if (state?.stage === "creating" || state?.stage === "skipped") return { status: "unknown" };
    }
  }

  /** The call that an earlier process created, or else a new one. */
  async #findOrCreateCall(flow: Flow, input: Input, state: JournalState | undefined): Promise<string> {
    if (state && "callId" in state) return state.callId;
    if (state?.stage === "creating") throw this.#leftUncertain(input, state.audio_url);
    if (state?.audio_url === undefined) return (await flow.submit(input)).callId;
    const call = callFieldsOf({ ...input, audio_url: state.audio_url });
    try {
      return (await flow.create(call)).callId;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      // The upload of an earlier run may have expired.
      return (await flow.submit(input)).callId;
    }
  }

  #leftUncertain(input: Input, audioUrl: string | undefined): SubmissionUncertainError {
    const message = `This call was sent by an earlier run, ${unknownWhetherCreated}. Then settle() the journal's entry of this key.`;
    const error = Object.assign(new SubmissionUncertainError(message), { stage: "create" as const });
    if (audioUrl === undefined) return error;
    const call = callFieldsOf({ ...input, audio_url: audioUrl });
    const { baseUrl } = this.#dependencies.http;
    return Object.assign(error, { resume: createToken({ baseUrl, id: newCreationId(), call }, true) });
  }
}

const leftOut = "This input was settled with { skip: true }. To create its call, settle() it with { recreate: true }.";

/** Whether the service refused the fields of a call: then none was created. */
function isRefusal(error: unknown): boolean {
  return ApiError.is(error) && [400, 404, 410, 422].includes(error.status);
}

function identityOf({ index, key, input }: Item): Pick<Outcome, "index" | "key" | "input"> {
  return key === undefined ? { index, input } : { index, key, input };
}

function failure(item: Item, reason: unknown): Outcome {
  const error = reason instanceof Error ? reason : new Error(String(reason), { cause: reason });
  const { resume } = error as Partial<CallAnalysisError>;
  return { ...identityOf(item), ok: false, error, ...(resume && { resume }) };
}
