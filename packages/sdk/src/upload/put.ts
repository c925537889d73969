/** The signed PUT, from the start again where that can help. */
import type { UploadGrant } from "../contract/types.js";
import { CallAnalysisError } from "../errors/call-analysis-error.js";
import { UploadError } from "../errors/flow-errors.js";
import { ConnectionError } from "../errors/request-errors.js";
import { Deadline } from "../http/deadline.js";
import type { Fetch } from "../http/exchange.js";
import type { Log } from "../http/log.js";
import { redactUrl } from "../http/redaction.js";
import type { RetryPolicy } from "../http/retry.js";
import { describeRetry, type OnRetry, withRetries } from "../http/retry.js";
import type { Grants } from "./grants.js";
import type { ProgressReport } from "./progress.js";
import { type PutOnceOptions, putOnce } from "./put-once.js";
import { senderFor } from "./sender.js";
import type { Recording } from "./source.js";

/** How a recording is put, and what bounds it. */
export interface PutOptions extends Omit<PutOnceOptions, "deadline"> {
  deadlineMs: number | undefined;
  retry: RetryPolicy;
  progress: ProgressReport;
  onRetry?: OnRetry | undefined;
}

/** What a PUT is done with. */
export interface PutDependencies {
  fetch: Fetch;
  /** Whether `fetch` is the caller's own: then nothing else may send. */
  hasOwnFetch: boolean;
  log: Log;
}

/**
 * Puts a recording to the address of a grant. A grant that the store refuses is replaced once.
 *
 * @returns the grant that was used
 * @throws {UploadError} when the store refuses the second grant too, or for another reason
 * @throws {ConnectionError} {@link TimeoutError} {@link AbortError}
 */
export async function putRecording(
  grants: Grants,
  recording: Recording,
  options: PutOptions,
  parts: PutDependencies,
): Promise<UploadGrant> {
  const what = `The upload of "${recording.filename}"`;
  const { retry, signal, progress } = options;
  const deadline = new Deadline(options.deadlineMs);
  // Asked for outside the attempts: it has attempts of its own.
  await grants.current();
  const attempt = () => putWithGrant(grants, recording, { ...options, deadline }, parts);
  const grant = await withRetries(attempt, {
    what,
    policy: recording.isRepeatable ? retry : { ...retry, maxAttempts: 1 },
    repeat: "always",
    deadline,
    signal,
    onRetry: (notice) => {
      parts.log("info", describeRetry(what, notice));
      options.onRetry?.(notice);
    },
  }).catch((error: unknown) => {
    throw recording.isRepeatable ? error : withAdvice(error);
  });
  progress.done();
  return grant;
}

async function putWithGrant(
  grants: Grants,
  recording: Recording,
  options: PutOptions & PutOnceOptions,
  parts: PutDependencies,
): Promise<UploadGrant> {
  const grant = await grants.current();
  const url = grant.presignedUrl;
  const onSent = (sentBytes: number) => options.progress.sent(sentBytes);
  const sender = senderFor({ ...parts, showsProgress: options.progress.isHeard });
  const put = { what: `PUT ${redactUrl(url)}`, url, recording, fetch: parts.fetch, onSent, sender };
  try {
    await putOnce(put, options);
    return grant;
  } catch (error) {
    const isReplaced = recording.isRepeatable && grants.replaceAfter(error);
    // A connection that was cut is tried again anyway, after a pause.
    if (!isReplaced || ConnectionError.is(error)) throw error;
    return putWithGrant(grants, recording, options, parts);
  }
}

/** An attempt that another could follow, if the recording could be read again. */
function withAdvice(error: unknown): unknown {
  const isFinal = !CallAnalysisError.is(error) || !(error.isRetryable || UploadError.is(error));
  if (isFinal) return error;
  error.message += " The stream cannot be read again, so there was one attempt: pass { open, sizeBytes } for more.";
  return error;
}
