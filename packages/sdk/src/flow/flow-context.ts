/** What all steps of a flow share: its dependencies, its limits, its events, and the stage that its errors name. */

import type { CallAnalysisError, FlowStage, ResumeToken } from "../errors/call-analysis-error.js";
import type { RetryEvent } from "../request/attempts.js";
import { callSafely } from "../request/callback.js";
import type { ClientSettings } from "../request/client-settings.js";
import { Deadline, type Within, withinLimits } from "../request/deadline.js";
import type { Requests } from "../request/request.js";
import {
  type InternalOptions,
  type InternalRequestOptions,
  internal,
  type RequestOptions,
} from "../request/request-options.js";
import type { DelayEvent, FlowEvent } from "./events.js";

/** What every flow gets from its client: its settings, and the way to the service. */
export interface FlowDependencies extends ClientSettings {
  requests: Requests;
}

/** What bounds a flow, and what its events go to: `deadlineMs` is for the whole, the others for each request. */
export interface FlowContextOptions extends RequestOptions, Pick<InternalOptions, "deadline" | "throttleTimeoutMs"> {
  onEvent?: ((event: FlowEvent) => unknown) | undefined;
}

/** One run of a flow. Its deadline counts from here. */
export class FlowContext {
  readonly deadline: Deadline;
  readonly signal: AbortSignal | undefined;
  readonly #options: FlowContextOptions;
  readonly #operationMs: number | undefined;
  /** What the listener has returned, and not finished yet. */
  #pending: Set<Promise<unknown>> | undefined;

  /** @param operationMs the client's deadline of one operation, which counts where the flow has no deadline */
  constructor(options: FlowContextOptions, operationMs?: number) {
    this.#options = options;
    this.#operationMs = operationMs;
    this.signal = options.signal;
    this.deadline = options.deadline ?? new Deadline(options.deadlineMs);
  }

  /**
   * The options of a request at this stage, in the time that is left.
   *
   * @param resume where the flow can go on while the request waits: a creation always says
   * @throws {TimeoutError} of kind `deadline` when none is left
   */
  requestOptions(
    stage: FlowStage,
    { resume, ...further }: { resume?: () => ResumeToken } & Pick<InternalOptions, "deadline" | "guard"> = {},
  ): InternalRequestOptions {
    if (this.deadline.passesWithin(0)) throw this.deadline.error("The flow", { requestSent: false });
    const { signal, timeoutMs, retry, headers, throttleTimeoutMs } = this.#options;
    const tell = (event: DelayEvent) =>
      this.emit({ ...event, stage, ...(resume && { resume: resume() }) } as FlowEvent);
    const onRetry = (notice: RetryEvent) => tell({ type: "retrying", ...notice });
    const onPause = (pauseMs: number) => tell({ type: "paused", pauseMs });
    const deadline = this.deadline.isSet ? this.deadline : undefined;
    return {
      signal,
      timeoutMs,
      retry,
      headers,
      [internal]: { deadline, throttleTimeoutMs, onRetry, onPause, ...further },
    };
  }

  /** The flow's deadline, or else that of one operation which begins now. */
  deadlineOfOperation(): Deadline {
    return this.deadline.isSet ? this.deadline : new Deadline(this.#operationMs);
  }

  /**
   * How something besides requests is waited for, such as a ledger: until the flow's signal or deadline ends that. Without a
   * deadline of the flow it is one operation, whose time begins now.
   */
  withinLimits(): Within {
    const { signal } = this;
    const deadline = this.deadlineOfOperation();
    return (what, work, options) => withinLimits(work, { what, signal, deadline, ...options });
  }

  /** Runs a step of the flow. An error that stops it gets the stage, and the token to go on from. */
  async atStage<T>(stage: FlowStage, work: () => Promise<T>, { resumeFrom }: StageOptions = {}): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw withStage(error, { stage, owner: this, resumeFrom });
    }
  }

  emit(event: FlowEvent): void {
    const told = callSafely(this.#options.onEvent, event);
    if (!told) return;
    this.#pending ??= new Set();
    this.#pending.add(told);
    void told.then(() => this.#pending?.delete(told));
  }

  /**
   * The same after all that the listener has returned before, and waits for what it returns.
   *
   * @throws {TimeoutError} of kind `deadline`
   * @throws {AbortError} when the signal is aborted
   */
  async emitAndWait(event: FlowEvent): Promise<void> {
    await this.#pendingEvents();
    this.emit(event);
    await this.#pendingEvents();
  }

  async #pendingEvents(): Promise<void> {
    const pending = this.#pending;
    if (pending && pending.size > 0) await this.withinLimits()("onEvent", () => Promise.all(pending));
  }
}

/** How a step names where to go on. */
interface StageOptions {
  /** The token to go on from after an error; undefined when there is nothing to go on from yet. */
  resumeFrom?: ((error: unknown) => ResumeToken | undefined) | undefined;
}

/** The run of a flow that has set the stage of an error: it keeps its own errors apart from those of others. */
const ownerOf = new WeakMap<Error, FlowContext>();

/** Foreign errors, such as a middleware's, can also interrupt work that was paid for: they get the same two fields. */
function withStage(
  thrown: unknown,
  { stage, owner, resumeFrom }: StageOptions & { stage: FlowStage; owner: FlowContext },
): unknown {
  if (!(thrown instanceof Error) || !Object.isExtensible(thrown)) return thrown;
  // A middleware may throw the same object in two flows, and each of them has its own token.
  const error = ownerOf.has(thrown) && ownerOf.get(thrown) !== owner ? withoutStage(thrown) : thrown;
  ownerOf.set(error, owner);
  const staged = error as Pick<CallAnalysisError, "stage" | "resume">;
  // An inner step has already set a more exact stage.
  staged.stage ??= stage;
  const resume = staged.resume ?? resumeFrom?.(error);
  if (resume) staged.resume = resume;
  return error;
}

/** A copy of an error, without what another flow has added to it. */
function withoutStage(error: Error): Error {
  const { stage, resume, stack, ...fields } = Object.getOwnPropertyDescriptors(error as CallAnalysisError);
  const copy: Error = Object.setPrototypeOf(new Error(), Object.getPrototypeOf(error));
  Object.defineProperties(copy, fields);
  return Object.assign(copy, { stack: error.stack });
}
