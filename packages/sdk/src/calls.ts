/** `sdk.calls`: uploads recordings, creates calls, and waits for analyses. */
import type {
  AnalysisSnapshot,
  AnyUdfs,
  CallInput,
  CompletedCall,
  CreatedCall,
  UploadGrant,
  UploadUrlInput,
} from "./contract/types.js";
import type { ResumeToken } from "./errors.js";
import { callFieldsOf, type FileFields, fileFieldsOf } from "./flow/call-fields.js";
import { createOnce, emitCreated, type KnownCall, postCall } from "./flow/create.js";
import { type Identity, identify } from "./flow/identity.js";
import { findInput } from "./flow/journal.js";
import {
  checkFlowOptions,
  type FlowOptions,
  type FlowRun,
  type FlowStart,
  flowRules,
  runFlow,
  startFlow,
} from "./flow/run.js";
import { checkToken, createToken } from "./flow/token.js";
import { getAnalysis, snapshotsOf, waitForAnalysis } from "./flow/wait.js";
import { runWithin } from "./request/limits.js";
import { type ApiPromise, type RequestOptions, type Requests, requestRules } from "./request/requests.js";
import { anything, checkId, trueOrFalse } from "./rules.js";
import { createUploadUrl } from "./upload/grant.js";
import type { Recording, RecordingOptions } from "./upload/recording.js";
import { type RecordingSource, releaseSource } from "./upload/source.js";
import { openWithinLimits, type UploadedRecording, uploadRecording } from "./upload/upload.js";

/** A recording, and the fields of the call that is created from it. */
export interface AnalyzeFileInput<Udfs = AnyUdfs> extends RecordingOptions, Omit<CallInput, "audio_url" | "udfs"> {
  file: RecordingSource;
  /** User-defined fields, stored with the call. */
  udfs?: NonNullable<Udfs> | undefined;
}

/** A hosted recording, and the fields of the call that is created from it. */
export interface AnalyzeUrlInput<Udfs = AnyUdfs> extends Omit<CallInput, "udfs"> {
  /** User-defined fields, stored with the call. */
  udfs?: NonNullable<Udfs> | undefined;
}

/** The call created for a recording. */
export interface SubmittedCall extends CreatedCall {
  /** Absent if the journal already had the call, because then nothing was uploaded. */
  recording?: UploadedRecording | undefined;
}

/** The options of an upload. */
export type UploadOptions = RecordingOptions & RequestOptions & Pick<FlowOptions, "onProgress" | "onEvent">;

/** The options of a wait. */
export type WaitOptions = RequestOptions & Pick<FlowOptions, "onEvent" | "poll">;

/** The wait options of a batch. `isNew` says whether the batch created the call, which the service may not know yet. */
export type BatchWaitOptions = WaitOptions & { isNew: boolean };

const { onProgress, onEvent, poll } = flowRules;
const uploadRules = { ...requestRules, onProgress, onEvent, filename: anything, contentType: anything };
const waitRules = { ...requestRules, onEvent, poll, isNew: trueOrFalse };

/** Uploads recordings, creates calls, and waits for analyses. Reached as `sdk.calls`. */
export class Calls {
  readonly #requests: Requests;

  /** @internal */
  constructor(requests: Requests) {
    this.#requests = requests;
  }

  /** Runs a flow, and releases the recording that it takes over. */
  #run<T>(
    name: string,
    { source, ...given }: Pick<FlowStart, "options" | "rules"> & { source?: unknown },
    work: (run: FlowRun) => Promise<T>,
  ): Promise<T> {
    const flow = runFlow({ requests: this.#requests, name, ...given }, work);
    return flow.finally(() => releaseSource(source));
  }

  /** Requests a signed URL for one upload. */
  createUploadUrl = (input: UploadUrlInput, options?: RequestOptions): ApiPromise<UploadGrant> =>
    createUploadUrl(this.#requests, input, options);

  /**
   * Creates a call from a hosted recording, in one request. The client resends the request only if that cannot create a
   * second call.
   *
   * @throws {SubmissionUncertainError} when the request was sent, but the call may or may not exist
   * @see operation `createCall`
   */
  create = (call: CallInput, options?: RequestOptions): ApiPromise<CreatedCall> =>
    postCall(this.#requests, () => callFieldsOf(call), options);

  /**
   * Reads a call's status, and its analysis as far as it is available.
   *
   * @throws {NotFoundError} when the organization has no such call
   * @see operation `getCallAnalysis`
   */
  getAnalysis = <Udfs = AnyUdfs>(callId: string, options?: RequestOptions): ApiPromise<AnalysisSnapshot<Udfs>> =>
    getAnalysis<Udfs>(this.#requests, callId, options);

  /** Uploads a recording, in constant memory on Node, Bun and Deno. */
  upload = async (source: RecordingSource, options: UploadOptions = {}): Promise<UploadedRecording> =>
    this.#run("upload", { options, rules: uploadRules, source }, async (run) =>
      uploadRecording(run, await openWithinLimits(run, source, options)),
    );

  /** Polls until the analysis is complete. */
  waitForAnalysis = async <Udfs = AnyUdfs>(callId: string, options?: WaitOptions): Promise<CompletedCall<Udfs>> =>
    this.#run("waitForAnalysis", { options, rules: waitRules }, (run) => waitFor<Udfs>(run, { callId }));

  /**
   * Polls, and yields a snapshot whenever the status changes, until the call is completed. To stop earlier, abort the
   * signal.
   *
   * @throws {AnalysisFailedError} after it has yielded a snapshot with a failed status
   */
  watchAnalysis = <Udfs = AnyUdfs>(
    callId: string,
    options?: WaitOptions,
  ): AsyncGenerator<AnalysisSnapshot<Udfs>, void, void> => {
    checkId("callId", callId);
    const flow = { requests: this.#requests, name: "watchAnalysis", options, rules: waitRules };
    checkFlowOptions(flow);
    // Applies the caller's `Udfs` type; the fields are not checked.
    return changesOf(flow, callId) as AsyncGenerator<AnalysisSnapshot<Udfs>, void, void>;
  };

  /** Uploads a recording and creates its call, without waiting for the analysis. */
  submitFile = async <Udfs = AnyUdfs>(input: AnalyzeFileInput<Udfs>, options?: FlowOptions): Promise<SubmittedCall> =>
    this.#run("submitFile", { options, source: input?.file }, async (run) => {
      const { recording, ...known } = await findOrCreate(run, input);
      return { ...(await withStatus(run, known)), recording };
    });

  /** Creates the call of a hosted recording, without waiting for the analysis. */
  submitUrl = async <Udfs = AnyUdfs>(input: AnalyzeUrlInput<Udfs>, options?: FlowOptions): Promise<CreatedCall> =>
    this.#run("submitUrl", { options }, async (run) =>
      withStatus(run, await createOnce(run, { call: callFieldsOf(input) })),
    );

  /**
   * The whole flow: uploads a recording, creates its call, and waits for the analysis.
   *
   * @example
   * const { analysis } = await sdk.calls.analyzeFile({ file: { path: "call.wav" }, memberId, categoryId }, { journal });
   * console.log(analysis.score, analysis.outcomeLabel);
   */
  analyzeFile = async <Udfs = AnyUdfs>(
    input: AnalyzeFileInput<Udfs>,
    options?: FlowOptions,
  ): Promise<CompletedCall<Udfs>> =>
    this.#run("analyzeFile", { options, source: input?.file }, async (run) =>
      waitFor<Udfs>(run, await findOrCreate(run, input)),
    );

  /** Creates a call from a hosted recording, and waits for the analysis. */
  analyzeUrl = async <Udfs = AnyUdfs>(
    input: AnalyzeUrlInput<Udfs>,
    options?: FlowOptions,
  ): Promise<CompletedCall<Udfs>> =>
    this.#run("analyzeUrl", { options }, async (run) =>
      waitFor<Udfs>(run, await createOnce(run, { call: callFieldsOf(input) })),
    );

  /**
   * Continues a flow from the token of an error or an event. To correct a field, pass `{ ...token, call: { ...token.call,
   * memberId } }`.
   */
  resume = async <Udfs = AnyUdfs>(token: ResumeToken, options: FlowOptions = {}): Promise<CompletedCall<Udfs>> =>
    this.#run("resume", { options }, async (run) => {
      const checked = checkToken(token, this.#requests.baseUrl, options);
      return waitFor<Udfs>(run, checked.stage === "poll" ? checked : await createOnce(run, checked));
    });
}

/** Returns the call of a recording. If the journal has none, uploads the recording and creates the call. */
async function findOrCreate(
  run: FlowRun,
  input: AnalyzeFileInput<unknown>,
): Promise<KnownCall & Pick<SubmittedCall, "recording">> {
  const fields = fileFieldsOf(input);
  const { file } = input;
  const recording = await openWithinLimits(run, file, input);
  const { known, ...identity } = await run.atStage("grant", () => findCall(run, recording, fields));
  if (known) {
    void releaseSource(file);
    emitCreated(run, known);
    return known;
  }
  const uploaded = await uploadRecording(run, recording);
  // The creation and the wait may take long, and do not need it.
  void releaseSource(file);
  const { publicUrl, sizeBytes } = uploaded;
  const call = { ...fields, audio_url: publicUrl };
  const resume = createToken({ baseUrl: run.requests.baseUrl, call, uncertain: false, key: identity.key });
  run.emit({ type: "uploaded", publicUrl, sizeBytes, resume });
  const created = await createOnce(run, { call, ...identity });
  // If another flow has created the key's call meanwhile, that call has another recording.
  return created.created ? { ...created, recording: uploaded } : created;
}

/** A recording's identity in the journal, and its call if the journal has one. An unusable journal fails here. */
async function findCall(
  { requests, limits, options: { journal, key } }: FlowRun,
  recording: Recording,
  call: FileFields,
): Promise<Partial<Identity> & { known?: KnownCall | undefined }> {
  if (!journal) return {};
  const { baseUrl, settings } = requests;
  const read = (signal: AbortSignal) => identify(recording, call, { key, signal });
  const identity = await runWithin(limits, "Hashing the recording", read);
  const input = { baseUrl, call, recording: identity.recording };
  const { callId } = await findInput(journal, identity.key, { input, limits, redactor: settings.redactor });
  return { ...identity, known: callId === undefined ? undefined : { callId } };
}

/** A call from a journal, which keeps only the id. */
async function withStatus(run: FlowRun, { callId, created }: KnownCall): Promise<CreatedCall> {
  const status = created?.status;
  if (status !== undefined) return { callId, status };
  // Another process may have created it just now, so the service may not know it yet.
  const reading = { ...run, poll: { ...run.poll, initialDelayMs: 0 }, emit() {} };
  const { value } = await snapshotsOf(reading, callId, true).next();
  return { callId, status: (value as AnalysisSnapshot).status };
}

function waitFor<Udfs>(run: FlowRun, { callId, created }: KnownCall): Promise<CompletedCall<Udfs>> {
  const isNew = created !== undefined || (run.options as Partial<BatchWaitOptions>).isNew;
  // Applies the caller's `Udfs` type; the fields are not checked.
  return waitForAnalysis(run, callId, isNew) as Promise<CompletedCall<Udfs>>;
}

/** Yields the first snapshot of each status, and the one with the analysis, which may come later than its status. */
async function* changesOf(flow: FlowStart, callId: string): AsyncGenerator<AnalysisSnapshot, void, void> {
  const run = startFlow(flow);
  let last: AnalysisSnapshot | undefined;
  let isYielded = true;
  try {
    for await (const snapshot of snapshotsOf(run, callId)) {
      isYielded = snapshot.status !== last?.status;
      last = snapshot;
      if (isYielded) yield snapshot;
    }
    if (last && !isYielded) yield last;
  } finally {
    run.limits.end();
  }
}
