/**
 * Tells subscribers of `node:diagnostics_channel` about each flow, stage and attempt. There are three tracing channels:
 * `call-analysis:flow`, `call-analysis:stage` and `call-analysis:attempt`. Without a subscriber nothing is made for them.
 */
import { CallAnalysisError } from "../errors/call-analysis-error.js";
import { builtinModule } from "../runtime.js";
import { isText } from "../value-kinds.js";
import { callSafely } from "./callback.js";

/** What the messages of all three channels have. None has a key, a query or anything of a recording or its analysis. */
export interface TracedWork {
  /** Why the work failed; set before `error` is published. */
  error?: TracedError | undefined;
  /**
   * Set by a subscriber of `start` that wants the work to run in its own context, such as OpenTelemetry's: a function
   * that calls the one that it is given, at once. Call the one that another subscriber has set before, inside yours.
   */
  run?: ((work: () => Promise<unknown>) => unknown) | undefined;
}

/** The message of `call-analysis:flow`: a method of `sdk.calls` that makes several requests, or one input of a batch. */
export interface TracedFlow extends TracedWork {
  /** The method's name; `analyzeFiles` for each input of a batch. */
  flow: "upload" | "submitFile" | "analyzeFile" | "analyzeUrl" | "waitForAnalysis" | "resume" | "analyzeFiles";
  /** Of an input of a batch: its index. */
  index?: number | undefined;
  /** Once the flow has succeeded with a call. */
  callId?: string | undefined;
}

/** The message of `call-analysis:stage`: a stage of a flow. The stage `upload` contains the stage `grant`. */
export interface TracedStage extends TracedWork {
  /** As in the `stage` of errors, except for `wait`, which they call `poll`. */
  stage: "grant" | "upload" | "create" | "wait";
  /** Of `wait` from the start; of `create` once it has succeeded. */
  callId?: string | undefined;
}

/** The message of `call-analysis:attempt`: one request on the wire, to the service or to the store. */
export interface TracedAttempt extends TracedWork {
  /** The operationId, such as `createCall`, or `uploadRecording`. */
  operation: string;
  method: string;
  /** The address without query, user and keys. */
  url: string;
  /** The path with the names of its parameters, such as `/v1/calls/{callId}/analysis`; absent at the store. */
  urlTemplate?: string | undefined;
  /** From 1: how often this request was sent, this time included. */
  attempt: number;
  /** The status of a response that succeeded; that of another one is in `error`. */
  status?: number | undefined;
}

/** What a message says of an error: nothing that could contain a key, a query, or a recording's analysis. @inline */
export interface TracedError {
  /** The name of the error's class. */
  name: string;
  /** The error's message, if the error is one of this package: then no key is in it. */
  message: string;
  /** Absent for errors that are not of this package. */
  stack?: string | undefined;
  code?: string | undefined;
  /** The status of the response. */
  status?: number | undefined;
}

interface Messages {
  flow: TracedFlow;
  stage: TracedStage;
  attempt: TracedAttempt;
}

type Kind = keyof Messages;

/** The parts of Node's `Channel` and `TracingChannel` that are used. */
interface Channel {
  subscribe(listener: (message: unknown) => void): void;
  unsubscribe(listener: (message: unknown) => void): void;
}
interface TracingChannel {
  start: Channel;
  asyncEnd: Channel;
  hasSubscribers?: boolean;
  tracePromise(work: () => Promise<void>, message: object): Promise<void>;
}
interface DiagnosticsChannel {
  tracingChannel?: (name: string) => TracingChannel;
}

const channels: Partial<Record<Kind, TracingChannel | null>> = {};

/** The channel of a kind, which all copies of this package share; null where the runtime has none. Looked up once. */
export function tracingChannelOf(kind: Kind): TracingChannel | null {
  const known = channels[kind];
  if (known !== undefined) return known;
  const diagnostics = builtinModule<DiagnosticsChannel>("node:diagnostics_channel");
  const channel = diagnostics?.tracingChannel?.(`call-analysis:${kind}`) ?? null;
  channels[kind] = channel;
  return channel;
}

/**
 * Runs work, and publishes its start, its end and its failure. What a subscriber does never changes the outcome.
 *
 * @param describe makes the message, if anyone listens
 */
export function traced<K extends Kind, T>(
  kind: K,
  work: () => Promise<T>,
  { describe }: { describe: () => Messages[K] },
): Promise<T> {
  const channel = tracingChannelOf(kind);
  // Bun's channels do not tell whether anyone listens.
  return channel && channel.hasSubscribers !== false ? publish(channel, work, describe()) : work();
}

async function publish<T>(channel: TracingChannel, work: () => Promise<T>, message: TracedWork): Promise<T> {
  let outcome: Promise<T> | undefined;
  // Once, whatever `run` does: it may throw, or forget to call it.
  const runOnce = () => {
    outcome ??= work();
    return outcome;
  };
  const observe = async () => {
    callSafely(message.run, runOnce);
    try {
      Object.assign(message, describeResult(await runOnce()));
    } catch (error) {
      // Only this is published: the error itself may hold an analysis, and a token with a signed address.
      throw describeError(error);
    }
  };
  try {
    await channel.tracePromise(observe, message);
  } catch {
    // The work's own error follows; what else fails, such as a store that is bound to the channel, is not the caller's.
  }
  return runOnce();
}

/** The id of its call, and the status of its response. */
function describeResult(result: unknown): object {
  const { callId, response } = Object(result);
  return { ...(isText(callId) && { callId }), ...(response && { status: Number(response.status) }) };
}

function describeError(error: unknown): TracedError {
  if (!CallAnalysisError.is(error)) return { name: Object(error).constructor?.name, message: foreign };
  // Those that follow a response have its status.
  const { name, message, stack, code, status } = error as CallAnalysisError & { status?: number };
  return { name, message, stack, code, status };
}

const foreign = "An error of your own code, whose text may contain a key.";
