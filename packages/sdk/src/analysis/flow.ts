/** The parts that flows are made of: each a stage, with its limits, its events and its resume token. */
import type {
  AnalysisSnapshot,
  CallInput,
  CompletedCall,
  CreatedCall,
  UploadGrant,
  UploadUrlInput,
} from "../contract/types.js";
import { SubmissionUncertainError } from "../errors/flow-errors.js";
import { AbortError } from "../errors/request-errors.js";
import { ResponseValidationError } from "../errors/response-errors.js";
import type { CreateToken, PollToken, ResumeToken } from "../errors/resume-token.js";
import { callSafely } from "../http/callback.js";
import { Deadline } from "../http/deadline.js";
import type { Log } from "../http/log.js";
import { checkPositive, type RequestOptions } from "../http/request-options.js";
import type { OnProgress } from "../upload/progress.js";
import type { Recording } from "../upload/source.js";
import { type RecordingHints, type RecordingSource, resolveRecording } from "../upload/source.js";
import { type UploadedRecording, uploadRecording } from "../upload/upload.js";
import type { FlowEvent, OnEvent } from "./events.js";
import { statusChanges, waitForAnalysis } from "./poll.js";
import { type PollOptions, resolvePollOptions } from "./poll-options.js";
import { atStage } from "./stage.js";
import type { WaitScope } from "./wait.js";

/** What flows know of the interface. */
export interface FlowSteps {
  createUploadUrl(input: UploadUrlInput, options: RequestOptions): PromiseLike<UploadGrant>;
  put(grant: UploadGrant, recording: Recording, options: RequestOptions & UploadLimits): Promise<void>;
  create(call: CallInput, options: RequestOptions): PromiseLike<CreatedCall>;
  getAnalysis(callId: string, options: RequestOptions): PromiseLike<AnalysisSnapshot>;
  log: Log;
}

interface UploadLimits {
  onProgress?: OnProgress | undefined;
  uploadTimeoutMs?: number | undefined;
}

/** What every flow takes: `deadlineMs` bounds the whole of it, `timeoutMs` and `retry` each request. */
export interface FlowOptions extends Omit<RequestOptions, "onRetry">, UploadLimits {
  /** Hears of each stage. */
  onEvent?: OnEvent | undefined;
  /** How the analysis is waited for. */
  poll?: Partial<PollOptions> | undefined;
}

/** A created call, and the recording it was made of. */
export type Fields = Omit<CallInput, "date"> & { date?: string };

/** One run of a flow: its steps, its limits and its listeners. */
export class Flow {
  readonly #steps: FlowSteps;
  readonly #options: FlowOptions;
  readonly #deadline: Deadline;
  readonly #poll: PollOptions;

  /** @throws {ConfigurationError} for a bad limit, before anything is sent */
  constructor(steps: FlowSteps, options: FlowOptions = {}) {
    this.#steps = steps;
    this.#options = options;
    if (options.deadlineMs !== undefined) checkPositive("deadlineMs", options.deadlineMs);
    this.#deadline = new Deadline(options.deadlineMs);
    this.#poll = resolvePollOptions(options.poll);
  }

  async upload(source: RecordingSource, hints: RecordingHints): Promise<UploadedRecording> {
    const recording = await atStage("grant", () => resolveRecording(source, hints));
    const { filename, contentType, sizeBytes } = recording;
    return uploadRecording(recording, {
      createUploadUrl: (input) => {
        this.#emit({ type: "granting", filename, contentType, sizeBytes });
        return atStage("grant", async () => this.#steps.createUploadUrl(input, this.#requestOptions("grant")));
      },
      put: (grant) => {
        this.#emit({ type: "uploading", filename, contentType, sizeBytes });
        const { onProgress, uploadTimeoutMs } = this.#options;
        const options = { ...this.#requestOptions("upload"), onProgress, uploadTimeoutMs };
        return atStage("upload", () => this.#steps.put(grant, recording, options));
      },
    });
  }

  /** Tells of an upload once there is a call to make of it, so that the event can carry what goes on from it. */
  uploaded({ publicUrl, sizeBytes }: UploadedRecording, call: Fields): void {
    this.#emit({ type: "uploaded", publicUrl, sizeBytes, resume: createToken(call, false) });
  }

  async create(call: Fields): Promise<CreatedCall> {
    const create = async () => this.#steps.create(call, this.#requestOptions("create"));
    const created = await atStage("create", create, (error) => tokenAfterCreate(call, error));
    const { callId, status } = created;
    this.#emit({ type: "created", callId, status, resume: pollToken(callId) });
    return created;
  }

  async wait(callId: string): Promise<CompletedCall> {
    const completed = await atStage(
      "poll",
      () => waitForAnalysis(callId, this.#waitScope(callId)),
      () => pollToken(callId),
    );
    this.#emit({ type: "completed", callId, status: completed.status });
    return completed;
  }

  watch(callId: string): AsyncGenerator<AnalysisSnapshot, void, void> {
    return statusChanges(callId, this.#waitScope(callId));
  }

  #waitScope(callId: string): WaitScope {
    const { signal, onEvent } = this.#options;
    const read = async ({ deadlineMs }: { deadlineMs: number }) =>
      this.#steps.getAnalysis(callId, { ...this.#requestOptions("poll"), deadlineMs, retry: false });
    return { read, poll: this.#poll, deadline: this.#deadline, signal, onEvent, log: this.#steps.log };
  }

  #requestOptions(stage: "grant" | "upload" | "create" | "poll"): RequestOptions {
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

export function createToken(call: Fields, uncertain: boolean): CreateToken {
  return { version: 1, stage: "create", uncertain, call };
}

export function pollToken(callId: string): PollToken {
  return { version: 1, stage: "poll", callId };
}

/** A strict validator may refuse an answer that names the call: then there is a call to wait for. */
function tokenAfterCreate(call: Fields, error: unknown): ResumeToken {
  const callId = ResponseValidationError.is(error) ? callIdOf(error.body) : undefined;
  if (callId !== undefined) return pollToken(callId);
  return createToken(call, SubmissionUncertainError.is(error) || (AbortError.is(error) && error.requestSent));
}

function callIdOf(body: unknown): string | undefined {
  const callId = (body as { data?: { callId?: unknown } } | null)?.data?.callId;
  return typeof callId === "string" ? callId : undefined;
}
