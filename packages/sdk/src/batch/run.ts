/**
 * The steps of each input of a batch. `run()` reads the input's category, uploads the recording, creates the call, and
 * waits for the analysis.
 */

import type { BatchWaitOptions } from "../calls.js";
import type { CallAnalysis } from "../client.js";
import type { CompletedCall } from "../contract/types.js";
import {
  AbortError,
  ApiError,
  CallAnalysisError,
  type FlowStage,
  JournalError,
  NotFoundError,
  type ResumeToken,
} from "../errors.js";
import type { FlowEvent } from "../flow/run.js";
import { createToken, pollToken } from "../flow/token.js";
import { type Limits, onAbort, runWithin, startLimits, unlimited } from "../request/limits.js";
import { ignoreFailure } from "../request/log.js";
import type { RequestOptions } from "../request/requests.js";
import { defaultRetryPolicy, type Retry, type RetryPolicy, resolveRetry } from "../request/retry.js";
import type { UploadProgress } from "../upload/progress.js";
import { releaseSource } from "../upload/source.js";
import { AdaptivePolling } from "./adaptive-polling.js";
import { BatchJournal, type Identity } from "./batch-journal.js";
import { type BatchInput, type BatchOptions, type BatchOutcome, copyOf, type InputCopy } from "./batch-options.js";
import { type Call, Gate, notStarted, patienceMs } from "./gate.js";
import { inParallel } from "./in-parallel.js";

/** How long create requests in flight may take to finish after a graceful stop, in milliseconds. */
const graceMs = 8_000;

/** After this number of inputs, other timers get a turn. Inputs that an earlier run finished wait for nothing else. */
const inputsPerTurn = 64;

/**
 * The attempts of an upload, and the polls in a row that may fail, if the caller sets neither. They last about ten
 * minutes.
 */
const patientAttempts = 80;

type Inputs = Iterable<BatchInput<object | null>> | AsyncIterable<BatchInput<object | null>>;
type Outcome = BatchOutcome<BatchInput<object | null>>;

/** One input and its progress. */
interface Item {
  index: number;
  input: BatchInput<object | null>;
  key?: string | undefined;
  /** The limits of this input: the batch's stop, and its own deadline. */
  limits: Limits;
  stage: FlowStage;
  resume?: ResumeToken;
  /** The input's call, or its outcome if there is no call. */
  call?: Call;
  outcome?: Outcome | undefined;
}

type CheckedItem = Item & InputCopy;

/** One run of a batch. */
export class Batch {
  readonly #sdk: CallAnalysis;
  readonly #inputs: Inputs;
  readonly #options: BatchOptions;
  readonly #policy: RetryPolicy;
  readonly #gate: Gate;
  readonly #journal: BatchJournal | undefined;
  readonly #polling = new AdaptivePolling();
  /** The pending or finished read of each category. */
  readonly #categories = new Map<string, Promise<unknown>>();
  /** Aborted when the batch takes no further input. */
  readonly #closed = new AbortController();
  /** Aborted when uploads and waits must end. */
  readonly #stopped = new AbortController();
  /** Aborted when create requests must end, too. */
  readonly #ended = new AbortController();
  #graceTimer: ReturnType<typeof setTimeout> | undefined;
  #isGraceful = false;
  #taken = 0;
  /** The number of inputs that were taken but have no outcome. */
  #withoutOutcome = 0;

  constructor(sdk: CallAnalysis, inputs: Inputs, options: BatchOptions) {
    this.#sdk = sdk;
    this.#inputs = inputs;
    this.#options = options;
    this.#policy = resolveRetry(options.retry, sdk.retry);
    this.#journal = options.journal && new BatchJournal(options.journal, sdk.baseUrl);
    const limits = { ...unlimited, signal: this.#stopped.signal };
    this.#gate = new Gate(options, {
      limits,
      policy: this.#policy,
      read: (categoryId) => sdk.categories.get(categoryId, { ...this.#requestOptions(limits), retry: false }),
      onStop: () => this.#closed.abort(),
    });
  }

  async *run(): AsyncGenerator<Outcome, void, void> {
    const { concurrency = 4, pollConcurrency = 100, signal, stopSignal, journal } = this.#options;
    const unlink = [
      onAbort(signal, () => this.#end(signal?.reason)),
      onAbort(stopSignal, () => this.#stop()),
      onAbort(journal?.closed, () => this.#stop()),
    ];
    const submitted = inParallel(this.#items(), {
      limit: concurrency,
      until: this.#closed.signal,
      work: (item) => this.#submit(item),
    });
    const outcomes = inParallel(submitted, { limit: pollConcurrency, work: (item) => this.#finish(item) });
    try {
      // Not `yield*`: when the loop is left, it would first wait for the inputs in flight.
      for (;;) {
        const { done, value } = await outcomes.next();
        if (done) break;
        yield value;
      }
      if (signal?.aborted)
        throw new AbortError("The batch was aborted by the signal.", { requestSent: false, cause: signal.reason });
      if (this.#gate.outage && !this.#isGraceful) throw this.#withCount(this.#gate.outage);
    } finally {
      for (const end of unlink) end();
      this.#end(new Error("The loop over the batch ended early."));
      await outcomes.return();
      await submitted.return();
      // The streams of inputs that are not started any more.
      const left = Array.isArray(this.#inputs) ? this.#inputs.slice(this.#taken) : [];
      for (const input of left) await releaseSource(input?.file);
    }
  }

  /** Ends everything at once. */
  #end(reason: unknown): void {
    clearTimeout(this.#graceTimer);
    for (const controller of [this.#closed, this.#stopped, this.#ended]) controller.abort(reason);
  }

  /** Ends everything except create requests in flight. */
  #stop(): void {
    if (this.#stopped.signal.aborted) return;
    this.#isGraceful = true;
    this.#closed.abort();
    this.#stopped.abort(new Error("The batch was stopped."));
    this.#graceTimer = setTimeout(() => this.#ended.abort(new Error("The batch was stopped.")), graceMs);
  }

  /** Yields the inputs, one at a time. */
  async *#items(): AsyncGenerator<Item, void, void> {
    for await (const input of this.#inputs) {
      const index = this.#taken;
      this.#taken += 1;
      if (this.#closed.signal.aborted) {
        // It came too late.
        this.#withoutOutcome += 1;
        await releaseSource(input?.file);
        return;
      }
      const limits = startLimits({ ...this.#options, signal: this.#stopped.signal }, this.#sdk.deadlineMs);
      yield { index, input, limits, stage: "grant" };
      if (index % inputsPerTurn === inputsPerTurn - 1) await new Promise((resolve) => setTimeout(resolve));
    }
  }

  /** Finds or creates the call of an input. */
  async #submit(item: Item): Promise<Item> {
    const file = item.input?.file;
    const journal = this.#journal;
    try {
      const checked = Object.assign(item, copyOf(item.input));
      const identity = await journal?.identify(checked);
      if (identity) item.key = identity.key;
      const call = identity && journal?.share(identity, () => this.#findOrCreate(checked, identity, journal));
      return { ...item, call: await (call ?? this.#create(checked)) };
    } catch (error) {
      this.#gate.giveUp(error);
      return { ...item, outcome: this.#failed(item, error) };
    } finally {
      await releaseSource(file);
    }
  }

  async #findOrCreate(item: CheckedItem, identity: Identity, journal: BatchJournal): Promise<Call> {
    const { callId, audio_url } = await journal.find(identity, item.limits);
    if (callId !== undefined) {
      this.#emit(item, { type: "created", callId, resume: pollToken(this.#sdk.baseUrl, callId) });
      return { callId };
    }
    if (audio_url === undefined) return this.#create(item, identity);
    try {
      return await this.#createOf(item, { publicUrl: audio_url }, identity);
    } catch (error) {
      // The upload of an earlier run may have expired.
      if (!ApiError.is(error) || ![400, 404, 410, 422].includes(error.status)) throw error;
      return this.#create(item, identity);
    }
  }

  /** Uploads the recording of an input, and creates its call. */
  async #create(item: CheckedItem, identity?: Identity): Promise<Call> {
    const { file, filename, contentType, index, limits } = item;
    const { categoryId } = item.fields;
    const { onProgress } = this.#options;
    // Once for each category: a wrong one would be found after the uploads of a whole night.
    const reading = this.#categories.get(categoryId) ?? this.#gate.read(categoryId);
    this.#categories.set(categoryId, reading);
    reading.catch((error: unknown) => NotFoundError.is(error) || this.#categories.delete(categoryId));
    await runWithin(limits, "Reading the category", () => reading);
    const upload = () =>
      this.#sdk.calls.upload(file, {
        ...this.#requestOptions(limits),
        retry: this.#uploadPolicy(),
        filename,
        contentType,
        onEvent: (event: FlowEvent) => this.#emit(item, event),
        onProgress: onProgress && ((progress: UploadProgress) => onProgress({ ...progress, index })),
      });
    return this.#createOf(item, await this.#gate.upload(limits, upload), identity);
  }

  /**
   * The retry policy of uploads. If neither the batch nor the client sets the attempts, an upload outlasts an outage.
   */
  #uploadPolicy(): Partial<RetryPolicy> {
    const { maxAttempts } = this.#policy;
    if (Object(this.#options.retry).maxAttempts || maxAttempts !== defaultRetryPolicy.maxAttempts) return this.#policy;
    return { ...this.#policy, maxAttempts: patientAttempts, maxRetryAfterMs: patienceMs };
  }

  /** Creates the call of an uploaded recording. `sizeBytes` is missing if an earlier run uploaded it. */
  async #createOf(
    item: CheckedItem,
    { publicUrl, sizeBytes }: { publicUrl: string; sizeBytes?: number },
    identity: Identity | undefined,
  ): Promise<Call> {
    const { fields, limits } = item;
    const call = { ...fields, audio_url: publicUrl };
    const resume = createToken({ baseUrl: this.#sdk.baseUrl, call, uncertain: false, key: identity?.key });
    Object.assign(item, { stage: "create", resume });
    if (sizeBytes !== undefined) {
      this.#emit(item, { type: "uploaded", publicUrl, sizeBytes, resume });
      if (identity) await this.#journal?.uploaded(identity, publicUrl, limits);
    }
    const create = async (): Promise<Call> => {
      let wasSent = false;
      const { callId } = await this.#sdk.calls.submitUrl(call, {
        ...this.#requestOptions({ ...limits, signal: this.#ended.signal }),
        // Each attempt waits for its turn.
        retry: { ...this.#policy, maxAttempts: 1 },
        onEvent: (event) => {
          wasSent ||= event.type === "creating";
          this.#emit(item, event);
        },
        ...(identity && this.#journal?.optionsOf(identity)),
      });
      return { callId, createdAtMs: wasSent ? performance.now() : undefined };
    };
    const onRetry = (again: Retry) => this.#emit(item, { type: "retrying", stage: "create", ...again });
    return this.#gate.create({ limits, categoryId: fields.categoryId, create, onRetry });
  }

  /** Waits for the analysis of an input's call. */
  async #finish(item: Item): Promise<Outcome | undefined> {
    const { index, input, key, limits, call, outcome } = item;
    try {
      if (!call) return outcome;
      item.stage = "poll";
      // The user-defined fields are of the caller's type: they are not checked.
      const result = (await this.#wait(item, call)) as CompletedCall<never>;
      return { index, ...(key !== undefined && { key }), input, ok: true, result };
    } catch (error) {
      return this.#failed(item, error);
    } finally {
      limits.end();
    }
  }

  #wait(item: Item, { callId, createdAtMs }: Call): Promise<CompletedCall> {
    const isNew = createdAtMs !== undefined;
    const startedMs = createdAtMs ?? performance.now();
    const ageMs = () => performance.now() - startedMs;
    let pendingMs: number | undefined;
    let seenMs: number | undefined;
    const onEvent = (event: FlowEvent) => {
      if (event.type === "polling") [pendingMs, seenMs] = [seenMs, ageMs()];
      if (event.type === "completed" && isNew) this.#polling.add(ageMs(), pendingMs);
      this.#emit(item, event);
    };
    const options: BatchWaitOptions = {
      ...this.#requestOptions(item.limits),
      isNew,
      onEvent,
      poll: {
        // The call of an earlier run is probably completed.
        ...(isNew ? { toleratedFailures: patientAttempts, ...this.#polling.pausesOf(ageMs()) } : { initialDelayMs: 0 }),
        // The caller's settings take precedence.
        ...this.#sdk.poll,
        ...this.#options.poll,
      },
    };
    return this.#sdk.calls.waitForAnalysis(callId, options);
  }

  /** The outcome of a failed input. Undefined if a stop ended the input. */
  #failed({ index, input, key, stage, resume }: Item, reason: unknown): Outcome | undefined {
    const isCreationSent = AbortError.is(reason) && reason.stage === "create" && reason.requestSent;
    if (reason === notStarted || (this.#isGraceful && AbortError.is(reason) && !isCreationSent)) {
      this.#withoutOutcome += 1;
      return undefined;
    }
    const isSkipped = JournalError.is(reason) && reason.code === "skipped";
    if (this.#options.stopOnError && !isSkipped) this.#closed.abort();
    const error = reason instanceof Error ? reason : new Error(String(reason), { cause: reason });
    if (CallAnalysisError.is(error) && error.stage === undefined) Object.assign(error, { stage, resume });
    return { index, ...(key !== undefined && { key }), input, ok: false, error };
  }

  /** Adds the number of inputs to the error of an outage. */
  #withCount(outage: CallAnalysisError): CallAnalysisError {
    const length: unknown = Object(this.#inputs).length ?? Object(this.#inputs).size;
    const started = this.#taken - this.#withoutOutcome;
    const which =
      typeof length === "number"
        ? `Inputs not started: ${length - started}.`
        : `Only the first ${started} inputs were started.`;
    outage.message = `The batch stopped, because the service did not recover. ${which} Run the batch again later. With a journal, no call is created twice. The last error: ${outage.message}`;
    return outage;
  }

  #requestOptions({ signal, endsAtMs }: Limits): RequestOptions {
    const { timeoutMs, retry, headers } = this.#options;
    return { timeoutMs, retry, headers, signal, deadlineMs: Math.max(endsAtMs - performance.now(), 1) };
  }

  #emit({ index }: Item, event: FlowEvent): void {
    ignoreFailure(() => this.#options.onEvent?.({ ...event, index }));
  }
}
