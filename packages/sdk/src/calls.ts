import { callFieldsOf } from "./analysis/call-fields.js";
import { Flow, type FlowDependencies } from "./analysis/flow.js";
import type { FlowOptions } from "./analysis/flow-options.js";
import { checkRecreate, checkToken } from "./analysis/resume.js";
import { type AnalyzeFileInput, type SubmittedCall, submit } from "./analysis/submit.js";
import { runBatch } from "./batch/batch.js";
import { type BatchOptions, type BatchOutcome, resolveBatchOptions } from "./batch/batch-options.js";
import { type BatchInputs, InputReader } from "./batch/input-reader.js";
import type {
  AnalysisSnapshot,
  CallInput,
  CompletedCall,
  CreatedCall,
  UploadGrant,
  UploadUrlInput,
  UserDefinedFields,
} from "./contract/types.js";
import type { ResumeToken } from "./errors/call-analysis-error.js";
import type { ApiPromise } from "./http/api-promise.js";
import type { RequestOptions } from "./http/request-options.js";
import type { CallRequests } from "./resources/call-requests.js";
import type { RecordingOptions, RecordingSource } from "./upload/source.js";
import type { UploadedRecording } from "./upload/uploaded-recording.js";

/** A hosted recording and what its call is to be. */
export interface AnalyzeUrlInput<Udfs = UserDefinedFields> extends Omit<CallInput, "udfs"> {
  udfs?: Udfs | undefined;
}

/** How `calls.upload()` goes. */
export type UploadOptions = RecordingOptions & Omit<FlowOptions, "poll">;

/** How an analysis is waited for. */
export type WaitOptions = Omit<FlowOptions, "onProgress" | "uploadTimeoutMs">;

/** How `calls.resume()` goes on. */
export interface ResumeOptions extends FlowOptions {
  /** Creates the call although an earlier attempt may have created it. @default false */
  recreate?: boolean | undefined;
}

/**
 * Recordings, calls, and the way from one to the other. Reached as `sdk.calls`.
 *
 * @example
 * const { analysis } = await sdk.calls.analyzeFile({ file: { path: "call.wav" }, memberId, categoryId });
 * console.log(analysis.score, analysis.outcomeLabel);
 */
export class Calls {
  readonly #requests: CallRequests;
  readonly #steps: FlowDependencies;

  constructor(requests: CallRequests, steps: FlowDependencies) {
    this.#requests = requests;
    this.#steps = steps;
  }

  /**
   * Asks for an address to upload one recording to. Sent again after passing failures: an unused grant costs nothing.
   *
   * @see operation `createUploadUrl`
   */
  createUploadUrl(input: UploadUrlInput, options?: RequestOptions): ApiPromise<UploadGrant> {
    return this.#requests.createUploadUrl(input, options);
  }

  /**
   * Creates a call of a hosted recording. Never sent again unless it cannot have been processed.
   *
   * @throws {SubmissionUncertainError} when it was sent and nothing tells whether the call was created
   * @throws {ApiError} 4xx when the service refuses the fields
   * @see operation `createCall`
   */
  create(call: CallInput, options?: RequestOptions): ApiPromise<CreatedCall> {
    return this.#requests.create(call, options);
  }

  /**
   * A call's status and what is available of its analysis, at any time.
   *
   * @throws {NotFoundError} when the organization has no such call
   * @see operation `getCallAnalysis`
   */
  getAnalysis<Udfs = UserDefinedFields>(callId: string, options?: RequestOptions): ApiPromise<AnalysisSnapshot<Udfs>> {
    return this.#requests.getAnalysis<Udfs>(callId, options);
  }

  /**
   * Uploads a recording, in constant memory on Node, Bun and Deno.
   *
   * @throws {ConfigurationError} for a source that cannot be read, before anything is sent
   * @throws {UploadError} when the store refuses it
   * @see operations `createUploadUrl`, `uploadRecording`
   */
  async upload(source: RecordingSource, options: UploadOptions = {}): Promise<UploadedRecording> {
    return new Flow(this.#steps, options).upload(source, options);
  }

  /**
   * Polls until the analysis is there.
   *
   * @throws {AnalysisFailedError} when a status means failure
   * @throws {PollTimeoutError} when `poll.timeoutMs` is over; the call exists
   * @see operation `getCallAnalysis`
   */
  async waitForAnalysis<Udfs = UserDefinedFields>(callId: string, options?: WaitOptions): Promise<CompletedCall<Udfs>> {
    return withUdfs(await new Flow(this.#steps, options).wait(callId));
  }

  /** Polls, and gives a snapshot for each status; ends after completion. Throws as `waitForAnalysis` does. */
  watchAnalysis(callId: string, options?: WaitOptions): AsyncGenerator<AnalysisSnapshot, void, void> {
    return new Flow(this.#steps, options).watch(callId);
  }

  /**
   * Uploads a recording and creates its call, without waiting for the analysis.
   *
   * @throws {CallAnalysisError} with `stage`, and with `resume` once the recording is uploaded
   * @see operations `createUploadUrl`, `uploadRecording`, `createCall`
   */
  async submitFile<Udfs = UserDefinedFields>(
    input: AnalyzeFileInput<Udfs>,
    options?: FlowOptions,
  ): Promise<SubmittedCall> {
    return submit(new Flow(this.#steps, options), input);
  }

  /**
   * The whole way: uploads a recording, creates its call, and waits for the analysis.
   *
   * @throws {CallAnalysisError} with `stage`, and with `resume` once the recording is uploaded
   * @see the specification's section 1
   */
  async analyzeFile<Udfs = UserDefinedFields>(
    input: AnalyzeFileInput<Udfs>,
    options?: FlowOptions,
  ): Promise<CompletedCall<Udfs>> {
    const flow = new Flow(this.#steps, options);
    const { callId } = await submit(flow, input);
    return withUdfs(await flow.wait(callId));
  }

  /**
   * Creates a call of a hosted recording, and waits for the analysis.
   *
   * @throws {CallAnalysisError} with `stage` and `resume`
   */
  async analyzeUrl<Udfs = UserDefinedFields>(
    input: AnalyzeUrlInput<Udfs>,
    options?: FlowOptions,
  ): Promise<CompletedCall<Udfs>> {
    const flow = new Flow(this.#steps, options);
    const { callId } = await flow.create(callFieldsOf(input));
    return withUdfs(await flow.wait(callId));
  }

  /**
   * Goes on from where an error, or an event, left a flow: creates what was uploaded, waits for what was created.
   *
   * @throws {ConfigurationError} for a token of another version or shape, and for an uncertain creation without `recreate`
   */
  async resume<Udfs = UserDefinedFields>(
    token: ResumeToken,
    options: ResumeOptions = {},
  ): Promise<CompletedCall<Udfs>> {
    const checked = checkToken(token);
    checkRecreate(checked, options.recreate === true);
    const flow = new Flow(this.#steps, options);
    if (checked.stage === "poll") return withUdfs(await flow.wait(checked.callId));
    const { callId } = await flow.create(checked.call);
    return withUdfs(await flow.wait(callId));
  }

  /**
   * Many recordings through the whole flow, a few at a time. Inputs are taken as there is room for them,
   * and each outcome is given as it comes; the failure of one does not touch the others.
   *
   * @throws {ConfigurationError} for a bad option, at once
   * @throws {AbortError} when the signal was aborted, after the outcomes of what was under way
   */
  analyzeFiles<Udfs = UserDefinedFields>(
    inputs: BatchInputs<AnalyzeFileInput<Udfs>>,
    options: BatchOptions = {},
  ): AsyncGenerator<BatchOutcome<Udfs>, void, void> {
    const resolved = resolveBatchOptions(options);
    const outcomes = runBatch(new InputReader(inputs), resolved, this.#steps);
    // The caller's type for the user-defined fields, which nothing here looks at.
    return outcomes as AsyncGenerator<BatchOutcome<Udfs>, void, void>;
  }
}

/** The caller's type for what it stored itself. */
function withUdfs<Udfs>(call: CompletedCall): CompletedCall<Udfs> {
  return call as CompletedCall<Udfs>;
}
