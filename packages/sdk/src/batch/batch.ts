/**
 * Runs many recordings through the whole flow. Reads inputs as capacity frees up, continues each where an earlier
 * process stopped, and yields each outcome when it is ready.
 */
import { type AnalyzeFileInput, checkInput, Flow } from "../analysis/flow.js";
import { tokenAfterWait } from "../analysis/resume.js";
import type { CompletedCall } from "../contract/types.js";
import type { CallAnalysisError, ResumeToken } from "../errors/call-analysis-error.js";
import { SubmissionUncertainError } from "../errors/flow-errors.js";
import { atStage, type FlowDependencies } from "../flow/flow-context.js";
import type { FlowEvent } from "../flow/flow-events.js";
import { leavable } from "../flow/leavable.js";
import { callSafely } from "../http/callback.js";
import { Deadline, withinLimits } from "../http/deadline.js";
import { abortError } from "../http/timers.js";
import { AdaptivePolling, leavesPauses } from "./adaptive-polling.js";
import { InputRecord, JournalKeys } from "./batch-journal.js";
import {
  type BatchOptions,
  type BatchOutcome,
  type ResolvedBatchOptions,
  resolveBatchOptions,
} from "./batch-options.js";
import { AsyncQueue, type BatchInputs, InputReader, Semaphore } from "./queue.js";

type Input = AnalyzeFileInput<unknown>;
type Outcome = BatchOutcome<unknown>;

/** Releases a permit. */
type Release = () => void;

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
  return leavable(runUntilClosed(batch, signal), { signal, abort: (reason) => batch.abort(reason) });
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
    yield* batch.outcomes();
    if (signal?.aborted) throw abortError(signal, false, { what: "The batch" });
  } finally {
    await batch.settled();
  }
}

/** One input, and what is its own. */
interface Item {
  index: number;
  input: Input;
  signal: AbortSignal;
  /** Bounds all that is waited for. */
  deadline: Deadline;
  /** Lets the next recording be uploaded. */
  releaseUpload: Release;
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
  readonly #finished = new AsyncQueue<{ outcome: Outcome; release: Release }>();
  readonly #keys = new JournalKeys();
  /** Undefined when `poll` sets the pauses. */
  readonly #adaptivePolling: AdaptivePolling | undefined;
  /** One controller for each input: a signal that all share would warn of too many listeners. */
  readonly #underWay = new Map<Promise<void>, AbortController>();
  #abortReason: { reason: unknown } | undefined;
  #sourceFailure: { error: unknown } | undefined;

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
    this.#abortReason ??= { reason };
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

  async #acquirePermits(): Promise<{ release: Release; releaseUpload: Release }> {
    return { release: await this.#inputPermits.acquire(), releaseUpload: await this.#uploadPermits.acquire() };
  }

  #start(index: number, input: Input, permits: { release: Release; releaseUpload: Release }): void {
    const { release, releaseUpload } = permits;
    const controller = new AbortController();
    if (this.#abortReason) controller.abort(this.#abortReason.reason);
    const deadline = new Deadline(this.#options.deadlineMs);
    const run = this.#analyzeOnce({ index, input, signal: controller.signal, deadline, releaseUpload })
      .then(
        (result): Outcome => ({ index, input, ok: true, result }),
        (error: unknown) => failure(index, input, error),
      )
      .then((outcome) => {
        releaseUpload();
        this.#underWay.delete(run);
        if (!outcome.ok && this.#options.stopOnError) this.#inputs.stop();
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
    checkInput(item.input);
    if (!journal) return this.#analyze(item, undefined);
    const key = await withinLimits((signal) => this.#keys.next(item.input, signal), {
      ...item,
      what: "Hashing the recording",
    });
    const record = await withinLimits(() => InputRecord.read(journal, key), { ...item, what: "Reading the journal" });
    if (record.result) return record.result;
    try {
      const result = await this.#analyze(item, record);
      await this.#recordSafely(item, () => record.saveResult(result));
      return result;
    } catch (error) {
      const { resume } = error as Partial<CallAnalysisError>;
      // A creation that was refused is not uncertain any more.
      if (resume) await this.#recordSafely(item, () => record.saveCheckpoint(resume));
      throw error;
    }
  }

  /**
   * A failed journal write must not hide the outcome: the next run then only repeats one read or one rejected create.
   * What happened to an input that was ended is recorded too, and waited for a little longer.
   */
  async #recordSafely({ signal, deadline }: Item, write: () => Promise<void>): Promise<void> {
    const isOver = signal.aborted || deadline.passesWithin(0);
    const limits = isOver ? { signal: undefined, deadline: new Deadline(lastWriteMs) } : { signal, deadline };
    try {
      await withinLimits(write, { what: "Writing the journal", ...limits });
    } catch (error) {
      this.#dependencies.log("warn", `The journal could not be written. ${error}`);
    }
  }

  async #analyze(item: Item, record: InputRecord | undefined): Promise<CompletedCall> {
    const { index, input, signal, deadline, releaseUpload } = item;
    const onEvent = (event: FlowEvent) => callSafely(this.#options.onEvent, { ...event, index });
    const saveCheckpoint = record && ((token: ResumeToken) => record.saveCheckpoint(token));
    const { timeoutMs, uploadTimeoutMs, throttleTimeoutMs, retry, headers, poll } = this.#options;
    const limits = { timeoutMs, deadline, uploadTimeoutMs, throttleTimeoutMs };
    const options = {
      ...limits,
      retry,
      headers,
      poll,
      signal,
      onEvent,
      saveCheckpoint,
      learned: this.#adaptivePolling,
    };
    const flow = new Flow(this.#dependencies, options);
    const callId = await this.#findOrCreateCall(flow, input, record?.resume);
    releaseUpload();
    const waitForPermit = (signal: AbortSignal) => this.#pollPermits.acquire(signal);
    const releasePoll = await atStage(
      "poll",
      () => withinLimits(waitForPermit, { ...item, what: `The analysis of call ${callId}` }),
      tokenAfterWait(callId),
    );
    try {
      return await flow.wait(callId);
    } finally {
      releasePoll();
    }
  }

  /** The call that an earlier process created, or else a new one. */
  async #findOrCreateCall(flow: Flow, input: Input, token: ResumeToken | undefined): Promise<string> {
    if (!token) return (await flow.submit(input)).callId;
    if (token.stage === "poll") return token.callId;
    if (token.uncertain && this.#options.onUncertain === "report") throw leftUncertain(token);
    return (await flow.create(token.call)).callId;
  }
}

/** How long the last journal write of an input is waited for after its time is up, in milliseconds. */
const lastWriteMs = 1_000;

function leftUncertain(token: ResumeToken): SubmissionUncertainError {
  const message =
    'An earlier run sent this call, and it is unknown whether it was created. Check whether the call exists; if it does not, run the batch again with { onUncertain: "recreate" }.';
  return Object.assign(new SubmissionUncertainError(message), { stage: token.stage, resume: token });
}

function failure(index: number, input: Input, reason: unknown): Outcome {
  const error = reason instanceof Error ? reason : new Error(String(reason), { cause: reason });
  const { resume } = error as Partial<CallAnalysisError>;
  return { index, input, ok: false, error, ...(resume ? { resume } : {}) };
}
