/** The parts that flows are made of: each a stage, with its limits, its events and its resume token. */
import type {
  AnalysisSnapshot,
  CallInput,
  CompletedCall,
  CreatedCall,
  UploadGrant,
  UploadUrlInput,
} from "../contract/types.js";
import type { FlowStage, ResumeToken } from "../errors/call-analysis-error.js";
import { callSafely } from "../http/callback.js";
import { Deadline } from "../http/deadline.js";
import type { Log } from "../http/log.js";
import type { RequestOptions } from "../http/request-options.js";
import { pathParameter } from "../http/serialize.js";
import { now } from "../http/timers.js";
import { Grants } from "../upload/grants.js";
import { ProgressReport } from "../upload/progress.js";
import { type Recording, type RecordingOptions, type RecordingSource, resolveRecording } from "../upload/source.js";
import type { UploadedRecording } from "../upload/uploaded-recording.js";
import type { CallFields } from "./call-fields.js";
import type { FlowEvent } from "./events.js";
import { type BatchFlowOptions, checkFlowOptions } from "./flow-options.js";
import { statusChanges, waitForAnalysis } from "./poll.js";
import type { PollOptions } from "./poll-options.js";
import { atStage, stagedItems } from "./stage.js";
import { createToken, pollToken, tokenAfterCreate } from "./tokens.js";
import type { WaitDependencies } from "./wait.js";

/** What flows know of the interface. */
export interface FlowDependencies {
  createUploadUrl(input: UploadUrlInput, options: RequestOptions): PromiseLike<UploadGrant>;
  put(grants: Grants, recording: Recording, options: FlowPutOptions): Promise<UploadGrant>;
  create(call: CallInput, options: RequestOptions): PromiseLike<CreatedCall>;
  getAnalysis(callId: string, options: RequestOptions): PromiseLike<AnalysisSnapshot>;
  log: Log;
}

interface FlowPutOptions extends Omit<RequestOptions, "headers"> {
  signal: AbortSignal | undefined;
  progress: ProgressReport;
  uploadTimeoutMs: number | undefined;
}

/** One run of a flow: its steps, its limits and its listeners. */
export class Flow {
  readonly #steps: FlowDependencies;
  readonly #options: BatchFlowOptions;
  readonly #deadline: Deadline;
  readonly #poll: PollOptions;
  #createdAtMs: number | undefined;

  /** @throws {ConfigurationError} for a bad limit, before anything is sent */
  constructor(steps: FlowDependencies, options: BatchFlowOptions = {}) {
    this.#poll = checkFlowOptions(options);
    this.#steps = steps;
    this.#options = options;
    this.#deadline = new Deadline(options.deadlineMs);
  }

  async upload(source: RecordingSource, hints: RecordingOptions): Promise<UploadedRecording> {
    const recording = await atStage("grant", () => resolveRecording(source, hints));
    const { filename, contentType, sizeBytes } = recording;
    const { key, publicUrl } = await atStage("upload", async () => this.#put(recording));
    return { key, publicUrl, filename, contentType, sizeBytes };
  }

  /** Tells of an upload once there is a call to make of it, so that the event can carry what goes on from it. */
  async uploaded({ publicUrl, sizeBytes }: UploadedRecording, call: CallFields): Promise<void> {
    const resume = createToken(call, false);
    await this.#keep("create", resume);
    this.#emit({ type: "uploaded", publicUrl, sizeBytes, resume });
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
    await this.#keep("poll", resume);
    this.#emit({ type: "created", callId, status, resume });
    return created;
  }

  async wait(callId: string): Promise<CompletedCall> {
    const wait = async () => waitForAnalysis(callId, this.#waitScope(callId));
    const completed = await atStage("poll", wait, () => pollToken(callId));
    this.#emit({ type: "completed", callId, status: completed.status });
    return completed;
  }

  watch(callId: string): AsyncGenerator<AnalysisSnapshot, void, void> {
    const changes = statusChanges(callId, this.#waitScope(callId));
    return stagedItems("poll", changes, () => pollToken(callId));
  }

  #put(recording: Recording): Promise<UploadGrant> {
    const { onProgress, uploadTimeoutMs } = this.#options;
    const { headers: _, ...options } = this.#requestOptions("upload");
    const progress = new ProgressReport(recording.sizeBytes, onProgress);
    let isFirst = true;
    const grants = new Grants(() => {
      // A second grant is asked for inside an attempt of the PUT, which is repeated as a whole.
      const retry = isFirst ? this.#options.retry : false;
      isFirst = false;
      return this.#askForGrant(recording, retry);
    });
    return this.#steps.put(grants, recording, { ...options, progress, uploadTimeoutMs });
  }

  async #askForGrant(recording: Recording, retry: RequestOptions["retry"]): Promise<UploadGrant> {
    const { filename, contentType, sizeBytes } = recording;
    this.#emit({ type: "granting", filename, contentType, sizeBytes });
    const ask = async () =>
      this.#steps.createUploadUrl({ filename, contentType }, { ...this.#requestOptions("grant"), retry });
    const grant = await atStage("grant", ask);
    this.#emit({ type: "uploading", filename, contentType, sizeBytes });
    return grant;
  }

  async #create(call: CallFields): Promise<CreatedCall> {
    const options = this.#requestOptions("create");
    // Whoever dies from here on cannot know whether the call was created.
    const resume = createToken(call, true);
    await this.#options.keep?.(resume);
    this.#emit({ type: "creating", resume });
    return this.#steps.create(call, options);
  }

  async #keep(stage: FlowStage, token: ResumeToken): Promise<void> {
    await atStage(
      stage,
      async () => this.#options.keep?.(token),
      () => token,
    );
  }

  #waitScope(callId: string): WaitDependencies {
    pathParameter("callId", callId);
    const { signal, onEvent, serviceTimes } = this.#options;
    const read = async ({ deadlineMs }: { deadlineMs: number }) =>
      this.#steps.getAnalysis(callId, { ...this.#requestOptions("poll"), deadlineMs, retry: false });
    const createdAtMs = this.#createdAtMs;
    const { log } = this.#steps;
    return { read, createdAtMs, poll: this.#poll, deadline: this.#deadline, signal, serviceTimes, onEvent, log };
  }

  #requestOptions(stage: FlowStage): RequestOptions & { signal: AbortSignal | undefined } {
    const { signal, timeoutMs, retry, headers } = this.#options;
    if (this.#deadline.passesWithin(0)) throw this.#deadline.error("The recording's way", { requestSent: false });
    return {
      signal,
      timeoutMs,
      retry,
      headers,
      deadlineMs: this.#deadline.asOption(),
      onRetry: (notice) => this.#emit({ type: "retrying", stage, ...notice }),
    };
  }

  #emit(event: FlowEvent): void {
    callSafely(this.#options.onEvent, event);
  }
}
