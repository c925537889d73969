/** The upload of a recording: source → grant → signed PUT. Each attempt has its own grant, since an unused one costs nothing. */
import type { UploadGrant, UploadUrlInput } from "../contract/types.js";
import { CallAnalysisError, ResponseFormatError, TimeoutError, UploadError } from "../errors.js";
import type { FlowRun } from "../flow/run.js";
import { isAllowedScheme, type Settings } from "../options.js";
import { connectionError, provesNothingSent } from "../request/connection-error.js";
import { endedBy, runUntil } from "../request/limits.js";
import { Redactor, withoutQueries } from "../request/redact.js";
import type { ApiPromise, FlowRequestOptions, RequestOptions, Requests } from "../request/requests.js";
import { resolveRetry, retry, retryAfterMs } from "../request/retry.js";
import { progressReporter } from "./progress.js";
import type { Sender, StoreResponse } from "./put.js";
import { blobByFetch, fixedLengthByFetch, streamByFetch } from "./put-by-fetch.js";
import { streamByNodeHttp } from "./put-by-node-http.js";
import { blobByXhr } from "./put-by-xhr.js";
import { openRecording, type Recording, type RecordingOptions, type RecordingSource } from "./source.js";

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

/** Opens a source within the limits of the flow. */
export function openSource(run: FlowRun, source: RecordingSource, options: RecordingOptions): Promise<Recording> {
  const { limits } = run;
  const stopped = () => endedBy(limits, "Opening the recording");
  return run.atStage("grant", () => runUntil(() => openRecording(source, options), { limits, stopped }));
}

/** @throws {UploadError} when the store refuses the recording; {@link RecordingError} when it cannot be read */
export async function uploadRecording(run: FlowRun, recording: Recording): Promise<UploadedRecording> {
  const { requests, limits, options } = run;
  const { filename, contentType, sizeBytes, isRepeatable } = recording;
  const details = { filename, contentType, sizeBytes };
  const report = progressReporter(options.onProgress, sizeBytes);
  const askForGrant = (changes?: Pick<RequestOptions, "retry">) => {
    run.emit({ type: "granting", ...details });
    const request = () =>
      createUploadUrl(requests, { filename, contentType }, { ...run.forStage("grant"), ...changes });
    return run.atStage("grant", request);
  };
  // It has its own attempts.
  let grant = await askForGrant();
  const attemptOnce = async (attempt: number) => {
    if (attempt > 1) grant = await askForGrant({ retry: false });
    run.emit({ type: "uploading", ...details });
    await putOnce(run, recording, { url: grant.presignedUrl, report });
    return grant;
  };
  const policy = resolveRetry(options.retry, requests.settings.retry);
  const { key, publicUrl } = await run.atStage("upload", () =>
    retry(attemptOnce, {
      what: () => `The upload of "${filename}"`,
      policy: isRepeatable ? policy : { ...policy, maxAttempts: 1 },
      isRepeatable: true,
      limits,
      onRetry: (again) => run.emit({ type: "retrying", stage: "upload", ...again }),
    }).catch((error: unknown) => {
      throw isRepeatable ? error : withAdvice(error);
    }),
  );
  report(sizeBytes);
  return { key, publicUrl, ...details };
}

/** Says what to do where another attempt would have followed, could the recording be read again. */
function withAdvice(error: unknown): unknown {
  if (CallAnalysisError.is(error) && error.isRetryable)
    error.message += " The stream cannot be read again: pass { open, sizeBytes } for more attempts.";
  return error;
}

/** Asks for an address, and checks it before a byte of the recording leaves. */
export function createUploadUrl(
  requests: Requests,
  input: UploadUrlInput,
  options?: RequestOptions | FlowRequestOptions,
): ApiPromise<UploadGrant> {
  return requests.data("createUploadUrl", { body: input }, options, (grant, invalid) => {
    const problem = grantProblem(grant, requests.settings);
    if (problem) throw invalid(problem);
    return grant;
  });
}

/** Schemes that no other machine can read a recording from. */
const unreadableSchemes = /^(javascript|data|blob|file):$/;

/** Without the signature, and without a password. */
function grantProblem({ presignedUrl, publicUrl }: UploadGrant, { allowsHttp }: Settings): string | undefined {
  if (typeof presignedUrl !== "string" || !URL.canParse(presignedUrl)) return "no usable `presignedUrl`";
  const url = new URL(presignedUrl);
  if (!isAllowedScheme(url, allowsHttp))
    return `a \`presignedUrl\` at ${url.protocol}//${url.host}, which must be https. See dangerouslyAllowHttp`;
  if (url.username || url.password) return "a `presignedUrl` with a user or a password";
  if (typeof publicUrl !== "string" || !URL.canParse(publicUrl)) return "no absolute `publicUrl`";
  const { protocol } = new URL(publicUrl);
  return unreadableSchemes.test(protocol) ? `a \`publicUrl\` of the scheme ${protocol}` : undefined;
}

/** Sends the PUT once, and ends it when there is no progress for `timeoutMs`. */
async function putOnce(
  { requests: { settings }, limits, options }: FlowRun,
  recording: Recording,
  { url, report }: { url: string; report: (sentBytes: number) => void },
): Promise<void> {
  const redactor = redactorOf(url, settings);
  const what = `PUT ${withoutQueries(redactor.text(url)).replace(/[?#].*/, "")}`;
  const { timeoutMs = settings.timeoutMs } = options;
  const { send, showsProgress } = senderFor(settings);
  // Without progress events, the time counts for each MiB.
  const limitMs = showsProgress ? timeoutMs : timeoutMs * Math.ceil(recording.sizeBytes / 2 ** 20);
  const why = showsProgress ? `no progress for timeoutMs = ${timeoutMs} ms` : `not done within ${limitMs} ms`;
  const stopped = (by: "timeout" | "limits") =>
    by === "limits"
      ? endedBy(limits, what, { requestSent: true })
      : new TimeoutError(`${what}: ${why}. Raise it, or check the network.`, { kind: "attempt", requestSent: true });
  const work = async (signal: AbortSignal, onProgress: () => void) => {
    const onSent = (sentBytes: number) => {
      onProgress();
      // The end is reported when the store has confirmed it.
      if (sentBytes < recording.sizeBytes) report(sentBytes);
    };
    try {
      return await send({ url, recording, signal, settings, onSent });
    } catch (failure) {
      if (CallAnalysisError.is(failure)) throw failure;
      if (isRefusedRedirect(failure)) throw redirected(what);
      throw connectionError(what, failure, { redactor, requestSent: !provesNothingSent(failure) });
    }
  };
  const response = await runUntil(work, { limits, timeoutMs: limitMs, stopped });
  checkStored(what, response, redactor);
}

/** Node's words, and Bun's. */
function isRefusedRedirect(failure: unknown): boolean {
  const { message, cause } = Object(failure);
  return /unexpected ?redirect/i.test(`${message} ${Object(cause).message}`);
}

function redirected(what: string, status?: number): UploadError {
  return new UploadError(`${what}: the store responded with a redirect, which is never followed.`, { status });
}

/** Codes after which the stores' own clients repeat a 400: the connection was too slow, or there were too many requests. */
const retryableCodes =
  /^(RequestTimeout(Exception)?|TimeoutError|PriorRequestNotComplete|SlowDown|BandwidthLimitExceeded|RequestLimitExceeded|RequestThrottled(Exception)?|Throttl(ed|ing)(Exception)?|TooManyRequestsException)$/;

/** @throws {UploadError} unless the store took the whole recording */
function checkStored(what: string, response: StoreResponse, redactor: Redactor): void {
  const { status, headers, text, isRedirect, isComplete } = response;
  if (isRedirect) throw redirected(what, status || undefined);
  if (text === undefined)
    throw new ResponseFormatError(`${what}: ${status} with more than 256 KiB.`, {
      status,
      requestId: null,
      excerpt: "",
    });
  const isSuccess = status >= 200 && status < 300;
  if (isSuccess && isComplete) return;
  if (isSuccess) {
    // Stored or not, the store has another recording: a cut one would be analysed, and billed.
    const message = `${what}: the store responded with ${status} before the whole recording was sent.`;
    throw new UploadError(message, { status, isRetryable: true });
  }
  const shown = redactor.text(text);
  const storeCode = /<Code>([^<]{1,100})<\/Code>/.exec(shown)?.[1] ?? /"code"\s*:\s*"([^"]{1,100})"/i.exec(shown)?.[1];
  // The address may have expired: the next attempt has another one.
  const mayHaveExpired = status === 403 || /expired/i.test(storeCode ?? "");
  const advice = mayHaveExpired ? " Its address may have expired." : "";
  const message = `${what}: the store refused the recording with ${status}${storeCode ? ` (${storeCode})` : ""}.${advice}`;
  const isTemporary = mayHaveExpired || retryableCodes.test(storeCode ?? "");
  throw new UploadError(message, {
    status,
    storeCode,
    retryAfterMs: retryAfterMs(headers),
    ...(isTemporary && { isRetryable: true }),
  });
}

/** A store may quote the values of the signed address without the address. */
function redactorOf(url: string, settings: Settings): Redactor {
  const redactor = new Redactor(settings.redactor);
  for (const value of new URL(url).searchParams.values()) if (value.length >= 6) redactor.add(value);
  return redactor;
}

/** How a recording is sent here: each way says itself whether the runtime has what it needs. */
function senderFor({ hasOwnFetch }: Settings): Sender {
  const ways = hasOwnFetch
    ? [streamByFetch, blobByFetch]
    : [streamByFetch, fixedLengthByFetch, streamByNodeHttp, blobByXhr, blobByFetch];
  return ways.find((way) => way.isAvailable()) ?? blobByFetch;
}
