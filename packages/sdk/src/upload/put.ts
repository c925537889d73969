/** The signed PUT: no bearer, no redirect, Content-Length always. */
import { UploadError } from "../errors/flow-errors.js";
import { ConfigurationError, TimeoutError } from "../errors/request-errors.js";
import { type AttemptTrace, runAttempt } from "../http/attempt.js";
import { connectionError } from "../http/connection.js";
import { Deadline } from "../http/deadline.js";
import type { Log } from "../http/log.js";
import { redactUrl } from "../http/redaction.js";
import { isRedirect } from "../http/response.js";
import type { RetryPolicy } from "../http/retry.js";
import { describeRetry, type OnRetry, withRetries } from "../http/retry-loop.js";
import type { Fetch } from "../http/transport.js";
import { openBody } from "./body.js";
import { type OnProgress, ProgressReport } from "./progress.js";
import type { Recording } from "./source.js";

/** What bounds a PUT. */
export interface PutOptions {
  /** Longest time without progress, in milliseconds. */
  timeoutMs: number;
  /** Longest time of one PUT, in milliseconds. @default none */
  uploadTimeoutMs: number | undefined;
  deadlineMs: number | undefined;
  retry: RetryPolicy;
  signal: AbortSignal | undefined;
  onProgress: OnProgress | undefined;
  onRetry: OnRetry | undefined;
}

/** What a PUT is done with. */
export interface PutParts {
  fetch: Fetch;
  log: Log;
}

/**
 * Puts a recording to its signed address, from the start again where that can help.
 *
 * @throws {UploadError} when the store refuses it
 * @throws {ConnectionError} {@link TimeoutError} {@link AbortError}
 */
export async function putRecording(
  presignedUrl: string,
  recording: Recording,
  options: PutOptions,
  parts: PutParts,
): Promise<void> {
  const what = `PUT ${redactUrl(presignedUrl)}`;
  const progress = new ProgressReport(recording.sizeBytes, options.onProgress);
  const deadline = new Deadline(options.deadlineMs);
  await withRetries(() => putOnce(presignedUrl, recording, options, { ...parts, what, progress, deadline }), {
    what,
    // What can be read once can be sent once.
    policy: recording.isRepeatable ? options.retry : { ...options.retry, maxAttempts: 1 },
    repeat: "always",
    deadline,
    signal: options.signal,
    onRetry: (retry) => {
      parts.log("info", describeRetry(what, retry));
      options.onRetry?.(retry);
    },
  });
  progress.done();
}

interface PutScope extends PutParts {
  what: string;
  progress: ProgressReport;
  deadline: Deadline;
}

async function putOnce(url: string, recording: Recording, options: PutOptions, scope: PutScope): Promise<void> {
  const { what, progress, deadline } = scope;
  const { timeoutMs, uploadTimeoutMs } = options;
  const trace: AttemptTrace = { sent: false };
  const whileProgressing = (signal: AbortSignal | undefined) =>
    runAttempt(
      (attemptSignal, onProgress) => {
        const onSent = (sentBytes: number) => {
          onProgress();
          progress.sent(sentBytes);
        };
        trace.sent = true;
        return exchange(url, recording, { ...scope, signal: attemptSignal, onSent });
      },
      {
        what,
        trace,
        deadline,
        signal,
        timeoutMs,
        timeUp: () => timeUp(what, `no progress for timeoutMs = ${timeoutMs} ms`),
      },
    );
  if (uploadTimeoutMs === undefined) return whileProgressing(options.signal);
  const tooLong = () => timeUp(what, `not done within uploadTimeoutMs = ${uploadTimeoutMs} ms`);
  const limits = { what, trace, deadline, signal: options.signal, timeoutMs: uploadTimeoutMs, timeUp: tooLong };
  return runAttempt(whileProgressing, limits);
}

async function exchange(
  url: string,
  recording: Recording,
  { fetch, what, signal, onSent }: PutScope & { signal: AbortSignal; onSent: (sentBytes: number) => void },
): Promise<void> {
  onSent(0);
  const body = await openBody(recording, onSent);
  const headers = { "content-type": recording.contentType, ...body.init.headers };
  // Node's fetch keeps a copy of all it sends unless there is no window and redirects are errors.
  const init: RequestInit = {
    ...body.init,
    method: "PUT",
    headers,
    redirect: "error",
    window: null,
    credentials: "omit",
    signal,
  };
  try {
    await checkAnswer(await fetch(url, init), what);
  } catch (failure) {
    throw asUploadFailure(what, failure);
  } finally {
    await body.close();
  }
}

async function checkAnswer(response: Response, what: string): Promise<void> {
  if (isRedirect(response)) throw redirected(what, response.status);
  const text = await response.text();
  if (response.ok) return;
  const storeCode = storeCodeOf(text);
  const message = `${what}: the store refused the recording with ${response.status}${storeCode ? ` (${storeCode})` : ""}.`;
  throw new UploadError(message, { status: response.status, storeCode });
}

function asUploadFailure(what: string, failure: unknown): Error {
  if (UploadError.is(failure)) return failure;
  const cause = failure instanceof Error ? failure.cause : undefined;
  // What the recording's own stream threw comes back through fetch.
  for (const error of [failure, cause]) if (ConfigurationError.is(error)) return error;
  if (cause instanceof Error && /redirect/i.test(cause.message)) return redirected(what);
  return connectionError(what, failure, failure);
}

function redirected(what: string, status?: number): UploadError {
  return new UploadError(`${what}: the store answered with a redirect, which is never followed.`, { status });
}

function timeUp(what: string, why: string): TimeoutError {
  return new TimeoutError(`${what}: ${why}.`, { kind: "upload", requestSent: true });
}

/** S3-like stores say `<Code>SignatureDoesNotMatch</Code>`; others may speak JSON. */
function storeCodeOf(text: string): string | undefined {
  return /<Code>([^<]{1,100})<\/Code>/.exec(text)?.[1] ?? /"code"\s*:\s*"([^"]{1,100})"/i.exec(text)?.[1];
}
