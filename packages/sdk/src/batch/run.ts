/** The way of each input of a batch: `run()` takes each from its category and its upload to its call and its analysis. */

import type { CallAnalysis } from "../client.js";
import type { CallFields, CompletedCall } from "../contract/types.js";
import {
  AbortError,
  ApiError,
  CallAnalysisError,
  type FlowStage,
  JournalError,
  NotFoundError,
  type ResumeToken,
  SubmissionUncertainError,
} from "../errors.js";
import { callFieldsOf, fileInputNames } from "../flow/call-fields.js";
import type { FlowEvent } from "../flow/run.js";
import { createToken, pollToken } from "../flow/token.js";
import { notFoundGraceMs } from "../flow/wait.js";
import { checkNames } from "../known-names.js";
import { type Limits, onAbort, runWithin, startLimits } from "../request/limits.js";
import { ignoreFailure } from "../request/log.js";
import type { RequestOptions } from "../request/requests.js";
import { resolveRetry } from "../request/retry.js";
import type { UploadProgress } from "../upload/progress.js";
import { type RecordingSource, releaseSource, type TemporaryRecording } from "../upload/source.js";
import { AdaptivePolling } from "./adaptive-polling.js";
import { BatchJournal, type Call, type Identity } from "./batch-journal.js";
import type { BatchInput, BatchOptions, BatchOutcome } from "./batch-options.js";
import type { StopReason } from "./breaker.js";
import { Gate, notStarted } from "./gate.js";
import { inParallel } from "./in-parallel.js";
import { patiently } from "./patience.js";

/** After a graceful stop, creations under way have this long to finish, in milliseconds. */
const graceMs = 8_000;

/** After so many inputs a timer has its turn: inputs that an earlier run has finished need no other one. */
const inputsPerTurn = 64;

type Inputs = Iterable<BatchInput<object | null>> | AsyncIterable<BatchInput<object | null>>;
type Outcome = BatchOutcome<BatchInput<object | null>>;

/** One input, and how far it has come. */
interface Item {
  index: number;
  input: BatchInput<object | null>;
  key: string | undefined;
  /** Ended by the batch's stop and by the input's deadline. */
  limits: Limits;
  stage: FlowStage;
  resume?: ResumeToken;
}

/** A step of an input that waits for a service that does not answer. */
interface PatientStep {
  index: number;
  limits: Limits;
  stage: FlowStage;
  isRepeatable?: (error: unknown) => boolean;
}

/** An input whose call exists, or that has failed before. */
interface Submitted {
  item: Item;
  call?: Call;
  outcome?: Outcome | undefined;
}

/** One run of a batch. */
export class Batch {
  readonly #sdk: CallAnalysis;
  readonly #inputs: Inputs;
  readonly #options: BatchOptions;
  readonly #gate: Gate;
  readonly #journal: BatchJournal | undefined;
  readonly #polling = new AdaptivePolling();
  /** Whether `poll` sets the pauses. */
  readonly #hasPauses: boolean;
  /** The read of each category. */
  readonly #categories = new Map<string, Promise<unknown>>();
  /** Aborted when no further input is taken. */
  readonly #closed = new AbortController();
  /** Aborted when uploads and waits have to end. */
  readonly #stopped = new AbortController();
  /** Aborted when creations have to end too. */
  readonly #ended = new AbortController();
  #graceTimer: ReturnType<typeof setTimeout> | undefined;
  #isGraceful = false;
  #taken = 0;
  /** Inputs that were taken and have no outcome. */
  #withoutOutcome = 0;

  constructor(sdk: CallAnalysis, inputs: Inputs, options: BatchOptions) {
    this.#sdk = sdk;
    this.#inputs = inputs;
    this.#options = options;
    const { initialDelayMs, intervalMs, factor, maxIntervalMs } = options.poll ?? {};
    this.#hasPauses = [initialDelayMs, intervalMs, factor, maxIntervalMs].some((pause) => pause !== undefined);
    this.#journal = options.journal && new BatchJournal(options.journal, sdk.baseUrl);
    const { createsPerSecond, stopAfterUncertain } = options;
    this.#gate = new Gate({
      limits: startLimits({ signal: this.#stopped.signal }),
      policy: resolveRetry(options.retry, sdk.retry),
      createsPerSecond,
      stopAfterUncertain,
      read: (categoryId) => sdk.categories.get(categoryId, { ...this.#requestOptions(), retry: false }),
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
    const outcomes = inParallel(submitted, { limit: pollConcurrency, work: (one) => this.#finish(one) });
    try {
      yield* outcomes;
      if (signal?.aborted)
        throw new AbortError("The batch was aborted by its signal.", { requestSent: false, cause: signal.reason });
      if (this.#gate.stopReason && !this.#isGraceful) throw this.#outage(this.#gate.stopReason);
    } finally {
      for (const end of unlink) end();
      this.#end(new Error("The loop was left."));
      await outcomes.return();
      await submitted.return();
      this.#gate.limits.end();
      await this.#giveBack();
    }
  }

  /** Ends everything at once. */
  #end(reason: unknown): void {
    clearTimeout(this.#graceTimer);
    for (const controller of [this.#closed, this.#stopped, this.#ended]) controller.abort(reason);
  }

  /** Ends everything but creations under way. */
  #stop(): void {
    if (this.#stopped.signal.aborted) return;
    this.#isGraceful = true;
    this.#closed.abort();
    this.#stopped.abort(new Error("The batch was stopped."));
    this.#graceTimer = setTimeout(() => this.#ended.abort(new Error("The batch was stopped.")), graceMs);
  }

  /** The inputs as they are asked for. */
  async *#items(): AsyncGenerator<Item, void, void> {
    const { deadlineMs } = this.#options;
    const closed = this.#closed.signal;
    for await (const input of this.#inputs) {
      const index = this.#taken;
      this.#taken += 1;
      if (closed.aborted) {
        // It came too late.
        this.#withoutOutcome += 1;
        await releaseSource(input?.file);
        return;
      }
      if (index % inputsPerTurn === inputsPerTurn - 1) await new Promise((resolve) => setTimeout(resolve));
      const limits = startLimits({ signal: this.#stopped.signal, deadlineMs });
      yield { index, input, key: input?.key, limits, stage: "grant" };
    }
  }

  /** Cancels the streams of inputs that are not started any more. */
  async #giveBack(): Promise<void> {
    if (!Array.isArray(this.#inputs)) return;
    for (const input of this.#inputs.slice(this.#taken)) await releaseSource(input?.file);
  }

  /** Finds or creates the call of an input. */
  async #submit(item: Item): Promise<Submitted> {
    const { input } = item;
    try {
      checkNames("input", input ?? null, [...fileInputNames, "key"]);
      // A field that is refused is reported before a byte is sent.
      const call = fieldsOf(input, "not known yet");
      return {
        item,
        call: await (this.#journal ? this.#createJournaled(item, call, this.#journal) : this.#create(item)),
      };
    } catch (error) {
      return { item, outcome: this.#failed(item, error) };
    } finally {
      await releaseSource(input?.file);
    }
  }

  async #createJournaled(item: Item, call: CallFields, journal: BatchJournal): Promise<Call> {
    const identity = await journal.identify(item.input, call, item.limits);
    item.key = identity.key;
    return journal.share(identity, () => this.#findOrCreate(item, identity, journal));
  }

  async #findOrCreate(item: Item, identity: Identity, journal: BatchJournal): Promise<Call> {
    const { callId, audio_url } = await journal.find(identity, item.limits);
    if (callId !== undefined) {
      this.#emit(item, { type: "created", callId, resume: pollToken(this.#sdk.baseUrl, callId) });
      return { callId };
    }
    if (audio_url === undefined) return this.#create(item, identity);
    try {
      return await this.#createOf(item, audio_url, identity);
    } catch (error) {
      // The upload of an earlier run may have expired.
      if (!ApiError.is(error) || ![400, 404, 410, 422].includes(error.status)) throw error;
      return this.#create(item, identity);
    }
  }

  /** Uploads the recording of an input, and creates its call. */
  async #create(item: Item, identity?: Identity): Promise<Call> {
    await this.#readCategory(item);
    const { publicUrl, sizeBytes } = await this.#upload(item);
    const call = fieldsOf(item.input, publicUrl);
    const resume = createToken({ baseUrl: this.#sdk.baseUrl, call, uncertain: false, key: identity?.key });
    Object.assign(item, { stage: "create", resume });
    this.#emit(item, { type: "uploaded", publicUrl, sizeBytes, resume });
    if (identity) await this.#journal?.uploaded(identity, publicUrl, item.limits);
    return this.#createOf(item, publicUrl, identity);
  }

  /** Once for each category, before its first upload: a wrong one would be found after the uploads of a whole night. */
  async #readCategory({ input: { categoryId }, index, limits }: Item): Promise<void> {
    const read = () => this.#sdk.categories.get(categoryId, this.#requestOptions());
    const step = { index, limits: this.#gate.limits, stage: "grant" } as const;
    const reading = this.#categories.get(categoryId) ?? this.#patiently(read, step);
    this.#categories.set(categoryId, reading);
    reading.catch((error: unknown) => NotFoundError.is(error) || this.#categories.delete(categoryId));
    await runWithin(limits, "Reading the category", () => reading);
  }

  #upload(item: Item): ReturnType<CallAnalysis["calls"]["upload"]> {
    const { input, index, limits } = item;
    const { file, filename, contentType } = input;
    const { onProgress, retry } = this.#options;
    const isStream = "stream" in Object(file);
    const options = {
      ...this.#requestOptions(limits),
      filename,
      contentType,
      onEvent: (event: FlowEvent) => this.#emit(item, event),
      onProgress: onProgress && ((progress: UploadProgress) => onProgress({ ...progress, index })),
      // A stream is sent once, and given up when that has failed: within one upload, its address is asked for with patience.
      ...(isStream && retry !== false && { retry: { maxAttempts: 80, ...retry } }),
    };
    const upload = () => this.#gate.upload(limits, () => this.#sdk.calls.upload(kept(file), options));
    return isStream ? upload() : this.#patiently(upload, item);
  }

  /** Creates the call of an uploaded recording. */
  async #createOf(item: Item, audio_url: string, identity: Identity | undefined): Promise<Call> {
    const { input, limits, index } = item;
    const { retry } = this.#options;
    const call = fieldsOf(input, audio_url);
    item.stage = "create";
    item.resume = createToken({ baseUrl: this.#sdk.baseUrl, call, uncertain: false, key: identity?.key });
    let wasSent = false;
    const post = () => {
      wasSent = false;
      return this.#sdk.calls.submitUrl(call, {
        ...this.#requestOptions({ ...limits, signal: this.#ended.signal }),
        // Each attempt waits for its turn.
        retry: retry === false ? false : { ...retry, maxAttempts: 1 },
        onEvent: (event) => {
          wasSent ||= event.type === "creating";
          this.#emit(item, event);
        },
        ...(identity && this.#journal?.optionsOf(identity)),
      });
    };
    const turn = { index, limits, categoryId: input.categoryId, wasSent: () => wasSent };
    const { callId } = await this.#patiently(() => this.#gate.create(turn, post), { index, limits, stage: "create" });
    return { callId, createdAtMs: wasSent ? performance.now() : undefined };
  }

  /** Waits for the analysis of an input's call. */
  async #finish({ item, call, outcome }: Submitted): Promise<Outcome | undefined> {
    const { index, input, key, limits } = item;
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
    const { poll } = this.#options;
    const startedMs = createdAtMs ?? performance.now();
    const ageMs = () => performance.now() - startedMs;
    let seenMs: number | undefined;
    const waitOnce = (onAnswer: () => void) => {
      // The call of an earlier run is probably completed.
      const pauses = createdAtMs === undefined ? { initialDelayMs: 0 } : this.#polling.pausesOf(ageMs());
      const leftMs = poll?.timeoutMs !== undefined && { timeoutMs: Math.ceil(Math.max(poll.timeoutMs - ageMs(), 0)) };
      let pendingMs: number | undefined;
      const onEvent = (event: FlowEvent) => {
        if (event.type === "polling") {
          [pendingMs, seenMs] = [seenMs, ageMs()];
          onAnswer();
        }
        if (event.type === "completed" && createdAtMs !== undefined) this.#polling.add(ageMs(), pendingMs);
        this.#emit(item, event);
      };
      const options = { ...this.#requestOptions(item.limits), onEvent };
      return this.#sdk.calls.waitForAnalysis(callId, {
        ...options,
        poll: { ...(!this.#hasPauses && pauses), ...poll, ...leftMs },
      });
    };
    if (poll?.toleratedFailures !== undefined) return waitOnce(() => {});
    const isTooEarly = (error: unknown) =>
      NotFoundError.is(error) && createdAtMs !== undefined && ageMs() < notFoundGraceMs;
    return this.#patiently(waitOnce, { ...item, isRepeatable: isTooEarly });
  }

  #patiently<T>(work: (onAnswer: () => void) => Promise<T>, step: PatientStep): Promise<T> {
    const { index, stage } = step;
    const { retry } = this.#options;
    return patiently(work, {
      ...step,
      policy: retry !== false && resolveRetry(retry, this.#sdk.retry),
      // The gate holds all creations back together.
      isHeldElsewhere: stage === "create",
      onRetry: (again) => this.#emit({ index }, { type: "retrying", stage, ...again }),
      onGiveUp: (error, sinceMs) => this.#gate.giveUp(error, sinceMs),
    });
  }

  /** The outcome of a failure; none for an input that a stop has ended. */
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

  /** The error of a batch that an outage has stopped. */
  #outage({ error, why }: StopReason): CallAnalysisError {
    const length: unknown = Object(this.#inputs).length ?? Object(this.#inputs).size;
    const count = typeof length === "number" ? length - this.#taken + this.#withoutOutcome : undefined;
    const which =
      count === undefined
        ? `All inputs after the first ${this.#taken - this.#withoutOutcome} were not started.`
        : `${count} ${count === 1 ? "input was" : "inputs were"} not started.`;
    const message = `The batch stopped: ${why} ${which} Run it again later: with a journal it creates nothing twice.`;
    if (SubmissionUncertainError.is(error)) return new SubmissionUncertainError(message, { cause: error });
    // A copy: an outcome may have the error itself.
    const copy = CallAnalysisError.fromJSON(CallAnalysisError.is(error) ? error.toJSON() : error);
    return Object.assign(copy, { message: `${message} ${copy.message}`, cause: error });
  }

  #requestOptions({ signal, endsAtMs }: Limits = this.#gate.limits): RequestOptions {
    const { timeoutMs, retry, headers } = this.#options;
    const deadlineMs = endsAtMs === Infinity ? undefined : Math.max(endsAtMs - performance.now(), 1);
    return { timeoutMs, retry, headers, signal, deadlineMs };
  }

  #emit({ index }: { index: number }, event: FlowEvent): void {
    ignoreFailure(() => this.#options.onEvent?.({ ...event, index }));
  }
}

function fieldsOf(
  { file, filename, contentType, key, ...fields }: BatchInput<object | null>,
  audio_url: string,
): CallFields {
  return callFieldsOf({ ...fields, audio_url });
}

/** A flow removes a temporary file at its end; a batch may need it for another attempt. */
function kept(file: RecordingSource): RecordingSource {
  if (!("close" in Object(file))) return file;
  const { path, filename, contentType, sizeBytes } = file as TemporaryRecording;
  return { path, filename, contentType, sizeBytes, close: async () => {} };
}
