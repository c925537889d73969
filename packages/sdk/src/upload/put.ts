/**
 * The upload of a recording, from the source to the store: its media type and size are found, a grant is asked for,
 * and the recording is put to the grant's signed address. Failed attempts are repeated where that can help.
 */
import type { UploadGrant } from "../contract/types.js";
import { CallAnalysisError } from "../errors/call-analysis-error.js";
import { UploadError } from "../errors/flow-errors.js";
import { ConnectionError, TimeoutError } from "../errors/request-errors.js";
import type { FlowContext, FlowDependencies } from "../flow/flow-context.js";
import { withRetries } from "../request/attempts.js";
import { type Deadline, runLimited } from "../request/deadline.js";
import { redactUrl } from "../request/redaction.js";
import {
  type InternalRequestOptions,
  internal,
  type RequestOptions,
  resolveRetry,
} from "../request/request-options.js";
import { createUploadUrl } from "../resources/call-requests.js";
import { sizedStreams } from "../runtime.js";
import { ProgressReport, type UploadProgress } from "./progress.js";
import { blobSender, streamSender } from "./send-by-fetch.js";
import { nodeHttpSender } from "./send-by-node-http.js";
import { canSendByXhr, xhrSender } from "./send-by-xhr.js";
import { type Recording, type RecordingOptions, type RecordingSource, resolveRecording } from "./source.js";
import { checkStored, type Sender, withoutQueryOf } from "./store.js";

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

/** What an upload takes besides its source, and the flow that it is part of. */
export interface PutOptions extends RecordingOptions {
  context: FlowContext;
  onProgress: ((progress: UploadProgress) => void) | undefined;
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
  const { context } = options;
  const { signal } = context;
  const deadline = context.deadlineOfOperation();
  const resolve = () => resolveRecording(source, { ...options, signal, deadline });
  const recording = await context.atStage("grant", resolve);
  const put = async () => new Upload(dependencies, recording, options).putWithRetries();
  const { key, publicUrl } = await context.atStage("upload", put);
  const { filename, contentType, sizeBytes } = recording;
  return { key, publicUrl, filename, contentType, sizeBytes };
}

/** One upload, with its grant. */
class Upload {
  readonly #dependencies: FlowDependencies;
  readonly #recording: Recording;
  readonly #options: PutOptions;
  readonly #request: InternalRequestOptions;
  readonly #deadline: Deadline;
  readonly #progress: ProgressReport;
  #grant: UploadGrant | undefined;
  #isGrantReplaced = false;

  constructor(dependencies: FlowDependencies, recording: Recording, options: PutOptions) {
    this.#dependencies = dependencies;
    this.#recording = recording;
    this.#options = options;
    this.#request = options.context.requestOptions("upload");
    this.#deadline = options.context.deadlineOfOperation();
    this.#progress = new ProgressReport(recording.sizeBytes, options.onProgress);
  }

  /** Returns the grant that was used. */
  async putWithRetries(): Promise<UploadGrant> {
    const { filename, isRepeatable } = this.#recording;
    const { log, retry } = this.#dependencies;
    const { signal, retry: changes, [internal]: { onRetry } = {} } = this.#request;
    const policy = resolveRetry(changes, retry);
    // Outside the attempts of the PUT: this request has its own attempts.
    this.#grant = await this.#askForGrant();
    const grant = await withRetries(() => this.#putWithGrant(), {
      what: `The upload of "${filename}"`,
      policy: isRepeatable ? policy : { ...policy, maxAttempts: 1 },
      repeat: "always",
      deadline: this.#deadline,
      signal,
      log,
      onRetry,
    }).catch((error: unknown) => {
      throw isRepeatable ? error : withAdvice(error);
    });
    this.#progress.done();
    log("debug", () => `Stored ${filename} with PUT ${grant.presignedUrl}`);
    return grant;
  }

  async #askForGrant(changes: Pick<RequestOptions, "retry"> = {}): Promise<UploadGrant> {
    const { context } = this.#options;
    const { filename, contentType, sizeBytes } = this.#recording;
    context.emit({ type: "granting", filename, contentType, sizeBytes });
    const ask = async () => {
      const options = { ...context.requestOptions("grant"), ...changes };
      return createUploadUrl(this.#dependencies.requests, { filename, contentType }, options);
    };
    const grant = await context.atStage("grant", ask);
    context.emit({ type: "uploading", filename, contentType, sizeBytes });
    return grant;
  }

  async #putWithGrant(): Promise<UploadGrant> {
    for (;;) {
      // No retries here: the surrounding PUT attempt is retried.
      this.#grant ??= await this.#askForGrant({ retry: false });
      const grant = this.#grant;
      try {
        await this.#put(grant.presignedUrl);
        return grant;
      } catch (error) {
        // `withRetries` repeats after a broken connection, after a pause.
        if (!this.#dropGrantAfter(error) || ConnectionError.is(error)) throw error;
      }
    }
  }

  /** Drops the grant, once, when the failure suggests that the store rejected it. Returns whether it did. */
  #dropGrantAfter(failure: unknown): boolean {
    if (this.#isGrantReplaced || !this.#recording.isRepeatable || !suggestsRejectedGrant(failure)) return false;
    this.#isGrantReplaced = true;
    this.#grant = undefined;
    return true;
  }

  /** Sends the PUT once, and ends it when there is no progress for `timeoutMs`. */
  async #put(url: string): Promise<void> {
    const { fetch, hasOwnFetch, secrets } = this.#dependencies;
    const { timeoutMs = this.#dependencies.timeoutMs, signal } = this.#request;
    const { onProgress } = this.#options;
    const recording = this.#recording;
    const deadline = this.#deadline;
    const what = `PUT ${redactUrl(secrets.redact(url))}`;
    if (deadline.passesWithin(0)) throw deadline.error(what, { requestSent: false });
    const redact = (text: string) => withoutQueryOf(url, secrets.redact(text));
    const sender = senderFor({ hasOwnFetch, wantsProgress: onProgress !== undefined });
    const send = async (signal: AbortSignal, restartLimit: () => void) => {
      const onSent = (sentBytes: number) => {
        restartLimit();
        this.#progress.sent(sentBytes);
      };
      const request = { what, url, recording, fetch, redact, signal, onSent };
      checkStored(await sender.send(request), request);
    };
    const limitMs = sender.reportsProgress ? timeoutMs : limitWithoutEventsMs(timeoutMs, recording.sizeBytes);
    const limitText = sender.reportsProgress
      ? `no progress for timeoutMs = ${timeoutMs} ms`
      : `not done within ${limitMs} ms, which is timeoutMs = ${timeoutMs} ms for each MiB`;
    return runLimited(send, {
      what,
      deadline,
      mark: { sent: true },
      signal,
      timeoutMs: limitMs,
      timeUp: () => timeoutError(what, limitText),
    });
  }
}

/** The store may reject a PUT without reading it and close the connection, so the client may never see the response. */
function suggestsRejectedGrant(failure: unknown): boolean {
  if (ConnectionError.is(failure)) return failure.requestSent;
  return UploadError.is(failure) && (failure.status === 403 || /expired/i.test(failure.storeCode ?? ""));
}

/** Says what to do when another attempt could have followed, had the recording been readable again. */
function withAdvice(error: unknown): unknown {
  const isFinal = !CallAnalysisError.is(error) || !(error.isRetryable || suggestsRejectedGrant(error));
  if (isFinal) return error;
  error.message += " The stream cannot be read again, so there was one attempt: pass { open, sizeBytes } for more.";
  return error;
}

/**
 * How recordings are sent here: as a stream where the runtime can send one with its length, else as a Blob by
 * `fetch`, or by XMLHttpRequest where a browser has progress to show.
 */
export function senderFor({ hasOwnFetch, wantsProgress }: { hasOwnFetch: boolean; wantsProgress: boolean }): Sender {
  const streams = sizedStreams();
  if (streams === "fetch") return streamSender;
  if (hasOwnFetch) return blobSender;
  if (streams === "node:http") return nodeHttpSender;
  return wantsProgress && canSendByXhr() ? xhrSender : blobSender;
}

/** Without progress events, allows `timeoutMs` for each MiB or part of one. */
function limitWithoutEventsMs(timeoutMs: number, sizeBytes: number): number {
  return timeoutMs * Math.ceil(sizeBytes / (1024 * 1024));
}

function timeoutError(what: string, why: string): TimeoutError {
  return new TimeoutError(`${what}: ${why}. Raise that limit, or check the network.`, {
    kind: "attempt",
    requestSent: true,
  });
}
