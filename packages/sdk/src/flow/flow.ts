/**
 * The flow from a recording to its analysis: upload → create → wait. Each step applies limits, emits events and saves
 * tokens.
 */
import type {
  AnalysisSnapshot,
  AnyUdfs,
  CallInput,
  CallStatus,
  CompletedCall,
  CreatedCall,
} from "../contract/types.js";
import type { PollToken } from "../errors/call-analysis-error.js";
import { AnalysisFailedError } from "../errors/flow-errors.js";
import { ConfigurationError } from "../errors/request-errors.js";
import { checkNames, type NamesOf } from "../known-names.js";
import { asksLedger, checkLedgerOptions, type KeyedLedger, type LedgerOptions } from "../record/ledger.js";
import type { Deadline, SentMark } from "../request/deadline.js";
import {
  type AttemptGuard,
  checkHeaders,
  checkPositive,
  checkSignal,
  checkType,
  type RequestOptions,
  requestOptionNames,
  resolveRetry,
} from "../request/request-options.js";
import { pathParameter } from "../request/serialize.js";
import { noLimit, now } from "../request/timers.js";
import { createCall, getAnalysis } from "../resources/call-requests.js";
import type { UploadProgress } from "../upload/progress.js";
import { type UploadedRecording, uploadRecording } from "../upload/put.js";
import { type RecordingOptions, type RecordingSource, releaseSource } from "../upload/source.js";
import { isObject } from "../value-kinds.js";
import type { AdaptivePolling } from "./adaptive-polling.js";
import { type CallFields, callFieldsWithoutUrl } from "./call-fields.js";
import { checkService, createWithLedger } from "./create-with-ledger.js";
import { createOncePerProcess, type KnownCall, newCreationId } from "./creation.js";
import type { FlowEvent } from "./events.js";
import { FlowContext, type FlowDependencies } from "./flow-context.js";
import { type AtPoll, type PollDependencies, statusChanges, waitForAnalysis } from "./poll.js";
import { type PollOptions, resolvePollOptions } from "./poll-options.js";
import { type Creation, CreationUnderWay, correctionRefused, createToken, pollToken } from "./token.js";

/** What every flow takes: `deadlineMs` bounds the whole of it, `timeoutMs` and `retry` each request. */
export interface FlowOptions extends RequestOptions, LedgerOptions {
  /** Called while the recording is uploaded: once at 0, at least once a MiB, and at the end. What it throws is ignored. */
  onProgress?: ((progress: UploadProgress) => void) | undefined;
  /** Called at each stage. What it throws never breaks the flow. A promise that it returns at `creating` is waited for. */
  onEvent?: ((event: FlowEvent) => unknown) | undefined;
  /** How the analysis is waited for. */
  poll?: Partial<PollOptions> | undefined;
}

export const flowOptionNames: NamesOf<FlowOptions> = {
  ...requestOptionNames,
  ledger: true,
  key: true,
  onProgress: true,
  onEvent: true,
  poll: true,
};

/** The options of a flow inside a batch. */
export interface BatchFlowOptions extends FlowOptions {
  /** Records an upload before the flow goes on. */
  saveUpload?: ((publicUrl: string) => Promise<void>) | undefined;
  /** How long 429s use up no attempts of a request, in milliseconds. @default 0 */
  throttleTimeoutMs?: number | undefined;
  /** A deadline that has begun already; replaces `deadlineMs`. */
  deadline?: Deadline | undefined;
  /** Pauses learned from the batch's calls. */
  learned?: AdaptivePolling | undefined;
}

/** A recording, and the fields of the call that is created from it. */
export interface AnalyzeFileInput<Udfs = AnyUdfs> extends RecordingOptions, Omit<CallInput, "audio_url" | "udfs"> {
  file: RecordingSource;
  udfs?: NonNullable<Udfs> | undefined;
}

export const fileInputNames: NamesOf<AnalyzeFileInput> = {
  file: true,
  memberId: true,
  categoryId: true,
  filename: true,
  contentType: true,
  udfs: true,
  date: true,
};

/** A call that was created from an uploaded recording. */
export interface SubmittedCall extends CreatedCall {
  recording: UploadedRecording;
}

/** A creation of a recording that was uploaded, or that goes on from a token. */
export interface CreateOptions {
  /** The token's. @default a new one */
  id?: string | undefined;
  /** Whether the call may exist, as the token says. @default false */
  uncertain?: boolean | undefined;
  /** Creates the call although an earlier attempt may have created it. @default false */
  recreate?: boolean | undefined;
  /** Whether the fields are not the token's: a call that exists already is another one then. @default false */
  isCorrected?: boolean | undefined;
  /** Of the recording, in bytes. @default unknown */
  sizeBytes?: number | undefined;
}

/** One run of a flow, or of some of its steps. */
export class Flow {
  readonly #dependencies: FlowDependencies;
  readonly #options: BatchFlowOptions;
  readonly #context: FlowContext;
  readonly #poll: PollOptions;
  readonly #keyed: KeyedLedger | undefined;
  #createdAtMs: number | undefined;

  /** @throws {ConfigurationError} for a bad limit, before anything is sent */
  constructor(dependencies: FlowDependencies, options: BatchFlowOptions = {}) {
    this.#poll = checkFlowOptions(options);
    this.#keyed = asksLedger(options) ? checkLedgerOptions(options) : undefined;
    this.#dependencies = dependencies;
    this.#options = options;
    this.#context = new FlowContext(options, dependencies.deadlineMs);
  }

  /** Uploads a recording and creates its call. */
  async submit(input: AnalyzeFileInput<unknown>): Promise<KnownCall & Pick<SubmittedCall, "recording">> {
    const { file, filename, contentType, ...fields } = input;
    // A bad field, or a journal of another service, is reported before a byte is sent.
    const checked = callFieldsWithoutUrl(fields);
    const { baseUrl } = this.#dependencies.requests;
    if (this.#keyed) await checkService(this.#keyed.ledger, { baseUrl, within: this.#context.withinLimits() });
    const recording = await this.upload(file, { filename, contentType });
    await releaseSource(file);
    const { publicUrl, sizeBytes } = recording;
    const creation = this.#creationOf({ ...checked, audio_url: publicUrl });
    const resume = createToken(creation, false);
    const save = async () => this.#options.saveUpload?.(publicUrl);
    await this.#context.atStage("create", () => this.#context.withinLimits()("Recording the upload", save), {
      resumeFrom: () => resume,
    });
    this.#context.emit({ type: "uploaded", publicUrl, sizeBytes, resume });
    return { ...(await this.create(creation.call, { id: creation.id, sizeBytes })), recording };
  }

  async upload(source: RecordingSource, { filename, contentType }: RecordingOptions): Promise<UploadedRecording> {
    const { onProgress } = this.#options;
    const options = { context: this.#context, filename, contentType, onProgress };
    return uploadRecording(this.#dependencies, source, options);
  }

  /** Creates the call, once: an earlier creation that this process or the ledger knows counts. */
  async create(
    call: CallFields,
    { id, uncertain = false, recreate = false, isCorrected, sizeBytes }: CreateOptions = {},
  ): Promise<KnownCall> {
    const underWay = new CreationUnderWay(this.#creationOf(call, id), uncertain && !recreate);
    const { creation } = underWay;
    const within = this.#context.withinLimits();
    const { log } = this.#dependencies;
    const create = (creationMark: SentMark) => {
      const send = (ofLedger?: AttemptGuard) => this.#send(underWay, { ofLedger, creationMark });
      if (!this.#keyed) return send();
      const known = async (callId: string) => ({ callId });
      const { memberId, categoryId, audio_url } = call;
      const input = { memberId, categoryId, sizeBytes };
      const onUncertain = (sentUrl: string) => underWay.sentByOther(sentUrl);
      const { baseUrl } = creation;
      const work = { baseUrl, recreate, input, audio_url, onUncertain, send, known, within, log };
      return createWithLedger(this.#keyed, work);
    };
    const createOnce = async () => {
      const known = await createOncePerProcess({ ...creation, recreate, within }, create);
      if (isCorrected && !underWay.isCreatedHere) throw correctionRefused(this.#pollToken(known.callId));
      return known;
    };
    const resumeFrom = (error: unknown) => underWay.tokenAfter(error);
    const created = await this.#context.atStage("create", createOnce, { resumeFrom });
    const { callId, status, createdAtMs } = created;
    this.#createdAtMs = createdAtMs;
    this.#context.emit({ type: "created", callId, status, resume: this.#pollToken(callId) });
    return created;
  }

  /** @param creationMark of all its attempts together, for other flows, which may wait for this creation */
  async #send(
    underWay: CreationUnderWay,
    { ofLedger, creationMark }: { ofLedger: AttemptGuard | undefined; creationMark: SentMark },
  ): Promise<KnownCall> {
    const guard: AttemptGuard = {
      claim: async () => {
        await ofLedger?.claim();
        underWay.claimed();
        const told = this.#context.emitAndWait({ type: "creating", resume: underWay.tokenWhileSending() });
        await told.catch(async (error: unknown) => {
          await ofLedger?.released();
          throw error;
        });
      },
      sending: async () => {
        await ofLedger?.sending();
        creationMark.sent = true;
      },
      released: async () => {
        creationMark.sent = false;
        await ofLedger?.released();
      },
    };
    const options = this.#context.requestOptions("create", { resume: () => underWay.token(), guard });
    const { callId, status } = await createCall(this.#dependencies.requests, underWay.creation.call, options);
    underWay.isCreatedHere = true;
    return { callId, status, createdAtMs: now() };
  }

  /** Applies the caller's `Udfs` type; the fields are not checked. */
  wait<Udfs = AnyUdfs>(callId: string): Promise<CompletedCall<Udfs>> {
    const poll = () => waitForAnalysis(callId, this.#pollDependencies(callId)) as Promise<CompletedCall<Udfs>>;
    return this.atPoll(callId, poll);
  }

  /** Runs a step of the wait for a call. After an error the wait can go on, unless the analysis itself has failed. */
  atPoll<T>(callId: string, work: () => Promise<T>): Promise<T> {
    return this.#context.atStage("poll", work, {
      resumeFrom: (error) => (AnalysisFailedError.is(error) ? undefined : this.#pollToken(callId)),
    });
  }

  /** The status of a call that exists. */
  async statusOf(callId: string): Promise<CallStatus> {
    const resume = () => this.#pollToken(callId);
    const read = async () =>
      getAnalysis(this.#dependencies.requests, callId, this.#context.requestOptions("poll", { resume }));
    return (await this.atPoll(callId, read)).status;
  }

  /** A snapshot for each status, until the analysis is there. */
  watch(callId: string): AsyncGenerator<AnalysisSnapshot, void, void> {
    const atPoll: AtPoll = (work) => this.atPoll(callId, work);
    return statusChanges(callId, this.#pollDependencies(callId), { atPoll });
  }

  #creationOf(call: CallFields, id = newCreationId()): Creation {
    return { baseUrl: this.#dependencies.requests.baseUrl, id, key: this.#keyed?.key, call };
  }

  #pollToken(callId: string): PollToken {
    return pollToken(this.#dependencies.requests.baseUrl, callId);
  }

  /** @throws {ConfigurationError} for a bad callId, before the first pause */
  #pollDependencies(callId: string): PollDependencies {
    pathParameter("callId", callId);
    const { requests, log } = this.#dependencies;
    const { learned } = this.#options;
    return { requests, log, context: this.#context, options: this.#poll, createdAtMs: this.#createdAtMs, learned };
  }
}

/**
 * Checks the options of the whole flow, and gives those of its polls.
 *
 * @throws {ConfigurationError} that names the option
 */
export function checkFlowOptions(
  options: Omit<FlowOptions, "onEvent" | "onProgress"> & { onEvent?: unknown; onProgress?: unknown },
): PollOptions {
  checkSignal(options.signal);
  checkHeaders(options.headers);
  resolveRetry(options.retry);
  const { onEvent, onProgress } = options;
  checkType("function", { onEvent, onProgress });
  const { timeoutMs = noLimit, deadlineMs = noLimit } = options;
  checkPositive("timeoutMs", timeoutMs);
  checkPositive("deadlineMs", deadlineMs);
  return resolvePollOptions(options.poll);
}

/** @throws {ConfigurationError} when there is no object to take fields from, and for a field that is not known */
export function checkFileInput(input: unknown, names: Record<string, true> = fileInputNames): void {
  if (!isObject(input)) throw new ConfigurationError("The input must be an object with file, memberId and categoryId.");
  checkNames("input", input, names);
}
