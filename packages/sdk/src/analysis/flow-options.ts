import type { AdaptivePolling } from "../batch/adaptive-polling.js";
import type { ResumeToken } from "../errors/call-analysis-error.js";
import { checkPositive, type RequestOptions } from "../http/request-options.js";
import type { OnProgress } from "../upload/progress.js";
import type { OnEvent } from "./events.js";
import { type PollOptions, resolvePollOptions } from "./poll-options.js";

/** What every flow takes: `deadlineMs` bounds the whole of it, `timeoutMs` and `retry` each request. */
export interface FlowOptions extends Omit<RequestOptions, "onRetry"> {
  /** Hears of the upload: once at 0, at least once a MiB, and at the end. */
  onProgress?: OnProgress | undefined;
  /** Longest time of one PUT, in milliseconds; `timeoutMs` is the longest time without progress. @default none */
  uploadTimeoutMs?: number | undefined;
  /** Hears of each stage. */
  onEvent?: OnEvent | undefined;
  /** How the analysis is waited for. */
  poll?: Partial<PollOptions> | undefined;
}

/** What a batch adds. */
export interface BatchFlowOptions extends FlowOptions {
  /** Keeps each token before the flow goes on. */
  keep?: ((token: ResumeToken) => Promise<void>) | undefined;
  /** What the batch's calls have in common. */
  serviceTimes?: AdaptivePolling | undefined;
}

/**
 * Checks what no single request checks.
 *
 * @throws {ConfigurationError} that names the option
 */
export function checkFlowOptions({
  deadlineMs,
  uploadTimeoutMs,
  poll,
}: Pick<FlowOptions, "deadlineMs" | "uploadTimeoutMs" | "poll">): PollOptions {
  if (deadlineMs !== undefined) checkPositive("deadlineMs", deadlineMs);
  if (uploadTimeoutMs !== undefined) checkPositive("uploadTimeoutMs", uploadTimeoutMs);
  return resolvePollOptions(poll);
}
