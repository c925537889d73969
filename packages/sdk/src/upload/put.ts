/**
 * The upload of a recording, from the source to the store: its media type and size are found, a grant is asked for,
 * and the recording is put to the grant's signed address. Failed attempts are repeated where that can help.
 */
import type { UploadGrant } from "../contract/types.js";
import { CallAnalysisError } from "../errors/call-analysis-error.js";
import { UploadError } from "../errors/flow-errors.js";
import { ConnectionError, TimeoutError } from "../errors/request-errors.js";
import { Deadline, runAttempt } from "../http/deadline.js";
import type { Fetch } from "../http/exchange.js";
import type { Http } from "../http/http.js";
import type { Log } from "../http/log.js";
import { redactUrl } from "../http/redaction.js";
import { checkPositive, type RequestOptions, resolveRetry } from "../http/request-options.js";
import type { RetryPolicy } from "../http/retry.js";
import { describeRetry, type OnRetry, withRetries } from "../http/retry.js";
import { createUploadUrl } from "../resources/call-requests.js";
import { sizedStreams } from "../runtime.js";
import { atStage, type FlowRun } from "./flow-run.js";
import { type OnProgress, ProgressReport } from "./progress.js";
import { blobSender, streamSender } from "./send-by-fetch.js";
import { nodeHttpSender } from "./send-by-node-http.js";
import { canSendByXhr, xhrSender } from "./send-by-xhr.js";
import { type Recording, type RecordingOptions, type RecordingSource, resolveRecording } from "./source.js";
import { checkStored, type Sender, type StoreRequest } from "./store.js";

/** A recording in the service's storage. */
export interface UploadedRecording {
  /** Storage key of the object. */
  key: string;
  /** Pass it as `audio_url` to `calls.create()`. */
  publicUrl: string;
  filename: string;
  contentType: string;
  sizeBytes: number;
}

/** What every flow gets from its client: access to the service, access to the store, and the client's limits. */
export interface FlowDependencies {
  http: Http;
  fetch: Fetch;
  /** Whether `fetch` is the caller's own: then nothing else may send. */
  hasOwnFetch: boolean;
  log: Log;
  timeoutMs: number;
  deadlineMs: number | undefined;
  retry: RetryPolicy;
}

/** What an upload takes besides its source. */
export interface PutOptions extends RecordingOptions {
  run: FlowRun;
  onProgress: OnProgress | undefined;
  /** Longest time of one PUT, in milliseconds; undefined for no limit. */
  uploadTimeoutMs: number | undefined;
}

/**
 * Uploads a recording. A grant that the store refuses is replaced once.
 *
 * @throws {ConfigurationError} for a source that cannot be read, before anything is sent
 * @throws {UploadError} when the store refuses the second grant too, or refuses for another reason
 * @throws {ConnectionError} {@link TimeoutError} {@link AbortError}
 * @see operations `createUploadUrl`, `uploadRecording`
 */
export async function uploadRecording(
  dependencies: FlowDependencies,
  source: RecordingSource,
  options: PutOptions,
): Promise<UploadedRecording> {
  const recording = await atStage("grant", () => resolveRecording(source, options));
  const { key, publicUrl } = await atStage("upload", async () => new Upload(dependencies, recording, options).run());
  const { filename, contentType, sizeBytes } = recording;
  return { key, publicUrl, filename, contentType, sizeBytes };
}

/** One upload, with its grant. */
class Upload {
  readonly #dependencies: FlowDependencies;
  readonly #recording: Recording;
  readonly #run: FlowRun;
  readonly #limits: PutLimits;
  readonly #retry: RetryPolicy;
  readonly #onRetry: OnRetry | undefined;
  readonly #progress: ProgressReport;
  #grant: UploadGrant | undefined;
  #isGrantReplaced = false;

  constructor(dependencies: FlowDependencies, recording: Recording, { run, onProgress, uploadTimeoutMs }: PutOptions) {
    const { signal, timeoutMs, deadlineMs, retry, onRetry } = run.requestOptions("upload");
    this.#dependencies = dependencies;
    this.#recording = recording;
    this.#run = run;
    this.#limits = {
      timeoutMs: checkPositive("timeoutMs", timeoutMs ?? dependencies.timeoutMs),
      uploadTimeoutMs,
      deadline: new Deadline(deadlineMs ?? dependencies.deadlineMs),
      signal,
    };
    this.#retry = resolveRetry(retry, dependencies.retry);
    this.#onRetry = onRetry;
    this.#progress = new ProgressReport(recording.sizeBytes, onProgress);
  }

  /** Returns the grant that was used. */
  async run(): Promise<UploadGrant> {
    const { filename, isRepeatable } = this.#recording;
    const { deadline, signal } = this.#limits;
    const what = `The upload of "${filename}"`;
    // Outside the attempts of the PUT: this request has attempts of its own.
    this.#grant = await this.#askForGrant();
    const grant = await withRetries(() => this.#putWithGrant(), {
      what,
      policy: isRepeatable ? this.#retry : { ...this.#retry, maxAttempts: 1 },
      repeat: "always",
      deadline,
      signal,
      onRetry: (notice) => {
        this.#dependencies.log("info", describeRetry(what, notice));
        this.#onRetry?.(notice);
      },
    }).catch((error: unknown) => {
      throw isRepeatable ? error : withAdvice(error);
    });
    this.#progress.done();
    return grant;
  }

  async #askForGrant(changes: Pick<RequestOptions, "retry"> = {}): Promise<UploadGrant> {
    const { filename, contentType, sizeBytes } = this.#recording;
    this.#run.emit({ type: "granting", filename, contentType, sizeBytes });
    const grant = await atStage("grant", async () => {
      const options = { ...this.#run.requestOptions("grant"), ...changes };
      return createUploadUrl(this.#dependencies.http, { filename, contentType }, options);
    });
    this.#run.emit({ type: "uploading", filename, contentType, sizeBytes });
    return grant;
  }

  async #putWithGrant(): Promise<UploadGrant> {
    for (;;) {
      // A second grant has one attempt: it is part of an attempt of the PUT, which is repeated as a whole.
      this.#grant ??= await this.#askForGrant({ retry: false });
      const grant = this.#grant;
      try {
        await this.#put(grant.presignedUrl);
        return grant;
      } catch (error) {
        // A connection that was cut is tried again anyway, after a pause.
        if (!this.#giveUpGrantAfter(error) || ConnectionError.is(error)) throw error;
      }
    }
  }

  /** Gives the grant up after a failure that looks like its refusal, once; returns whether it did. */
  #giveUpGrantAfter(failure: unknown): boolean {
    if (this.#isGrantReplaced || !this.#recording.isRepeatable || !looksRefused(failure)) return false;
    this.#isGrantReplaced = true;
    this.#grant = undefined;
    return true;
  }

  #put(url: string): Promise<void> {
    const { fetch, hasOwnFetch } = this.#dependencies;
    const put: Put = {
      what: `PUT ${redactUrl(url)}`,
      url,
      recording: this.#recording,
      fetch,
      sender: senderFor({ hasOwnFetch, showsProgress: this.#progress.hasListener }),
      onSent: (sentBytes) => this.#progress.sent(sentBytes),
    };
    return putWithin(this.#limits, put);
  }
}

/** A store that refuses need not read the recording: its response may be lost in a connection that it cuts. */
function looksRefused(failure: unknown): boolean {
  if (ConnectionError.is(failure)) return failure.requestSent;
  return UploadError.is(failure) && (failure.status === 403 || /expired/i.test(failure.storeCode ?? ""));
}

/** Says what to do when another attempt could have followed, had the recording been readable again. */
function withAdvice(error: unknown): unknown {
  const isFinal = !CallAnalysisError.is(error) || !(error.isRetryable || UploadError.is(error));
  if (isFinal) return error;
  error.message += " The stream cannot be read again, so there was one attempt: pass { open, sizeBytes } for more.";
  return error;
}

/**
 * How recordings are sent here: as a stream where the runtime can send one with its length, else as a Blob by
 * `fetch`, or by XMLHttpRequest where a browser has progress to show.
 */
export function senderFor({ hasOwnFetch, showsProgress }: { hasOwnFetch: boolean; showsProgress: boolean }): Sender {
  const streams = sizedStreams();
  if (streams === "fetch") return streamSender;
  if (hasOwnFetch) return blobSender;
  if (streams === "node:http") return nodeHttpSender;
  return showsProgress && canSendByXhr() ? xhrSender : blobSender;
}

/** What ends one PUT. */
interface PutLimits {
  /** Longest time without progress, in milliseconds. */
  timeoutMs: number;
  /** Longest time of the whole, in milliseconds; undefined for no limit. */
  uploadTimeoutMs: number | undefined;
  deadline: Deadline;
  signal: AbortSignal | undefined;
}

/** A PUT, and what sends it. */
interface Put extends Omit<StoreRequest, "signal"> {
  sender: Sender;
}

/** Sends a PUT once, in at most `uploadTimeoutMs`. */
async function putWithin(limits: PutLimits, put: Put): Promise<void> {
  const { what } = put;
  const { uploadTimeoutMs, deadline, signal } = limits;
  if (deadline.passesWithin(0)) throw deadline.error(what, { requestSent: false });
  if (uploadTimeoutMs === undefined) return putWhileProgressing(limits, put);
  const timeUp = () => timeoutError(what, `not done within uploadTimeoutMs = ${uploadTimeoutMs} ms`);
  return runAttempt((attemptSignal) => putWhileProgressing({ ...limits, signal: attemptSignal }, put), {
    what,
    timeoutMs: uploadTimeoutMs,
    deadline,
    signal,
    trace: { sent: true },
    timeUp,
  });
}

/** Ends the PUT when there is no progress for `timeoutMs`. */
function putWhileProgressing({ timeoutMs, deadline, signal }: PutLimits, put: Put): Promise<void> {
  const { what, sender, recording } = put;
  return runAttempt((attemptSignal, onProgress) => putOnce(put, attemptSignal, onProgress), {
    what,
    timeoutMs: sender.showsProgress ? timeoutMs : unseenMs(timeoutMs, recording.sizeBytes),
    deadline,
    signal,
    trace: { sent: true },
    timeUp: () => timeoutError(what, `no progress for timeoutMs = ${timeoutMs} ms`),
  });
}

/** Where progress cannot be seen, each MiB that is begun adds the time in which its progress would be due. */
function unseenMs(timeoutMs: number, sizeBytes: number): number {
  return timeoutMs * Math.ceil(sizeBytes / (1024 * 1024));
}

async function putOnce({ sender, ...put }: Put, signal: AbortSignal, onProgress: () => void): Promise<void> {
  const onSent = (sentBytes: number) => {
    onProgress();
    put.onSent(sentBytes);
  };
  checkStored(await sender.send({ ...put, signal, onSent }), put.what);
}

function timeoutError(what: string, why: string): TimeoutError {
  return new TimeoutError(`${what}: ${why}.`, { kind: "upload", requestSent: true });
}
