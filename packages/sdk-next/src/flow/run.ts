/** One run of a flow: its limits, its events, and the stage that its errors name. */
import type { CallStatus } from "../contract/types.js";
import { type CallAnalysisError, ConfigurationError, type FlowStage, type ResumeToken } from "../errors.js";
import { checkNames } from "../known-names.js";
import { checkHeaders, checkPositive } from "../options.js";
import { type Limits, startLimits } from "../request/limits.js";
import {
  type FlowRequestOptions,
  type RequestOptions,
  type Requests,
  requestOptionNames,
} from "../request/requests.js";
import { type Retry, resolveRetry } from "../request/retry.js";
import type { UploadProgress } from "../upload/progress.js";
import type { Journal } from "./journal.js";
import { type PollOptions, resolvePollOptions } from "./poll.js";

/** What a flow tells while it runs. `resume` is what `calls.resume()` takes to go on from there. */
export type FlowEvent =
  | { type: "granting" | "uploading"; filename: string; contentType: string; sizeBytes: number }
  | { type: "uploaded"; publicUrl: string; sizeBytes: number; resume: ResumeToken }
  | { type: "creating" }
  | { type: "created"; callId: string; status?: CallStatus; resume: ResumeToken }
  | { type: "polling"; callId: string; status: CallStatus; poll: number }
  | { type: "retrying"; stage: FlowStage; attempt: number; pauseMs: number; error: unknown }
  | { type: "completed"; callId: string; status: CallStatus };

/** What every flow takes: `deadlineMs` bounds the whole of it, `timeoutMs` and `retry` each request. */
export interface FlowOptions extends RequestOptions {
  /** Called while the recording is sent: once at 0, at least once a MiB, and at the end. */
  onProgress?: ((progress: UploadProgress) => void) | undefined;
  /** Called at each stage. What it throws never breaks the flow, and nothing waits for it. */
  onEvent?: ((event: FlowEvent) => void) | undefined;
  /** How the analysis is waited for. */
  poll?: Partial<PollOptions> | undefined;
  /** Asked before the call is created, and told the outcome: with it a call is created once, whatever happens. @default none */
  journal?: Journal | undefined;
  /** The identity of the call in the journal. @default the digest of the recording and the call's fields */
  key?: string | undefined;
  /** Creates the call although an earlier attempt may have created it. @default false */
  recreate?: boolean | undefined;
}

export const flowOptionNames = [
  ...requestOptionNames,
  "onProgress",
  "onEvent",
  "poll",
  "journal",
  "key",
  "recreate",
] as const;

export interface FlowRun {
  requests: Requests;
  limits: Limits;
  options: FlowOptions;
  poll: PollOptions;
  emit(event: FlowEvent): void;
  /** The options of a request at this stage. */
  forStage(stage: FlowStage): FlowRequestOptions;
  /** Runs a step. An error that stops it gets the stage, and the token to go on from. */
  atStage<T>(
    stage: FlowStage,
    work: () => Promise<T>,
    resume?: (error: unknown) => ResumeToken | undefined,
  ): Promise<T>;
}

export interface FlowStart {
  requests: Requests;
  /** Of the method, for messages. */
  name: string;
  options?: FlowOptions | undefined;
  /** Of the options. @default those of most flows */
  names?: readonly string[];
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
export function startFlow(start: FlowStart): FlowRun {
  checkFlowOptions(start);
  const { requests, options = {} } = start;
  const { settings } = requests;
  const { timeoutMs, deadlineMs = settings.deadlineMs, retry, headers, signal, onEvent } = options;
  const poll = resolvePollOptions(options.poll, settings.poll);
  const limits = startLimits({ signal, deadlineMs });
  const emit = (event: FlowEvent) => {
    try {
      // A promise of it that is rejected must not end the process.
      Promise.resolve(onEvent?.(event)).catch(() => {});
    } catch {
      // An error of the caller's own code.
    }
  };
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
export function checkFlowOptions({ name, options = {}, names = flowOptionNames }: FlowStart): void {
  checkNames(`calls.${name}()`, options, names);
  const { onEvent, onProgress, timeoutMs, deadlineMs, retry, headers, journal, key } = options;
  for (const [name, callback] of Object.entries({ onEvent, onProgress }))
    if (callback !== undefined && typeof callback !== "function")
      throw new ConfigurationError(`${name} must be a function.`);
  for (const [name, limit] of Object.entries({ timeoutMs, deadlineMs })) checkPositive(name, limit ?? Infinity);
  resolveRetry(retry);
  checkHeaders(headers);
  if (key !== undefined && (typeof key !== "string" || key === ""))
    throw new ConfigurationError("key must be a non-empty string.");
  if (key !== undefined && journal === undefined) throw new ConfigurationError("key needs a journal. Pass both.");
  if (journal !== undefined && !["claim", "created", "released"].every((name) => isMethod(journal, name)))
    throw new ConfigurationError("journal must have the methods claim, created and released.");
}

function isMethod(value: object | null, name: string): boolean {
  return typeof (value as Record<string, unknown> | null)?.[name] === "function";
}

async function atStage<T>(
  stage: FlowStage,
  work: () => Promise<T>,
  resume?: (error: unknown) => ResumeToken | undefined,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // What a hook throws is the caller's own, and may have no room for a field.
    if (error instanceof Error && Object.isExtensible(error)) {
      const staged = error as Partial<Pick<CallAnalysisError, "stage" | "resume">>;
      // An inner step has already set a more exact stage.
      staged.stage ??= stage;
      const token = staged.resume ?? resume?.(error);
      if (token) staged.resume = token;
    }
    throw error;
  }
}
