/** The signed PUT of a recording, and the meaning of the store's response. */
import { CallAnalysisError, ResponseFormatError, TimeoutError, UploadError } from "../errors.js";
import type { FlowRun } from "../flow/run.js";
import { provesNothingSent, streamSenders } from "../for-servers.js";
import type { Settings } from "../options.js";
import { connectionError } from "../request/connection-error.js";
import { endedBy, runUntil } from "../request/limits.js";
import { Redactor } from "../request/redact.js";
import { isRedirect, largestErrorBytes, readAtMost } from "../request/response.js";
import { retryAfterMs } from "../request/retry.js";
import type { Sender, StoreResponse } from "./put.js";
import { blobByFetch } from "./put-by-fetch.js";
import { blobByXhr } from "./put-by-xhr.js";
import type { Recording } from "./recording.js";

/** Sends the PUT once. Aborts it if there is no progress for `timeoutMs`. */
export async function putOnce(
  { requests: { settings }, limits, options }: FlowRun,
  recording: Recording,
  { url, attempt, report }: { url: string; attempt: number; report: (sentBytes: number) => void },
): Promise<void> {
  const redactor = redactorOf(url, settings);
  const what = `PUT ${redactor.text(url).replace(/[?#].*/, "")}`;
  const { timeoutMs = settings.timeoutMs } = options;
  const { send, showsProgress } = senderFor(settings);
  // Without progress events, the time counts for each MiB.
  const limitMs = showsProgress ? timeoutMs : timeoutMs * Math.ceil(recording.sizeBytes / 2 ** 20);
  const stopped = (by: "timeout" | "limits") =>
    by === "limits"
      ? endedBy(limits, what, { requestSent: true })
      : new TimeoutError(`${what}: no progress within ${limitMs} ms. Raise timeoutMs, or check the network.`, {
          kind: "attempt",
          requestSent: true,
        });
  const work = async (signal: AbortSignal, onProgress: () => void) => {
    const onSent = (sentBytes: number) => {
      onProgress();
      // The end is reported when the store has confirmed it.
      if (sentBytes < recording.sizeBytes) report(sentBytes);
    };
    try {
      const { response, isComplete } = await send({ url, recording, signal, settings, onSent });
      // A response that breaks off has said with its status what happened.
      const { text, end } = await readAtMost(response, largestErrorBytes);
      checkStored(what, response, { text: redactor.text(text), isCut: end === "cut", isComplete, attempt });
      return response.status;
    } catch (failure) {
      if (CallAnalysisError.is(failure)) throw failure;
      throw connectionError(what, failure, { redactor, requestSent: !provesNothingSent(failure) });
    }
  };
  const log = (end: unknown) => settings.log("debug", () => `${what}: attempt ${attempt}: ${end}`);
  try {
    log(await runUntil(work, { limits, timeoutMs: limitMs, stopped }));
  } catch (error) {
    if (CallAnalysisError.is(error)) error.attempts = attempt;
    log(error);
    throw error;
  }
}

/** Chooses the way to send a recording. Each way says whether the runtime supports it. */
function senderFor(settings: Settings): Sender {
  const ways = [...streamSenders, blobByXhr];
  return ways.find((way) => way.isAvailable(settings)) ?? blobByFetch;
}

/** Removes the values of the signed URL, which a store may quote without the URL. */
function redactorOf(url: string, settings: Settings): Redactor {
  const redactor = new Redactor(settings.redactor);
  for (const value of new URL(url).searchParams.values()) if (value.length >= 6) redactor.add(value);
  return redactor;
}

/**
 * The beginnings of store codes after which the stores' own clients retry a 400: the connection was too slow, or there were too many
 * requests.
 */
const retryableCodes =
  /^(RequestTimeout|TimeoutError|PriorRequestNotComplete|SlowDown|BandwidthLimit|RequestLimit|RequestThrottled|Throttl|TooManyRequests)/;

/** @throws {UploadError} unless the store received the whole recording */
function checkStored(
  what: string,
  response: StoreResponse["response"],
  { text, isCut, isComplete, attempt }: { text: string; isCut: boolean; isComplete: boolean; attempt: number },
): void {
  const { status, headers } = response;
  const failed = (found: string, details?: Partial<UploadError>) =>
    new UploadError(`${what}: the store responded with ${found}.`, { status: status || undefined, ...details });
  if (isRedirect(response)) throw failed("a redirect");
  if (isCut) {
    const message = `${what}: the store responded with ${status} and a body over 256 KiB.`;
    throw new ResponseFormatError(message, { status, requestId: null, excerpt: "" });
  }
  const isSuccess = status >= 200 && status < 300;
  if (isSuccess && isComplete) return;
  // The store cannot have the whole recording: a cut one would be analysed, and billed.
  if (isSuccess) throw failed(`${status} before the whole recording was sent`, { isRetryable: true });
  // In the XML of S3, or in JSON.
  const storeCode = /(?:<Code>|"code"\s*:\s*")([^<"]{1,100})[<"]/i.exec(text)?.[1];
  // The URL may have expired during the upload. One more attempt gets a new URL.
  const mayHaveExpired = status === 403 || /expired/i.test(storeCode ?? "");
  const isTemporary = (mayHaveExpired && attempt === 1) || retryableCodes.test(storeCode ?? "");
  throw failed(`${status}${storeCode ? ` (${storeCode})` : ""}`, {
    storeCode,
    retryAfterMs: retryAfterMs(headers),
    ...(isTemporary && { isRetryable: true }),
  });
}
