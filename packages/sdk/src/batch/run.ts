/**
 * The steps of each input of a batch. `run()` reads the input's category, uploads the recording, creates the call, and
 * waits for the analysis.
 */

import type { BatchWaitOptions } from "../calls.js";
import type { CallAnalysis } from "../client.js";
import { AbortError, ApiError, JournalError, NotFoundError, type ResumeToken } from "../errors.js";
import { type FlowEvent, stagedError } from "../flow/run.js";
import { createToken, pollToken } from "../flow/token.js";
import { endedBy, type Limits, onAbort, runSafely, runWithin, startLimits, unlimited } from "../request/limits.js";
import { ignoreFailure } from "../request/log.js";
import { defaultRetryPolicy, type Retry } from "../request/retry.js";
import type { UploadProgress } from "../upload/progress.js";
import { releaseSource } from "../upload/source.js";
import { AdaptivePolling } from "./adaptive-polling.js";
import { type JournalEntry, journalEntry } from "./batch-journal.js";
import { type BatchInput, type BatchOptions, type BatchOutcome, copyOf, type InputCopy } from "./batch-options.js";
import { type Call, Gate, notStarted, patienceMs } from "./gate.js";
import { inParallel } from "./in-parallel.js";

/** How long create requests in flight may take to finish after a graceful stop, in milliseconds. */
const graceMs = 8_000;

/** How long the source of the inputs may take to end, in milliseconds. */
const closingMs = 1_000;

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
  /** From the upload to the call. A later one would create the call again. */
  resume?: ResumeToken | undefined;
  /** The input's call, or its outcome if there is no call. */
  call?: Call;
  outcome?: Outcome | undefined;
}

type CheckedItem = Item & InputCopy & { entry?: JournalEntry };

/** One run of a batch. */
export class Batch {
  readonly #sdk: CallAnalysis;
  readonly #inputs: Inputs;
  readonly #options: BatchOptions;
  readonly #gate: Gate;
  readonly #polling = new AdaptivePolling();
  /** The pending or finished read of each category. */
  readonly #categories = new Map<string, Promise<unknown>>();
  /** The inputs in flight, by their keys in the journal. Equal inputs share one call. */
  readonly #shared = new Map<string, { identity: string; call: Promise<Call> }>();
  /** Aborted when uploads and waits must end. */
  readonly #stopped = new AbortController();
  /** Aborted when create requests must end, too. */
  readonly #ended = new AbortController();
  /** Only after a graceful stop. */
  #graceTimer: ReturnType<typeof setTimeout> | undefined;
  #taken = 0;

  constructor(sdk: CallAnalysis, inputs: Inputs, options: BatchOptions) {
    const { timeoutMs, deadlineMs, retry, headers, poll } = options;
    this.#sdk = sdk.withOptions({ timeoutMs, deadlineMs, retry, headers, poll });
    this.#inputs = inputs;
    this.#options = options;
    this.#gate = new Gate(this.#sdk, options, { ...unlimited, signal: this.#stopped.signal });
  }

  async *run(): AsyncGenerator<Outcome, void, void> {
    const { concurrency = 4, pollConcurrency = 100, signal, stopSignal, journal } = this.#options;
    const unlink = [
      onAbort(signal, () => this.#end(signal?.reason)),
      ...[stopSignal, journal?.closed].map((by) => onAbort(by, () => this.#stop(by?.reason))),
    ];
    const items = this.#items();
    const submitted = inParallel(items, {
      limit: concurrency,
      until: this.#gate.closed.signal,
      work: (item) => this.#submit(item),
    });
    const outcomes = inParallel(submitted, { limit: pollConcurrency, work: (item) => this.#finish(item) });
    let started = 0;
    try {
      // Not `yield*`: when the loop is left, it would first wait for the inputs in flight.
      for (;;) {
        const { done, value } = await outcomes.next();
        if (done) break;
        started += 1;
        yield value;
      }
      if (signal?.aborted) throw endedBy({ ...unlimited, signal }, "The batch");
      const { outage } = this.#gate;
      if (outage && !this.#graceTimer) {
        const { length } = Object(this.#inputs);
        const count = length === undefined ? `started: ${started}` : `not started: ${length - started}`;
        outage.message = `An outage stopped the batch. Inputs ${count}. Run it again later. Without a journal, calls would be created twice. ${outage.message}`;
        throw outage;
      }
    } finally {
      for (const end of unlink) end();
      this.#end();
      await outcomes.return();
      await submitted.return();
      // The inputs may wait for their next one, or not end.
      await runSafely(() => items.return(), { limits: unlimited, timeoutMs: closingMs, onFailure() {} });
      // The streams of inputs that are not started any more.
      const left = Array.isArray(this.#inputs) ? this.#inputs.slice(this.#taken) : [];
      for (const input of left) await releaseSource(input?.file);
    }
  }

  /** Ends everything at once. */
  #end(reason?: unknown): void {
    clearTimeout(this.#graceTimer);
    for (const controller of [this.#gate.closed, this.#stopped, this.#ended]) controller.abort(reason);
  }

  /** Ends everything except create requests in flight. */
  #stop(reason: unknown): void {
    if (this.#stopped.signal.aborted) return;
    this.#gate.closed.abort();
    this.#stopped.abort(reason);
    this.#graceTimer = setTimeout(() => this.#ended.abort(reason), graceMs);
  }

  /** Yields the inputs, one at a time. */
  async *#items(): AsyncGenerator<Item, void, void> {
    for await (const input of this.#inputs) {
      const index = this.#taken;
      this.#taken += 1;
      if (this.#gate.closed.signal.aborted) {
        // It came too late.
        await releaseSource(input?.file);
        return;
      }
      const limits = startLimits({ signal: this.#stopped.signal }, this.#sdk.deadlineMs);
      yield { index, input, limits };
      if (index % inputsPerTurn === inputsPerTurn - 1) await new Promise((resolve) => setTimeout(resolve));
    }
  }

  /** Finds or creates the call of an input. */
  async #submit(item: Item): Promise<Item> {
    const file = item.input?.file;
    const { journal } = this.#options;
    try {
      const checked: CheckedItem = Object.assign(item, copyOf(item.input));
      const entry = journal && (await journalEntry(journal, checked, this.#sdk.baseUrl));
      if (entry) Object.assign(checked, { entry, key: entry.key });
      item.call = await (entry ? this.#share(entry, () => this.#findOrCreate(checked)) : this.#create(checked));
    } catch (error) {
      this.#gate.giveUp(error);
      item.outcome = this.#failed(item, error);
    } finally {
      await releaseSource(file);
    }
    return item;
  }

  /** @throws {JournalError} for a key that belongs to another input of this batch */
  #share({ key, identity }: JournalEntry, create: () => Promise<Call>): Promise<Call> {
    const other = this.#shared.get(key);
    if (other && identity !== other.identity)
      throw new JournalError(`Two different inputs have the key ${JSON.stringify(key)}. Use different keys.`);
    const call = other?.call ?? create().finally(() => this.#shared.delete(key));
    this.#shared.set(key, { identity, call });
    return call;
  }

  async #findOrCreate(item: CheckedItem): Promise<Call> {
    const { callId, audio_url } = (await item.entry?.find()) ?? {};
    if (callId !== undefined) {
      this.#emit(item, { type: "created", callId, resume: pollToken(this.#sdk.baseUrl, callId) });
      return { callId };
    }
    try {
      if (audio_url !== undefined) return await this.#createOf(item, audio_url);
    } catch (error) {
      // The upload of an earlier run may have expired.
      if (!ApiError.is(error) || ![400, 404, 410, 422].includes(error.status)) throw error;
      item.resume = undefined;
    }
    return this.#create(item);
  }

  /** Uploads the recording of an input, and creates its call. */
  async #create(item: CheckedItem): Promise<Call> {
    const { file, filename, contentType, index, limits } = item;
    const { categoryId } = item.fields;
    const { onProgress, retry } = this.#options;
    // Once for each category: a wrong one would be found after the uploads of a whole night.
    const reading = this.#categories.get(categoryId) ?? this.#gate.read(categoryId);
    this.#categories.set(categoryId, reading);
    reading.catch((error: unknown) => NotFoundError.is(error) || this.#categories.delete(categoryId));
    await runWithin(limits, "Reading the category", () => reading);
    // An upload outlasts an outage, if neither the batch nor the client sets the attempts.
    const isSet = Object(retry).maxAttempts || this.#sdk.retry.maxAttempts !== defaultRetryPolicy.maxAttempts;
    await this.#gate.turn(limits);
    const { publicUrl, sizeBytes } = await this.#sdk.calls.upload(file, {
      signal: limits.signal,
      retry: isSet ? undefined : { maxAttempts: patientAttempts, maxRetryAfterMs: patienceMs },
      filename,
      contentType,
      onEvent: (event: FlowEvent) => this.#emit(item, event),
      onProgress: onProgress && ((progress: UploadProgress) => onProgress({ ...progress, index })),
    });
    return this.#createOf(item, publicUrl, sizeBytes);
  }

  /** Creates the call of an uploaded recording. `sizeBytes` is missing if an earlier run uploaded it. */
  async #createOf(item: CheckedItem, publicUrl: string, sizeBytes?: number): Promise<Call> {
    const { fields, limits, entry } = item;
    const call = { ...fields, audio_url: publicUrl };
    const resume = createToken({ baseUrl: this.#sdk.baseUrl, call, uncertain: false, key: entry?.key });
    item.resume = resume;
    if (sizeBytes !== undefined) {
      this.#emit(item, { type: "uploaded", publicUrl, sizeBytes, resume });
      await entry?.uploaded(publicUrl);
    }
    const create = async (): Promise<Call> => {
      let createdAtMs: number | undefined;
      const { callId } = await this.#sdk.calls.submitUrl(call, {
        signal: this.#ended.signal,
        deadlineMs: Math.max(limits.endsAtMs - performance.now(), 1),
        // Each attempt waits for its turn.
        retry: { maxAttempts: 1 },
        onEvent: (event) => {
          if (event.type === "creating") createdAtMs = performance.now();
          this.#emit(item, event);
        },
        ...entry?.options,
      });
      return { callId, createdAtMs };
    };
    const onRetry = (again: Retry) => this.#emit(item, { type: "retrying", stage: "create", ...again });
    return this.#gate.create({ limits, categoryId: fields.categoryId, create, onRetry });
  }

  /** Waits for the analysis of an input's call. */
  async #finish(item: Item): Promise<Outcome | undefined> {
    const { call, limits } = item;
    try {
      if (!call) return item.outcome;
      item.resume = undefined;
      const { callId, createdAtMs } = call;
      const isNew = createdAtMs !== undefined;
      const ageMs = () => performance.now() - (createdAtMs ?? 0);
      // The call of an earlier run is probably completed.
      const pauses = isNew
        ? { toleratedFailures: patientAttempts, ...this.#polling.pausesOf(ageMs()) }
        : { initialDelayMs: 0 };
      const options: BatchWaitOptions = {
        signal: limits.signal,
        isNew,
        // The caller's settings take precedence.
        poll: { ...pauses, ...this.#sdk.poll },
        onEvent: (event: FlowEvent) => {
          if (event.type === "completed" && isNew) this.#polling.add(ageMs());
          this.#emit(item, event);
        },
      };
      // The user-defined fields are of the caller's type: they are not checked.
      const result = await this.#sdk.calls.waitForAnalysis<never>(callId, options);
      return { ...aboutInput(item), ok: true, result };
    } catch (error) {
      return this.#failed(item, error);
    } finally {
      limits.end();
    }
  }

  /** The outcome of a failed input. Undefined if a stop ended the input. */
  #failed(item: Item, reason: unknown): Outcome | undefined {
    const isCreationSent = AbortError.is(reason) && reason.stage === "create" && reason.requestSent;
    if (reason === notStarted || (this.#graceTimer && AbortError.is(reason) && !isCreationSent)) return undefined;
    const isSkipped = JournalError.is(reason) && reason.code === "skipped";
    if (this.#options.stopOnError && !isSkipped) this.#gate.closed.abort();
    // An error of a flow has its stage already.
    const error = stagedError(reason, item.resume ? "create" : "grant", item.resume);
    return { ...aboutInput(item), ok: false, error };
  }

  #emit({ index }: Item, event: FlowEvent): void {
    ignoreFailure(() => this.#options.onEvent?.({ ...event, index }));
  }
}

/** The first fields of an input's outcome. */
function aboutInput({ index, input, key }: Item) {
  return { index, ...(key !== undefined && { key }), input };
}
