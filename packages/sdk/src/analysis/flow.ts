/**
 * The flow from a recording to its analysis: upload → create → wait. Each step applies limits, emits events and saves
 * tokens.
 */
import type { AnalysisSnapshot, CallInput, CompletedCall, CreatedCall, UserDefinedFields } from "../contract/types.js";
import type { FlowStage, ResumeToken } from "../errors/call-analysis-error.js";
import { ConfigurationError } from "../errors/request-errors.js";
import { atStage, FlowContext, type FlowDependencies, itemsAtStage } from "../flow/flow-context.js";
import type { OnEvent } from "../flow/flow-events.js";
import { type Deadline, withinLimits } from "../http/deadline.js";
import {
  checkHeaders,
  checkPositive,
  checkSignal,
  type RequestOptions,
  resolveRetry,
} from "../http/request-options.js";
import { pathParameter } from "../http/serialize.js";
import { now } from "../http/timers.js";
import { createCall } from "../resources/call-requests.js";
import type { OnProgress } from "../upload/progress.js";
import { type UploadedRecording, uploadRecording } from "../upload/put.js";
import type { RecordingOptions, RecordingSource } from "../upload/source.js";
import { type CallFields, callFieldsWithoutUrl } from "./call-fields.js";
import { type PollDependencies, statusChanges, waitForAnalysis } from "./poll.js";
import { type LearnedPauses, type PollOptions, resolvePollOptions } from "./poll-options.js";
import { createToken, pollToken, tokenAfterCreate, tokenAfterWait } from "./resume.js";

/** What every flow takes: `deadlineMs` bounds the whole of it, `timeoutMs` and `retry` each request. */
export interface FlowOptions extends Omit<RequestOptions, "onRetry"> {
  /** Called while the recording is uploaded: once at 0, at least once a MiB, and at the end. */
  onProgress?: OnProgress | undefined;
  /** Longest time of one PUT, in milliseconds; `timeoutMs` is the longest time without progress. @default none */
  uploadTimeoutMs?: number | undefined;
  /** Called at each stage. */
  onEvent?: OnEvent | undefined;
  /** How the analysis is waited for. */
  poll?: Partial<PollOptions> | undefined;
}

/** The options of a flow inside a batch. */
export interface BatchFlowOptions extends FlowOptions {
  /** Stores each token before the flow goes on. */
  saveCheckpoint?: ((token: ResumeToken) => Promise<void>) | undefined;
  /** How long 429s use up no attempts of a request, in milliseconds. @default 0 */
  throttleTimeoutMs?: number | undefined;
  /** A deadline that has begun already; replaces `deadlineMs`. */
  deadline?: Deadline | undefined;
  /** Pauses learned from the batch's calls. */
  learned?: LearnedPauses | undefined;
}

/** A recording, and the fields of the call that is created from it. */
export interface AnalyzeFileInput<Udfs = UserDefinedFields>
  extends RecordingOptions,
    Omit<CallInput, "audio_url" | "udfs"> {
  file: RecordingSource;
  udfs?: Udfs | undefined;
}

/** A call that was created from an uploaded recording. */
export interface SubmittedCall extends CreatedCall {
  recording: UploadedRecording;
}

/** One run of a flow, or of some of its steps. */
export class Flow {
  readonly #dependencies: FlowDependencies;
  readonly #options: BatchFlowOptions;
  readonly #context: FlowContext;
  readonly #poll: PollOptions;
  #createdAtMs: number | undefined;

  /** @throws {ConfigurationError} for a bad limit, before anything is sent */
  constructor(dependencies: FlowDependencies, options: BatchFlowOptions = {}) {
    this.#poll = checkFlowOptions(options);
    this.#dependencies = dependencies;
    this.#options = options;
    this.#context = new FlowContext(options);
  }

  /** Uploads a recording and creates its call. */
  async submit(input: AnalyzeFileInput<unknown>): Promise<SubmittedCall> {
    checkInput(input);
    const { file, filename, contentType, ...fields } = input;
    // A bad field is reported before a byte is sent.
    const checked = callFieldsWithoutUrl(fields);
    const recording = await this.upload(file, { filename, contentType });
    const { publicUrl, sizeBytes } = recording;
    const call = { ...checked, audio_url: publicUrl };
    const resume = createToken(call, false);
    await this.#saveCheckpoint("create", resume);
    this.#context.emit({ type: "uploaded", publicUrl, sizeBytes, resume });
    return { ...(await this.create(call)), recording };
  }

  async upload(source: RecordingSource, { filename, contentType }: RecordingOptions): Promise<UploadedRecording> {
    const { onProgress, uploadTimeoutMs } = this.#options;
    const options = { context: this.#context, filename, contentType, onProgress, uploadTimeoutMs };
    return uploadRecording(this.#dependencies, source, options);
  }

  async create(call: CallFields): Promise<CreatedCall> {
    const created = await atStage(
      "create",
      () => this.#create(call),
      (error) => tokenAfterCreate(call, error),
    );
    this.#createdAtMs = now();
    const { callId, status } = created;
    const resume = pollToken(callId);
    await this.#saveCheckpoint("poll", resume);
    this.#context.emit({ type: "created", callId, status, resume });
    return created;
  }

  async #create(call: CallFields): Promise<CreatedCall> {
    const options = this.#context.requestOptions("create");
    // A process that dies from here on cannot know whether the call was created.
    const resume = createToken(call, true);
    await this.#save(resume);
    this.#context.emit({ type: "creating", resume });
    return createCall(this.#dependencies.http, call, options);
  }

  async wait(callId: string): Promise<CompletedCall> {
    const wait = async () => waitForAnalysis(callId, this.#pollDependencies(callId));
    const completed = await atStage("poll", wait, tokenAfterWait(callId));
    this.#context.emit({ type: "completed", callId, status: completed.status });
    return completed;
  }

  /** A snapshot for each status, until the analysis is there. */
  watch(callId: string): AsyncGenerator<AnalysisSnapshot, void, void> {
    const changes = statusChanges(callId, this.#pollDependencies(callId));
    return itemsAtStage("poll", changes, tokenAfterWait(callId));
  }

  /** @throws {ConfigurationError} for a bad callId, before the first pause */
  #pollDependencies(callId: string): PollDependencies {
    pathParameter("callId", callId);
    const { http, log } = this.#dependencies;
    const { learned } = this.#options;
    return { http, log, context: this.#context, options: this.#poll, createdAtMs: this.#createdAtMs, learned };
  }

  async #saveCheckpoint(stage: FlowStage, token: ResumeToken): Promise<void> {
    await atStage(
      stage,
      () => this.#save(token),
      () => token,
    );
  }

  async #save(token: ResumeToken): Promise<void> {
    const { saveCheckpoint } = this.#options;
    const { signal, deadline } = this.#context;
    if (saveCheckpoint)
      await withinLimits(() => saveCheckpoint(token), { what: "Writing the journal", signal, deadline });
  }
}

/**
 * Checks the options of the whole flow.
 *
 * @throws {ConfigurationError} that names the option
 */
export function checkFlowOptions(options: Omit<FlowOptions, "onEvent" | "onProgress">): PollOptions {
  const { signal, headers, retry, timeoutMs, deadlineMs, uploadTimeoutMs, poll } = options;
  checkSignal(signal);
  checkHeaders(headers);
  resolveRetry(retry);
  if (timeoutMs !== undefined) checkPositive("timeoutMs", timeoutMs);
  if (deadlineMs !== undefined) checkPositive("deadlineMs", deadlineMs);
  if (uploadTimeoutMs !== undefined) checkPositive("uploadTimeoutMs", uploadTimeoutMs);
  return resolvePollOptions(poll);
}

/** @throws {ConfigurationError} when there is no object to take fields from */
export function checkInput(input: unknown): void {
  if (typeof input === "object" && input !== null) return;
  throw new ConfigurationError("The input must be an object with file, memberId and categoryId.");
}
