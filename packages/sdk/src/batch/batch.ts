/**
 * Runs many recordings through the whole flow. Reads inputs as capacity frees up, continues each where an earlier
 * process stopped, and yields each outcome when it is ready.
 */

import type { CompletedCall } from "../contract/types.js";
import { ApiError } from "../errors/api-errors.js";
import type { CallAnalysisError } from "../errors/call-analysis-error.js";
import { SubmissionUncertainError } from "../errors/flow-errors.js";
import { abortable } from "../flow/abortable-generator.js";
import { AdaptivePolling, leavesPauses } from "../flow/adaptive-polling.js";
import { callFieldsOf } from "../flow/call-fields.js";
import { newCreationId } from "../flow/creation.js";
import { checkFileInput, Flow, fileInputNames } from "../flow/flow.js";
import { FlowContext, type FlowDependencies } from "../flow/flow-context.js";
import { createToken } from "../flow/token.js";
import { awaitWrite } from "../record/await-write.js";
import type { BatchInput, InputRecord, JournaledBatch } from "../record/journal.js";
import { type JournalState, skippedError } from "../record/ledger.js";
import { callSafely } from "../request/callback.js";
import { Deadline, type Within, withinLimits } from "../request/deadline.js";
import { abortError } from "../request/timers.js";
import { unknownUntilSettled } from "../request/uncertain.js";
import { releaseSource, withSource } from "../upload/source.js";
import {
  type BatchOptions,
  type BatchOutcome,
  type ResolvedBatchOptions,
  resolveBatchOptions,
} from "./batch-options.js";
import { AsyncQueue, InputReader, type Inputs, Semaphore } from "./queue.js";

type Input = BatchInput<unknown>;
type Outcome = BatchOutcome<unknown>;

/**
 * The outcomes of a batch, each when its input has settled.
 *
 * @throws {ConfigurationError} for a bad option, or inputs that cannot be iterated, at once
 */
export function analyzeBatch(
  dependencies: FlowDependencies,
  inputs: Inputs,
  options: BatchOptions,
): AsyncGenerator<Outcome, void, void> {
  const resolved = resolveBatchOptions(options, dependencies.retry);
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

/** One input, and what is its own. */
interface Item {
  index: number;
  input: Input;
  /** Its identity: the input's own, until the journal has told. */
  key: string | undefined;
  signal: AbortSignal;
  /** Bounds all that is waited for. */
  deadline: Deadline;
  /** Lets the next recording be uploaded. */
  releaseUpload: () => void;
  /** Whether a person decided to leave it out, which is no failure. @default false */
  isSkipped?: boolean;
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
  /** Aborted when the caller has left. */
  readonly #left = new AbortController();
  #sourceFailure: { error: unknown } | undefined;
  /** The journal, once it is open. */
  #journaled: JournaledBatch | undefined;

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
    const beginning = journal.begin({ baseUrl: this.#dependencies.requests.baseUrl });
    try {
      this.#journaled = await this.#unlessLeft("Opening the journal", () => beginning);
    } catch (error) {
      // A journal that opens after all is given back.
      void beginning.then((journaled) => journaled.end()).catch(() => {});
      throw error;
    }
  }

  /** Ends the journal, once nothing is under way. */
  async end(): Promise<void> {
    await this.#settled();
    if (this.#journaled) await awaitWrite("Writing the journal", this.#journaled.end(), this.#unlessLeft);
  }

  /** Ends a wait when the batch is aborted. */
  readonly #unlessLeft: Within = (what, work) =>
    withinLimits(work, { what, signal: this.#left.signal, deadline: new Deadline() });

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
  async #settled(): Promise<void> {
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
    await this.#settled();
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
    const item: Item = { index, input, key: input?.key, ...limits, releaseUpload };
    const run = withSource(input?.file, () => this.#analyzeOnce(item))
      .then(
        (result): Outcome => ({ ...namesOf(item), ok: true, result }),
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
    const journaled = this.#journaled;
    if (!journal || !journaled) return this.#analyze(item, this.#flowOf(item, undefined), undefined);
    const { log } = this.#dependencies;
    const within = new FlowContext(item).withinLimits();
    const identity = await within("Reading the recording", (signal) => journal.identify(item.input, signal));
    item.key = identity.key;
    return journaled.run(identity, {
      enter: () => journal.enter(identity),
      analyze: (record, state) => {
        item.isSkipped = state?.stage === "skipped";
        if (item.isSkipped) throw skippedError();
        return this.#analyze(item, this.#flowOf(item, record), state);
      },
      within,
      log,
      // If it must be uploaded after that, it is at once: the next place may be kept for an input that never comes.
      onWait: item.releaseUpload,
    });
  }

  async #analyze(item: Item, flow: Flow, state: JournalState | undefined): Promise<CompletedCall> {
    const callId = await this.#findOrCreateCall(flow, item, state);
    item.releaseUpload();
    // Of a call that was known, nothing was uploaded.
    await releaseSource(item.input.file);
    const acquire = (signal: AbortSignal) => this.#pollPermits.acquire(signal);
    const wait = () => withinLimits(acquire, { ...item, what: "Waiting for a poll" });
    const releasePoll = await flow.atPoll(callId, wait);
    try {
      return await flow.wait(callId);
    } finally {
      releasePoll();
    }
  }

  #flowOf({ index, key, signal, deadline }: Item, record: InputRecord | undefined): Flow {
    const { onEvent, onProgress } = this.#options;
    return new Flow(this.#dependencies, {
      ...this.#options,
      signal,
      deadline,
      onProgress: onProgress && ((progress) => callSafely(onProgress, { ...progress, index })),
      onEvent: (event) => callSafely(onEvent, { ...event, index }),
      learned: this.#adaptivePolling,
      ...(record && { ledger: record, key, saveUpload: (publicUrl) => record.uploaded(publicUrl) }),
    });
  }

  /** The call that an earlier process created, or else a new one. */
  async #findOrCreateCall(flow: Flow, { input, key }: Item, state: JournalState | undefined): Promise<string> {
    if (state && "callId" in state) return state.callId;
    const audioUrl = state?.audio_url;
    const { baseUrl } = this.#dependencies.requests;
    // Nobody is creating it any more.
    if (state?.stage === "creating") throw leftUncertain(input, { audioUrl, baseUrl, key });
    if (audioUrl === undefined) return (await flow.submit(input)).callId;
    const call = callFieldsOf({ ...input, audio_url: audioUrl });
    try {
      return (await flow.create(call)).callId;
    } catch (error) {
      if (!areFieldsRefused(error)) throw error;
      // The upload of an earlier run may have expired.
      return (await flow.submit(input)).callId;
    }
  }
}

/** @param audioUrl the recording's address, once it was uploaded */
function leftUncertain(
  input: Input,
  { audioUrl, ...known }: { audioUrl: string | undefined; baseUrl: string; key: string | undefined },
): SubmissionUncertainError {
  const error = new SubmissionUncertainError(`An earlier run sent it, ${unknownUntilSettled}`);
  error.stage = "create";
  if (audioUrl === undefined) return error;
  const call = callFieldsOf({ ...input, audio_url: audioUrl });
  error.resume = createToken({ ...known, id: newCreationId(), call }, true);
  return error;
}

/** Whether the service refused the fields of a call: then none was created. */
function areFieldsRefused(error: unknown): boolean {
  return ApiError.is(error) && [400, 404, 410, 422].includes(error.status);
}

function namesOf({ index, key, input }: Item): Pick<Outcome, "index" | "key" | "input"> {
  return key === undefined ? { index, input } : { index, key, input };
}

function failure(item: Item, reason: unknown): Outcome {
  const error = reason instanceof Error ? reason : new Error(String(reason), { cause: reason });
  const { resume } = error as Partial<CallAnalysisError>;
  return { ...namesOf(item), ok: false, error, ...(resume && { resume }) };
}
