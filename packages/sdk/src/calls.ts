/** `sdk.calls`: recordings, calls, and the flows from one to the other. */

import { analyzeBatch } from "./batch/batch.js";
import { type BatchOptions, type BatchOutcome, batchOptionNames } from "./batch/batch-options.js";
import type {
  AnalysisSnapshot,
  AnyUdfs,
  CallInput,
  CompletedCall,
  CreatedCall,
  UploadGrant,
  UploadUrlInput,
} from "./contract/types.js";
import type { ResumeToken } from "./errors/call-analysis-error.js";
import { abortable } from "./flow/abortable-generator.js";
import { callFieldsOf } from "./flow/call-fields.js";
import { createWithLedger } from "./flow/create-with-ledger.js";
import {
  type AnalyzeFileInput,
  checkFileInput,
  checkFlowOptions,
  Flow,
  type FlowOptions,
  flowOptionNames,
  type SubmittedCall,
} from "./flow/flow.js";
import { FlowContext, type FlowDependencies } from "./flow/flow-context.js";
import type { PollOptions } from "./flow/poll-options.js";
import { checkToken } from "./flow/token.js";
import { checkNames, type NamesOf } from "./known-names.js";
import type { BatchInput } from "./record/journal.js";
import { asksLedger, checkLedgerOptions, type LedgerOptions } from "./record/ledger.js";
import { ApiPromise } from "./request/api-promise.js";
import {
  type AttemptGuard,
  checkSignal,
  checkType,
  type RequestOptions,
  requestOptionNames,
  withChanges,
} from "./request/request-options.js";
import { bindMethods } from "./resources/bind-methods.js";
import { checkCallNames, createCall, createUploadUrl, getAnalysis } from "./resources/call-requests.js";
import type { UploadedRecording } from "./upload/put.js";
import { type RecordingOptions, type RecordingSource, withSource } from "./upload/source.js";
import { isObject } from "./value-kinds.js";

/** A hosted recording, and the fields of the call that is created from it. */
export interface AnalyzeUrlInput<Udfs = AnyUdfs> extends Omit<CallInput, "udfs"> {
  udfs?: NonNullable<Udfs> | undefined;
}

/** What `calls.create()` takes. */
export interface CreateCallOptions extends RequestOptions, LedgerOptions {
  /** Creates the call although the ledger does not know whether an earlier attempt created it. @default false */
  recreate?: boolean | undefined;
}

/** What `calls.upload()` takes. */
export type UploadOptions = RecordingOptions & Omit<FlowOptions, "poll" | keyof LedgerOptions>;

/** How an analysis is waited for. */
export type WaitOptions = Omit<FlowOptions, "onProgress" | keyof LedgerOptions>;

/** What `calls.resume()` takes. */
export interface ResumeOptions extends FlowOptions {
  /** Creates the call although an earlier attempt may have created it. @default false */
  recreate?: boolean | undefined;
  /**
   * Fields that replace the token's, such as a `memberId` that the service refused: the recording is not uploaded again.
   * @default none
   */
  call?: Partial<CallInput> | undefined;
}

const { ledger: _ledger, key: _key, ...withoutLedger } = flowOptionNames;
const { onProgress: _onProgress, ...waitOptionNames } = withoutLedger;
const { poll: _poll, ...uploadOptionNames } = withoutLedger;

type FlowMethod = "upload" | "submitFile" | "analyzeFile" | "analyzeUrl" | "waitForAnalysis" | "resume";

/** What a flow takes, where that is not what most take. */
const optionNames: Partial<Record<FlowMethod, Record<string, true>>> = {
  upload: { ...uploadOptionNames, filename: true, contentType: true } satisfies NamesOf<UploadOptions>,
  waitForAnalysis: waitOptionNames satisfies NamesOf<WaitOptions>,
  resume: { ...flowOptionNames, recreate: true, call: true } satisfies NamesOf<ResumeOptions>,
};

/**
 * Recordings, calls, and the flows from one to the other. Reached as `sdk.calls`.
 *
 * @example
 * const { analysis } = await sdk.calls.analyzeFile({ file: { path: "call.wav" }, memberId, categoryId });
 * console.log(analysis.score, analysis.outcomeLabel);
 */
export class Calls {
  readonly #dependencies: FlowDependencies;
  readonly #poll: Partial<PollOptions> | undefined;

  /** @param poll defaults of every wait */
  constructor(dependencies: FlowDependencies, poll: Partial<PollOptions> | undefined) {
    this.#dependencies = dependencies;
    this.#poll = poll;
    bindMethods(this);
  }

  /**
   * Asks for an address to upload one recording to. Sent again after temporary failures: an unused grant costs nothing.
   *
   * @see operation `createUploadUrl`
   */
  createUploadUrl(input: UploadUrlInput, options?: RequestOptions): ApiPromise<UploadGrant> {
    return createUploadUrl(this.#dependencies.requests, input, options);
  }

  /**
   * Creates a call from a hosted recording. Sent again only if the service cannot have processed it.
   *
   * @throws {SubmissionUncertainError} when it was sent, and whether the call was created is unknown
   * @throws {ApiError} 4xx when the service refuses the fields
   * @see operation `createCall`
   */
  create(call: CallInput, options?: CreateCallOptions): ApiPromise<CreatedCall> {
    const { requests } = this.#dependencies;
    // What is no object is refused with the request.
    if (!isObject(options)) return createCall(requests, call, options);
    if (asksLedger(options)) return ApiPromise.chosenBy(() => this.#createWithLedger(call, options));
    const { ledger: _ledger, key: _key, recreate: _recreate, ...requestOptions } = options;
    return createCall(requests, call, requestOptions);
  }

  async #createWithLedger(call: CallInput, options: CreateCallOptions) {
    const { requests, log, deadlineMs } = this.#dependencies;
    checkNames("calls.create()", options, { ...requestOptionNames, ledger: true, key: true, recreate: true });
    // The ledger is asked within its limits, before the request checks them.
    checkFlowOptions(options);
    checkType("boolean", { recreate: options.recreate });
    const context = new FlowContext({ ...options, deadlineMs: options.deadlineMs ?? deadlineMs });
    const requestOptions = (guard?: AttemptGuard) => context.requestOptions("create", { guard });
    return createWithLedger<{ request: ApiPromise<CreatedCall>; callId: string }>(checkLedgerOptions(options), {
      baseUrl: requests.baseUrl,
      recreate: options.recreate ?? false,
      input: { memberId: call.memberId, categoryId: call.categoryId },
      audio_url: call.audio_url,
      send: async (guard) => {
        const request = createCall(requests, call, requestOptions(guard));
        return { request, callId: (await request).callId };
      },
      known: async (callId) => ({ request: getAnalysis(requests, callId, requestOptions()), callId }),
      within: context.withinLimits(),
      log,
    });
  }

  /**
   * A call's status and what is available of its analysis, at any time.
   *
   * @throws {NotFoundError} when the organization has no such call
   * @see operation `getCallAnalysis`
   */
  getAnalysis<Udfs = AnyUdfs>(callId: string, options?: RequestOptions): ApiPromise<AnalysisSnapshot<Udfs>> {
    return getAnalysis<Udfs>(this.#dependencies.requests, callId, options);
  }

  /**
   * Uploads a recording, in constant memory on Node, Bun and Deno.
   *
   * @throws {ConfigurationError} for a source that cannot be read
   * @throws {UploadError} when the store refuses it
   * @see operations `createUploadUrl`, `uploadRecording`
   */
  async upload(source: RecordingSource, options: UploadOptions = {}): Promise<UploadedRecording> {
    return withSource(source, () => this.#run("upload", options, (flow) => flow.upload(source, options)));
  }

  /**
   * Polls until the analysis is there.
   *
   * @throws {AnalysisFailedError} when a status means failure
   * @throws {PollTimeoutError} when `poll.timeoutMs` is over; the call exists
   * @see operation `getCallAnalysis`
   */
  waitForAnalysis<Udfs = AnyUdfs>(callId: string, options?: WaitOptions): Promise<CompletedCall<Udfs>> {
    return this.#run("waitForAnalysis", options, (flow) => flow.wait(callId));
  }

  /**
   * Polls, and yields a snapshot at each change of the status; ends after completion. While you iterate, it throws as
   * `waitForAnalysis` does.
   *
   * @throws {ConfigurationError} for a bad `callId` or option: synchronously, before you iterate
   * @see operation `getCallAnalysis`
   */
  watchAnalysis<Udfs = AnyUdfs>(
    callId: string,
    options: WaitOptions = {},
  ): AsyncGenerator<AnalysisSnapshot<Udfs>, void, void> {
    checkNames("calls.watchAnalysis()", options, waitOptionNames);
    const signal = checkSignal(options.signal);
    const watch = new AbortController();
    const snapshots = this.#flow({ ...options, signal: watch.signal }).watch(callId);
    const abort = (reason: unknown) => watch.abort(reason);
    // Applies the caller's `Udfs` type; the fields are not checked.
    return abortable(snapshots, { signal, abort }) as AsyncGenerator<AnalysisSnapshot<Udfs>, void, void>;
  }

  /**
   * Uploads a recording and creates its call, without waiting for the analysis.
   *
   * @throws {CallAnalysisError} with `stage`, and with `resume` once the recording is uploaded
   * @see operations `createUploadUrl`, `uploadRecording`, `createCall`
   */
  async submitFile<Udfs = AnyUdfs>(input: AnalyzeFileInput<Udfs>, options?: FlowOptions): Promise<SubmittedCall> {
    const submit = async (flow: Flow) => {
      checkFileInput(input);
      const { callId, status, recording } = await flow.submit(input);
      // A ledger knows calls by their ids alone.
      return { callId, status: status ?? (await flow.statusOf(callId)), recording };
    };
    return withSource(input?.file, () => this.#run("submitFile", options, submit));
  }

  /**
   * The whole flow: uploads a recording, creates its call, and waits for the analysis.
   *
   * @throws {CallAnalysisError} with `stage`, and with `resume` once the recording is uploaded
   * @see the specification's section 1
   */
  async analyzeFile<Udfs = AnyUdfs>(
    input: AnalyzeFileInput<Udfs>,
    options?: FlowOptions,
  ): Promise<CompletedCall<Udfs>> {
    const analyze = async (flow: Flow) => {
      checkFileInput(input);
      const { callId } = await flow.submit(input);
      return flow.wait<Udfs>(callId);
    };
    return withSource(input?.file, () => this.#run("analyzeFile", options, analyze));
  }

  /**
   * Creates a call from a hosted recording, and waits for the analysis.
   *
   * @throws {CallAnalysisError} with `stage` and `resume`
   */
  async analyzeUrl<Udfs = AnyUdfs>(input: AnalyzeUrlInput<Udfs>, options?: FlowOptions): Promise<CompletedCall<Udfs>> {
    return this.#run("analyzeUrl", options, async (flow) => {
      checkCallNames(input);
      const { callId } = await flow.create(callFieldsOf(input));
      return flow.wait(callId);
    });
  }

  /**
   * Goes on from where an error or an event left a flow: creates the call from the uploaded recording, and waits for
   * its analysis.
   *
   * @throws {ConfigurationError} for a token of another service, version or shape, for an uncertain creation without
   *   `recreate` or the ledger and the key with which it was sent, and for corrections of a call that exists
   */
  async resume<Udfs = AnyUdfs>(token: ResumeToken, options: ResumeOptions = {}): Promise<CompletedCall<Udfs>> {
    return this.#run("resume", options, async (flow) => {
      const { key, recreate, call } = options;
      checkType("boolean", { recreate });
      const { baseUrl } = this.#dependencies.requests;
      const checked = checkToken(token, { baseUrl, key, recreate, call });
      if (checked.stage === "poll") return flow.wait(checked.callId);
      const { id, uncertain } = checked;
      const creation = { id, uncertain, recreate, isCorrected: call !== undefined };
      return flow.wait((await flow.create(checked.call, creation)).callId);
    });
  }

  /**
   * Analyses many recordings, a few at a time. Reads inputs as capacity frees up, and yields each outcome when it is
   * ready. One failure does not affect the others.
   *
   * @throws {ConfigurationError} for a bad option, or inputs that cannot be iterated: synchronously, before you iterate
   * @throws {AbortError} when the signal was aborted, after the outcomes of the inputs that were under way
   */
  analyzeFiles<Udfs = AnyUdfs>(
    inputs: Iterable<BatchInput<Udfs>> | AsyncIterable<BatchInput<Udfs>>,
    options: BatchOptions = {},
  ): AsyncGenerator<BatchOutcome<Udfs>, void, void> {
    checkNames("calls.analyzeFiles()", options, batchOptionNames);
    const outcomes = analyzeBatch(this.#dependencies, inputs, this.#withPoll(options));
    // Applies the caller's `Udfs` type; the fields are not checked.
    return outcomes as AsyncGenerator<BatchOutcome<Udfs>, void, void>;
  }

  /** Runs one flow. @throws {ConfigurationError} for an unknown option */
  async #run<T>(method: FlowMethod, options: FlowOptions | undefined, work: (flow: Flow) => Promise<T>): Promise<T> {
    checkNames(`calls.${method}()`, options, optionNames[method] ?? flowOptionNames);
    return work(this.#flow(options));
  }

  #flow(options?: FlowOptions): Flow {
    return new Flow(this.#dependencies, this.#withPoll(options));
  }

  /** The options, with the client's `poll` below what they say themselves. */
  #withPoll<Options extends Pick<FlowOptions, "poll">>(options: Options = {} as Options): Options {
    return this.#poll === undefined ? options : { ...options, poll: withChanges(this.#poll, options.poll) };
  }
}
