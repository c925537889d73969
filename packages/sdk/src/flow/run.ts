/** One run of a flow: its limits, its events, and the stage of its errors. */
import type { CallStatus } from "../contract/types.js";
import { CallAnalysisError, ConfigurationError, type FlowStage, type ResumeToken } from "../errors.js";
import { ThrownByCaller } from "../request/hooks.js";
import { startLimits } from "../request/limits.js";
import { ignoreFailure } from "../request/log.js";
import { type FlowRequestOptions, type RequestOptions, type Requests, requestRules } from "../request/requests.js";
import type { Retry } from "../request/retry.js";
import { aFunction, checkOptions, type Rules, someText, trueOrFalse, withMethods } from "../rules.js";
import type { UploadProgress } from "../upload/progress.js";
import type { Journal } from "./journal.js";
import { type PollOptions, pollRule, resolvePollOptions } from "./poll.js";

/** An event of a flow. To continue after a crash, pass the latest `resume` of its events to `calls.resume()`. */
export type FlowEvent =
  | { type: "granting" | "uploading"; filename: string; contentType: string; sizeBytes: number }
  | { type: "uploaded"; publicUrl: string; sizeBytes: number; resume: ResumeToken }
  /** From here on, the call may exist. */
  | { type: "creating"; resume: ResumeToken }
  /** The status is missing if the journal already had the call. */
  | { type: "created"; callId: string; status?: CallStatus; resume: ResumeToken }
  | { type: "polling"; callId: string; status: CallStatus; poll: number }
  | { type: "retrying"; stage: FlowStage; attempt: number; pauseMs: number; error: unknown }
  | { type: "completed"; callId: string; status: CallStatus };

/**
 * The options of every flow. `deadlineMs` limits the whole flow. `timeoutMs` and `retry` apply to each request. A
 * failed poll is not retried, because the next poll replaces it: see `poll.toleratedFailures`.
 */
export interface FlowOptions extends RequestOptions {
  /** Called while the recording is uploaded: at 0, at least once per MiB, and at the end. */
  onProgress?: ((progress: UploadProgress) => void) | undefined;
  /** Called at each stage. The flow does not wait for it, and ignores its errors. */
  onEvent?: ((event: FlowEvent) => void) | undefined;
  /** How to wait for the analysis. */
  poll?: Partial<PollOptions> | undefined;
  /** Records created calls, so that each call is created only once. @default none */
  journal?: Journal | undefined;
  /**
   * Identifies the call in the journal. The default key of `analyzeUrl` and `submitUrl` contains the whole URL, so pass
   * your own key if the URL gets a new signature each time.
   * @default a digest of the recording, or of its URL, and of the call's fields
   */
  key?: string | undefined;
  /** True creates the call even if an earlier attempt may have created it. @default false */
  recreate?: boolean | undefined;
}

export const flowRules: Rules<keyof FlowOptions> = {
  ...requestRules,
  onProgress: aFunction,
  onEvent: aFunction,
  poll: pollRule,
  journal: withMethods("claim", "created", "released"),
  key: someText,
  recreate: trueOrFalse,
};

export type FlowRun = ReturnType<typeof startFlow>;

export interface FlowStart {
  requests: Requests;
  /** The name of the method, for messages. */
  name: string;
  options?: FlowOptions | undefined;
  /** The rules for its options. @default the rules of most flows */
  rules?: Rules | undefined;
}

/** Runs a flow within its limits. */
export async function runFlow<T>(start: FlowStart, work: (run: FlowRun) => Promise<T>): Promise<T> {
  const run = startFlow(start);
  try {
    return await work(run);
  } finally {
    run.limits.end();
  }
}

/** @throws {ConfigurationError} that names the option, before anything is sent */
export function startFlow(start: FlowStart) {
  checkFlowOptions(start);
  const { requests, options = {} } = start;
  const { settings } = requests;
  const { timeoutMs, retry, headers, onEvent } = options;
  const poll = resolvePollOptions(options.poll, settings.poll);
  const limits = startLimits(options, settings.deadlineMs);
  const emit = (event: FlowEvent) => ignoreFailure(() => onEvent?.(event));
  /** The options of a request at this stage. */
  const forStage = (stage: FlowStage): FlowRequestOptions => ({
    timeoutMs,
    retry,
    headers,
    limits,
    onRetry: (again: Retry) => emit({ type: "retrying", stage, ...again }),
  });
  return { requests, limits, options, poll, emit, forStage, atStage };
}

/** @throws {ConfigurationError} that names the option */
export function checkFlowOptions({ name, options = {}, rules = flowRules }: FlowStart): void {
  checkOptions(`calls.${name}()`, options, rules);
  if (options.key !== undefined && options.journal === undefined)
    throw new ConfigurationError("key needs a journal. Pass both.");
}

/** Runs a step. An error that stops the step gets its stage, and a token to continue from. */
async function atStage<T>(stage: FlowStage, work: () => Promise<T>, resume?: ResumeToken): Promise<T> {
  try {
    return await work();
  } catch (failure) {
    throw stagedError(failure, stage, resume);
  }
}

/**
 * The error that stops a flow. An error from the caller's own code becomes the cause, because several flows may share
 * it.
 */
export function stagedError(failure: unknown, stage: FlowStage, resume: ResumeToken | undefined): CallAnalysisError {
  const cause = failure instanceof ThrownByCaller ? failure.thrown : failure;
  const error = CallAnalysisError.is(failure)
    ? failure
    : new ConfigurationError(String(Object(cause).message ?? cause), { cause });
  // An inner step has already set a more exact stage.
  error.stage ??= stage;
  const token = error.resume ?? resume;
  if (token) error.resume = token;
  return error;
}
