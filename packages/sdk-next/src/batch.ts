/**
 * Batches: many recordings through the public client, several at once. `Batch` tells what happens to an input; `Gate` decides
 * when uploads and creations start; `inParallel` bounds how many are under way.
 */

import { AdaptivePolling } from "./batch/adaptive-polling.js";
import type { AnalyzeFileInput } from "./calls.js";
import type { CallAnalysis } from "./client.js";
import type { AnyUdfs, CallFields, CompletedCall } from "./contract/types.js";
import {
  AbortError,
  ApiError,
  CallAnalysisError,
  ConfigurationError,
  type FlowStage,
  JournalError,
  NotFoundError,
  PollTimeoutError,
  type ResumeToken,
  SubmissionUncertainError,
  TimeoutError,
  UploadError,
} from "./errors.js";
import { callFieldsOf } from "./flow/call-fields.js";
import { digestOf, keyOfRecording } from "./flow/identity.js";
import type { ClaimedRecording, Journal, JournaledInput } from "./flow/journal.js";
import { type PollOptions, resolvePollOptions } from "./flow/poll.js";
import type { FlowEvent } from "./flow/run.js";
import { createToken, pollToken } from "./flow/token.js";
import { checkNames, kindOf } from "./known-names.js";
import { checkHeaders, checkPositive } from "./options.js";
import { delay, endedBy, type Limits, runUntil, startLimits } from "./request/limits.js";
import { Redactor } from "./request/redact.js";
import type { RequestOptions } from "./request/requests.js";
import { askedPauseMs, resolveRetry } from "./request/retry.js";
import type { UploadProgress } from "./upload/progress.js";
import { openRecording, type RecordingSource, releaseSource, type TemporaryRecording } from "./upload/source.js";

/** An input of a batch. */
export interface BatchInput<Udfs = AnyUdfs> extends AnalyzeFileInput<Udfs> {
  /** Its identity in the journal. @default the digest of the recording's bytes and the call's fields */
  key?: string | undefined;
}

/** The type of an input's user-defined fields. */
export type UdfsOf<Input> = Input extends { udfs: infer Udfs extends object } ? Udfs : AnyUdfs;

/** What has become of an input. `input` is what you passed, with its type; `key` its identity in the journal, or its own. */
export type BatchOutcome<Input = BatchInput> =
  | { index: number; key?: string; input: Input; ok: true; result: CompletedCall<UdfsOf<Input>>; error?: undefined }
  | { index: number; key?: string; input: Input; ok: false; result?: undefined; error: Error };

/** A journal, which may say that it is closed. */
export interface BatchJournal extends Journal {
  /** Aborted by the journal's `close()`, which ends a batch as `stopSignal` does. */
  readonly closed?: AbortSignal | undefined;
}

/** What a batch takes. `deadlineMs` bounds the flow of each input, and the other limits each request. */
export interface BatchOptions extends RequestOptions {
  /** How many recordings are uploaded, and their calls created, at once. @default 4 */
  concurrency?: number | undefined;
  /** How many analyses are waited for at once; at most `concurrency` more inputs are uploaded ahead. @default 100 */
  pollConcurrency?: number | undefined;
  /** How many calls are created in a second at most, evenly spaced. @default no limit */
  createsPerSecond?: number | undefined;
  /** Takes no further input after a failure; the inputs under way are finished. @default false */
  stopOnError?: boolean | undefined;
  /**
   * The batch stops after so many tries in a row, each after a read of the service that succeeded, of which nobody knows
   * whether they created a call. Infinity never stops it. @default 3
   */
  stopAfterUncertain?: number | undefined;
  /** Shuts the batch down gracefully: creations under way finish, uploads and waits end without an outcome. */
  stopSignal?: AbortSignal | undefined;
  /** With it, each input is created once, whatever happens, and a second run goes on where the first one ended. @default none */
  journal?: BatchJournal | undefined;
  /** How analyses are waited for. Once some calls are completed, pauses are learned from them unless you set one here. */
  poll?: Partial<PollOptions> | undefined;
  /** Called at each stage of each input. What it throws changes nothing, and nothing waits for it. */
  onEvent?: ((event: FlowEvent & { index: number }) => void) | undefined;
  /** Called while each recording is sent: once at 0, at least once a MiB, and at the end. */
  onProgress?: ((progress: UploadProgress & { index: number }) => void) | undefined;
}

const optionNames: Record<keyof BatchOptions, true> = {
  concurrency: true,
  pollConcurrency: true,
  createsPerSecond: true,
  stopOnError: true,
  stopAfterUncertain: true,
  stopSignal: true,
  journal: true,
  poll: true,
  onEvent: true,
  onProgress: true,
  signal: true,
  deadlineMs: true,
  timeoutMs: true,
  retry: true,
  headers: true,
};

const inputNames = ["file", "filename", "contentType", "memberId", "categoryId", "udfs", "date", "key"];

/** An outage may last this long before it fails an input or stops the batch, in milliseconds. */
const patienceMs = 600_000;

/** After a graceful stop, creations under way have this long to finish, in milliseconds. */
const graceMs = 8_000;

/** The servers may not know a call yet for this long after its creation, in milliseconds. */
const notFoundGraceMs = 30_000;

/** After so many inputs a timer has its turn: inputs that an earlier run has finished need no other one. */
const inputsPerTurn = 64;

/**
 * Analyses many recordings, and yields each outcome when it is there. One failure does not affect the others. Leaving the
 * loop ends what is under way.
 *
 * @throws {ConfigurationError} for an invalid option, at once
 * @throws {AbortError} when `signal` was aborted, after the outcomes of what was under way
 * @throws {SubmissionUncertainError} or the error of a read of the service, when an outage has stopped the batch; the message
 * says how many inputs were not started
 *
 * @example
 * for await (const { input, ok, result, error } of analyzeFiles(sdk, inputs, { journal }))
 *   console.log(input.filename, ok ? result.analysis.score : error.message);
 */
export function analyzeFiles<Input extends BatchInput<object | null>>(
  sdk: CallAnalysis,
  inputs: Iterable<Input> | AsyncIterable<Input>,
  options: BatchOptions = {},
): AsyncGenerator<BatchOutcome<Input>, void, void> {
  checkOptions(options);
  if (typeof inputs === "string" || !(Symbol.asyncIterator in Object(inputs) || Symbol.iterator in Object(inputs)))
    throw new ConfigurationError(
      `inputs: expected an Iterable or AsyncIterable, such as an array, got ${kindOf(inputs)}.`,
    );
  // An outcome has the very input that went in, and `Udfs` is the caller's type: the fields are not checked.
  return new Batch(sdk, inputs, options).run() as AsyncGenerator<BatchOutcome<Input>, void, void>;
}

function checkOptions(options: BatchOptions): void {
  checkNames("analyzeFiles()", options, Object.keys(optionNames));
  const { concurrency, pollConcurrency, stopAfterUncertain, createsPerSecond, stopOnError, journal } = options;
  for (const [name, count = 1] of Object.entries({ concurrency, pollConcurrency, stopAfterUncertain }))
    if (!(count >= 1 && (count === Infinity || Number.isInteger(count))))
      throw new ConfigurationError(`${name} must be a whole number of at least 1, and is ${String(count)}.`);
  const { timeoutMs, deadlineMs, signal, stopSignal, onEvent, onProgress, retry, headers, poll } = options;
  for (const [name, value] of Object.entries({ createsPerSecond, timeoutMs, deadlineMs }))
    checkPositive(name, value ?? Infinity);
  if (stopOnError !== undefined && typeof stopOnError !== "boolean")
    throw new ConfigurationError("stopOnError must be true or false.");
  for (const [name, callback] of Object.entries({ onEvent, onProgress }))
    if (callback !== undefined && typeof callback !== "function")
      throw new ConfigurationError(`${name} must be a function.`);
  for (const [name, value] of Object.entries({ signal, stopSignal }))
    if (value !== undefined && typeof value?.addEventListener !== "function")
      throw new ConfigurationError(`${name}: expected an AbortSignal, got ${kindOf(value)}.`);
  resolveRetry(retry);
  checkHeaders(headers);
  resolvePollOptions(poll);
  const methods = [journal?.claim, journal?.created, journal?.released];
  if (journal !== undefined && !methods.every((method) => typeof method === "function"))
    throw new ConfigurationError("journal must have the methods claim, created and released.");
}

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

/** An input whose call exists, or that has failed before. */
interface Submitted {
  item: Item;
  call?: Call;
  outcome?: Outcome | undefined;
}

interface Call {
  callId: string;
  /** Undefined for a call that the journal knew. */
  createdAtMs?: number | undefined;
}

/** How a step is tried again. */
interface Patience {
  index: number;
  limits: Limits;
  stage: FlowStage;
  /** Failures after which it is tried again, besides those of an outage. */
  isRepeatable?: (error: unknown) => boolean;
}

/** What a journal knows a recording and its call by. */
interface Identity {
  key: string;
  recording: ClaimedRecording;
  /** With the address that is not known yet. */
  call: CallFields;
}

/** What an input waits with that was not started when the batch stopped. */
const notStarted = Symbol("not started");

class Batch {
  readonly #sdk: CallAnalysis;
  readonly #inputs: Inputs;
  readonly #options: BatchOptions;
  readonly #gate: Gate;
  readonly #polling = new AdaptivePolling();
  /** Whether `poll` sets the pauses. */
  readonly #hasPauses: boolean;
  /** The read of each category. */
  readonly #categories = new Map<string, Promise<unknown>>();
  /** The creations under way by their keys: equal inputs share one. */
  readonly #underWay = new Map<string, { identity: Identity; call: Promise<Call> }>();
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
    this.#gate = new Gate(options, {
      limits: startLimits({ signal: this.#stopped.signal }),
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
      checkNames("input", input ?? null, inputNames);
      // A field that is refused is reported before a byte is sent.
      const call = fieldsOf(input, "not known yet");
      return { item, call: await (this.#options.journal ? this.#createJournaled(item, call) : this.#create(item)) };
    } catch (error) {
      return { item, outcome: this.#failed(item, error) };
    } finally {
      await releaseSource(input?.file);
    }
  }

  async #createJournaled(item: Item, call: CallFields): Promise<Call> {
    const identity = await this.#identify(item, call);
    const { key } = identity;
    item.key = key;
    const other = this.#underWay.get(key);
    if (other) {
      if (!isSame(identity, other.identity))
        throw new JournalError(`The key ${JSON.stringify(key)} stands for another input of this batch.`);
      return other.call;
    }
    const created = this.#findOrCreate(item, identity).finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, { identity, call: created });
    return created;
  }

  #identify({ input, limits }: Item, call: CallFields): Promise<Identity> {
    const { file, filename, contentType, key } = input;
    const read = async (signal: AbortSignal): Promise<Identity> => {
      const recording = await openRecording(file, { filename, contentType });
      if (!recording.isRepeatable && key === undefined)
        throw new ConfigurationError(
          "key is missing: with a journal, a { stream } needs your own key. Or pass { open, sizeBytes }.",
        );
      const digest = await digestOf(recording, signal);
      const claimed = { name: recording.filename, sizeBytes: recording.sizeBytes, ...(digest && { digest }) };
      return { key: key ?? (await keyOfRecording(digest ?? "", call)), recording: claimed, call };
    };
    return runUntil(read, { limits, stopped: () => endedBy(limits, "Reading the recording for its key") });
  }

  /** @throws {JournalError} whose cause is what the journal has thrown */
  async #askJournal<T>({ limits }: Item, ask: (signal: AbortSignal) => T | Promise<T>): Promise<T> {
    try {
      const stopped = () => endedBy(limits, "Asking the journal");
      return await runUntil(async (signal) => ask(signal), { limits, stopped });
    } catch (error) {
      if (CallAnalysisError.is(error)) throw error;
      throw new JournalError("The journal failed, and nothing was sent. See `cause`.", {
        cause: new Redactor().cause(error),
      });
    }
  }

  /** What a journal compares with what the key stood for. */
  #journaled({ call, recording }: Identity, publicUrl?: string): JournaledInput {
    const { audio_url, ...fields } = call;
    return { baseUrl: this.#sdk.baseUrl, call: publicUrl ? { ...fields, audio_url: publicUrl } : fields, recording };
  }

  async #findOrCreate(item: Item, identity: Identity): Promise<Call> {
    const { journal } = this.#options as { journal: BatchJournal };
    const { key, call, recording } = identity;
    const known = await this.#askJournal(item, () => journal.find?.(key, this.#journaled(identity)));
    const audio_url = known?.audio_url;
    if (known?.state === "created" || known?.state === "skipped") {
      // It compares the input with what the key stands for.
      const options = { recreate: false, baseUrl: this.#sdk.baseUrl, call: { ...call, audio_url: audio_url ?? "" } };
      const claim = await this.#askJournal(item, (signal) => journal.claim(key, { ...options, recording, signal }));
      if (claim.status === "created") {
        const { callId } = claim;
        this.#emit(item, { type: "created", callId, resume: pollToken(this.#sdk.baseUrl, callId) });
        return { callId };
      }
      if (claim.status === "skipped")
        throw new JournalError("The journal says that this input is to be skipped.", { code: "skipped" });
      if (claim.status === "claimed") await this.#askJournal(item, () => journal.released(key));
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
    if (identity) {
      const input = this.#journaled(identity, publicUrl);
      await this.#askJournal(item, () => this.#options.journal?.uploaded?.(identity.key, publicUrl, input));
    }
    return this.#createOf(item, publicUrl, identity);
  }

  /** Once for each category, before its first upload: a wrong one would be found after the uploads of a whole night. */
  async #readCategory({ input: { categoryId }, index, limits }: Item): Promise<void> {
    const read = () => this.#sdk.categories.get(categoryId, this.#requestOptions());
    const wait = { index, limits: this.#gate.limits, stage: "grant" } as const;
    const reading = this.#categories.get(categoryId) ?? this.#patiently(wait, read);
    this.#categories.set(categoryId, reading);
    reading.catch((error: unknown) => NotFoundError.is(error) || this.#categories.delete(categoryId));
    await runUntil(() => reading, { limits, stopped: () => endedBy(limits, "Reading the category") });
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
    return isStream ? upload() : this.#patiently(item, upload);
  }

  /** Creates the call of an uploaded recording. */
  async #createOf(item: Item, audio_url: string, identity: Identity | undefined): Promise<Call> {
    const { input, limits, index } = item;
    const { retry, journal } = this.#options;
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
        ...(journal && identity && { journal: withRecording(journal, identity.recording), key: identity.key }),
      });
    };
    const turn = { index, limits, categoryId: input.categoryId, wasSent: () => wasSent };
    const { callId } = await this.#patiently({ index, limits, stage: "create" }, () => this.#gate.create(turn, post));
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
      const leftMs = poll?.timeoutMs !== undefined && { timeoutMs: Math.max(poll.timeoutMs - ageMs(), 0) };
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
    const isTooEarly = (error: unknown) => NotFoundError.is(error) && ageMs() < notFoundGraceMs;
    return this.#patiently({ ...item, isRepeatable: isTooEarly }, waitOnce);
  }

  /**
   * Tries a step again that failed for want of a service: for ten minutes at no cost, then as often as the retry policy says.
   *
   * @param work calls its argument when the service has answered
   */
  async #patiently<T>(patience: Patience, work: (onAnswer: () => void) => Promise<T>): Promise<T> {
    const { index, limits, stage, isRepeatable } = patience;
    const { maxAttempts, initialDelayMs, maxDelayMs, maxRetryAfterMs } = resolveRetry(this.#options.retry);
    let failures = 0;
    let usedAttempts = 0;
    let sinceMs = 0;
    for (;;) {
      try {
        return await work(() => {
          failures = 0;
        });
      } catch (error) {
        const nowMs = performance.now();
        failures += 1;
        if (failures === 1) [sinceMs, usedAttempts] = [nowMs, 0];
        const patientMs = sinceMs + patienceMs - nowMs;
        if (patientMs <= 0) usedAttempts += 1;
        if (this.#options.retry === false || !(isTemporary(error) || isRepeatable?.(error))) throw error;
        const askedMs = askedPauseMs(error) ?? 0;
        if (usedAttempts >= maxAttempts || askedMs > (patientMs > 0 ? patienceMs : maxRetryAfterMs)) {
          this.#gate.giveUp(error, sinceMs);
          throw error;
        }
        const pauseMs = askedMs || Math.min(initialDelayMs * 2 ** (failures - 1), maxDelayMs);
        this.#emit({ index }, { type: "retrying", stage, attempt: failures, pauseMs, error });
        // The gate holds all creations back together.
        if (stage !== "create") await delay(pauseMs, limits, "The input", { cause: error });
      }
    }
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
    const message = `The batch stopped: ${why} ${which} The same call finishes later; with a journal it creates nothing twice.`;
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
    try {
      // A promise of it that is rejected must not end the process.
      Promise.resolve(this.#options.onEvent?.({ ...event, index })).catch(() => {});
    } catch {
      // An error of the caller's own code.
    }
  }
}

/** Whether it says that the service cannot be reached, or is busy: the same may succeed later. */
function isTemporary(error: unknown): boolean {
  if (!CallAnalysisError.is(error) || !error.isRetryable || PollTimeoutError.is(error)) return false;
  if (TimeoutError.is(error)) return error.kind === "attempt";
  // The attempts of the upload were enough for a store that refuses the recording.
  return !UploadError.is(error) || error.status === undefined || error.status === 429 || error.status >= 500;
}

function fieldsOf(
  { file, filename, contentType, key, ...fields }: BatchInput<object | null>,
  audio_url: string,
): CallFields {
  return callFieldsOf({ ...fields, audio_url });
}

/** Whether two inputs with one key are the same recording, of the same member and category. */
function isSame(one: Identity, other: Identity): boolean {
  const { memberId, categoryId } = one.call;
  const isSameCall = memberId === other.call.memberId && categoryId === other.call.categoryId;
  return isSameCall && one.recording.digest === other.recording.digest;
}

/** A flow removes a temporary file at its end; a batch may need it for another attempt. */
function kept(file: RecordingSource): RecordingSource {
  if (!("close" in Object(file))) return file;
  const { path, filename, contentType, sizeBytes } = file as TemporaryRecording;
  return { path, filename, contentType, sizeBytes, close: async () => {} };
}

/** The journal, which is told of the recording too: the flow creates the call of a hosted one. */
function withRecording(journal: Journal, recording: ClaimedRecording): Journal {
  return {
    claim: (key, options) => journal.claim(key, { ...options, recording }),
    created: (key, callId) => journal.created(key, callId),
    released: (key) => journal.released(key),
    uncertain: async (key) => journal.uncertain?.(key),
  };
}

function onAbort(signal: AbortSignal | undefined, run: () => void): () => void {
  if (signal?.aborted) run();
  signal?.addEventListener("abort", run);
  return () => signal?.removeEventListener("abort", run);
}

/** The pauses after a creation that ended uncertain, before the read: 5 s, 20 s, then a minute. In milliseconds. */
const firstReadPauseMs = 5_000;
const readPauseGrowth = 4;
const longestTryPauseMs = 60_000;

/** Longest pause between two reads of a service that does not answer, in milliseconds. */
const longestReadPauseMs = 30_000;

/** `setTimeout` fires at once for more than this. */
const longestTimerMs = 2 ** 31 - 1;

/** Why a batch stops by itself. */
interface StopReason {
  error: unknown;
  why: string;
}

interface GateOptions {
  /** Of the batch. */
  limits: Limits;
  /** Reads the service. */
  read: (categoryId: string) => Promise<unknown>;
  /** Called when nothing starts any more. */
  onStop: () => void;
}

interface Turn {
  /** Of the input: the first one goes first, also when it was refused before. */
  index: number;
  limits: Limits;
  categoryId: string;
  /** Whether the creation left: a journal may know the call already. */
  wasSent: () => boolean;
}

/**
 * Decides when uploads and creations start. Three rules: creations are evenly spaced; one that the service did not process
 * holds all of them back; and after one that ended uncertain nothing starts until the service can be read (the breaker).
 * After each, one goes first, and each success lets one more be under way.
 */
class Gate {
  readonly limits: Limits;
  stopReason: StopReason | undefined;
  readonly #options: BatchOptions & GateOptions;
  readonly #intervalMs: number;
  readonly #waiting = new Set<() => void>();
  /** The inputs that wait for their creation. */
  readonly #queue = new Set<number>();
  readonly #running = { upload: 0, create: 0 };
  readonly #most = { upload: Infinity, create: Infinity };
  /** No creation starts earlier. */
  #nextMs = 0;
  #pauseMs = 0;
  #isBreakerOpen = false;
  /** Tries in a row that ended uncertain; undefined when the last creation did not. */
  #uncertainTries: number | undefined;
  /** Creations are counted as they start: one that started before a failure says nothing of the time after it. */
  #starts = 0;
  #lastHeld = 0;
  #lastUncertain = 0;
  #lastSuccessMs = -Infinity;

  constructor(options: BatchOptions, gate: GateOptions) {
    this.#options = { ...options, ...gate };
    this.limits = gate.limits;
    this.#intervalMs = 1_000 / (options.createsPerSecond ?? Infinity);
  }

  async upload<T>(limits: Limits, upload: () => Promise<T>): Promise<T> {
    await this.#turn("upload", limits);
    try {
      const result = await upload();
      this.#lastSuccessMs = performance.now();
      return result;
    } finally {
      this.#running.upload -= 1;
      this.#wake();
    }
  }

  async create<T>({ index, limits, categoryId, wasSent }: Turn, create: () => Promise<T>): Promise<T> {
    this.#queue.add(index);
    try {
      await this.#turn("create", limits, index);
    } finally {
      this.#queue.delete(index);
      this.#wake();
    }
    this.#starts += 1;
    const start = this.#starts;
    try {
      const result = await create();
      if (wasSent()) this.#succeeded(start);
      return result;
    } catch (error) {
      if (wasSent()) this.#failed(error, { start, categoryId });
      throw error;
    } finally {
      this.#running.create -= 1;
      this.#wake();
    }
  }

  /** Stops the batch after a failure, unless others have succeeded meanwhile. */
  giveUp(error: unknown, sinceMs: number): void {
    if (this.#lastSuccessMs < sinceMs) this.#stop({ error, why: "the service took nothing for ten minutes." });
  }

  /** Waits until one may start, and counts it. */
  async #turn(kind: "upload" | "create", limits: Limits, index = 0): Promise<void> {
    for (;;) {
      if (limits.signal?.aborted) throw endedBy(limits, `The ${kind === "upload" ? kind : "creation"}`);
      if (this.stopReason) throw notStarted;
      const isFirst = kind === "upload" || index === Math.min(...this.#queue);
      const isFree = isFirst && !this.#isBreakerOpen && this.#running[kind] < this.#most[kind];
      const pauseMs = kind === "create" ? this.#nextMs - performance.now() : 0;
      if (isFree && pauseMs <= 0) break;
      await this.#change(limits, isFree ? pauseMs : Infinity);
    }
    this.#running[kind] += 1;
    if (kind === "create") this.#nextMs = Math.max(this.#nextMs, performance.now()) + this.#intervalMs;
  }

  #change({ signal }: Limits, withinMs: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#waiting.delete(end);
        signal?.removeEventListener("abort", end);
        resolve();
      };
      const timer = withinMs === Infinity ? undefined : setTimeout(end, Math.min(Math.ceil(withinMs), longestTimerMs));
      this.#waiting.add(end);
      signal?.addEventListener("abort", end);
    });
  }

  #wake(): void {
    for (const end of [...this.#waiting]) end();
  }

  #succeeded(start: number): void {
    this.#lastSuccessMs = performance.now();
    if (start <= Math.max(this.#lastHeld, this.#lastUncertain)) return;
    this.#pauseMs = 0;
    this.#uncertainTries = undefined;
    this.#most.upload += 1;
    this.#most.create += 1;
  }

  #failed(error: unknown, { start, categoryId }: { start: number; categoryId: string }): void {
    if (SubmissionUncertainError.is(error)) {
      if (start > this.#lastUncertain) this.#openBreaker(error, categoryId);
      return;
    }
    // An answer, whatever it says, ends the row of uncertain tries.
    if (ApiError.is(error) && start > this.#lastUncertain) this.#uncertainTries = undefined;
    if (isTemporary(error)) this.#holdBack(error, start);
  }

  #holdBack(error: unknown, start: number): void {
    if (start > this.#lastHeld) {
      this.#lastHeld = this.#starts;
      this.#most.create = 1;
      const { initialDelayMs, maxDelayMs } = resolveRetry(this.#options.retry);
      this.#pauseMs = Math.min(Math.max(this.#pauseMs * 2, initialDelayMs), maxDelayMs);
    }
    const pauseMs = Math.min(askedPauseMs(error) || this.#pauseMs, patienceMs);
    this.#nextMs = Math.max(this.#nextMs, performance.now() + pauseMs);
  }

  #openBreaker(error: SubmissionUncertainError, categoryId: string): void {
    const tries = this.#uncertainTries === undefined ? 0 : this.#uncertainTries + 1;
    this.#uncertainTries = tries;
    this.#lastUncertain = this.#starts;
    if (tries >= (this.#options.stopAfterUncertain ?? 3)) {
      this.#stop({ error, why: `${tries} creations in a row ended uncertain, each after a read that succeeded.` });
      return;
    }
    this.#isBreakerOpen = true;
    void this.#closeBreaker(categoryId, Math.min(firstReadPauseMs * readPauseGrowth ** tries, longestTryPauseMs));
  }

  /** Closes the breaker once a read of the service has succeeded, or stops the batch. */
  async #closeBreaker(categoryId: string, firstPauseMs: number): Promise<void> {
    const giveUpAtMs = performance.now() + patienceMs;
    try {
      for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestReadPauseMs)) {
        await delay(pauseMs, this.limits, "The read of the service");
        const failure = await this.#options.read(categoryId).then(
          () => undefined,
          (error: unknown) => ({ error }),
        );
        if (!failure) break;
        if (!isTemporary(failure.error) || performance.now() >= giveUpAtMs) throw failure.error;
      }
    } catch (error) {
      this.#stop({ error, why: "after a creation that ended uncertain, the service could not be read." });
      return;
    }
    this.#isBreakerOpen = false;
    this.#most.upload = 1;
    this.#most.create = 1;
    this.#wake();
  }

  #stop(reason: StopReason): void {
    this.stopReason ??= reason;
    this.#options.onStop();
    this.#wake();
  }
}

interface ParallelOptions<In, Out> {
  /** At most so many are under way, or finished and not taken: a slow caller holds the source back. */
  limit: number;
  /** Nothing more is read once it is aborted. */
  until?: AbortSignal;
  /** Must not fail. Without a result nothing is yielded. */
  work: (item: In) => Promise<Out | undefined>;
}

/**
 * Works on items as they come, several at once, and yields each result when it is there.
 *
 * @throws what the source has thrown, after all results
 */
async function* inParallel<In, Out>(
  source: AsyncGenerator<In, void, void>,
  { limit, until, work }: ParallelOptions<In, Out>,
): AsyncGenerator<Out, void, void> {
  const results: Out[] = [];
  const running = new Set<Promise<void>>();
  let isReading = false;
  let isOver = false;
  let failure: { error: unknown } | undefined;
  let wake = () => {};
  const isClosed = () => isOver || until?.aborted === true;
  const readNext = async () => {
    if (isClosed() || isReading || running.size + results.length >= limit) return;
    isReading = true;
    try {
      const { value, done } = await source.next();
      if (done) isOver = true;
      else start(value);
    } catch (error) {
      failure = { error };
      isOver = true;
    }
    isReading = false;
    wake();
    void readNext();
  };
  const start = (item: In) => {
    const job: Promise<void> = work(item).then((result) => {
      if (result !== undefined) results.push(result);
      running.delete(job);
      wake();
      void readNext();
    });
    running.add(job);
  };
  const unlink = onAbort(until, () => wake());
  try {
    for (;;) {
      const result = results.shift();
      void readNext();
      if (result !== undefined) yield result;
      else if (isClosed() && running.size === 0) break;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
    if (failure) throw failure.error;
  } finally {
    unlink();
    await Promise.all(running);
    const closing = source.return().catch(() => {});
    // A source that waits for its next item must not hold up the end.
    if (!isReading) await closing;
  }
}
