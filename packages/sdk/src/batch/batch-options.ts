/** The inputs, options and outcomes of a batch. */
import type { AnalyzeFileInput } from "../calls.js";
import type { AnyUdfs, CompletedCall } from "../contract/types.js";
import { fileFieldsOf } from "../flow/call-fields.js";
import type { Journal } from "../flow/journal.js";
import type { PollOptions } from "../flow/poll.js";
import { type FlowEvent, flowRules } from "../flow/run.js";
import type { RequestOptions } from "../request/requests.js";
import { anAbortSignal, check, overZero, type Rules, rule, someText, trueOrFalse } from "../rules.js";
import type { UploadProgress } from "../upload/progress.js";

/** An input of a batch. */
export interface BatchInput<Udfs = AnyUdfs> extends AnalyzeFileInput<Udfs> {
  /** Its identity in the journal. @default a digest of the recording's bytes and the call's fields */
  key?: string | undefined;
}

/** The type of an input's user-defined fields. */
export type UdfsOf<Input> = Input extends { udfs?: infer Udfs } ? NonUndefined<Udfs> : AnyUdfs;

type NonUndefined<Udfs> = Exclude<Udfs, undefined> extends infer Given extends object ? Given : AnyUdfs;

/** The outcome of an input. `input` is the one that you passed, with its type. `key` is its identity in the journal. */
export type BatchOutcome<Input = BatchInput> =
  | { index: number; key?: string; input: Input; ok: true; result: CompletedCall<UdfsOf<Input>>; error?: undefined }
  | { index: number; key?: string; input: Input; ok: false; result?: undefined; error: Error };

/**
 * The options of a batch; the client's apply where they are missing. `deadlineMs` limits the flow of each input, and `timeoutMs`
 * each request.
 *
 * Unless `retry.maxAttempts` is set, an upload is tried for about ten minutes. A create request that is refused, or gets no connection, uses up no attempt for ten minutes. If the
 * policy allows only one attempt, as with `retry: false`, it fails its input at once. The input is not uncertain, because the
 * status proves that no call was created.
 */
export interface BatchOptions extends RequestOptions {
  /** How many recordings to upload and create calls for at a time. @default 4 */
  concurrency?: number | undefined;
  /** How many analyses to wait for at a time. At most `concurrency` more inputs are uploaded ahead. @default 100 */
  pollConcurrency?: number | undefined;
  /** How many calls to create per second at most, evenly spaced. @default no limit */
  createsPerSecond?: number | undefined;
  /** Takes no further input after a failure, and finishes the inputs in flight. @default false */
  stopOnError?: boolean | undefined;
  /**
   * The batch stops after this many uncertain create requests in a row, each after a successful read. Infinity never stops
   * it. @default 3
   */
  stopAfterUncertain?: number | undefined;
  /** Shuts the batch down gracefully: create requests in flight finish, and other inputs end without an outcome. */
  stopSignal?: AbortSignal | undefined;
  /**
   * With it, the call of each input is created only once, whatever happens, and a second run continues where the first
   * stopped.
   * @default none
   */
  journal?: Journal | undefined;
  /** How to wait for analyses. The batch adapts the pauses that neither you nor the client set to the calls completed so far. */
  poll?: Partial<PollOptions> | undefined;
  /** Called at each stage of each input. The batch does not wait for it, and ignores its errors. */
  onEvent?: ((event: FlowEvent & { index: number }) => void) | undefined;
  /** Called while each recording is sent: at 0, at least once per MiB, and at the end. */
  onProgress?: ((progress: UploadProgress & { index: number }) => void) | undefined;
}

const aCount = rule(
  "a whole number of at least 1",
  (value) => value === Infinity || (Number.isInteger(value) && Number(value) >= 1),
);

const { key: _key, recreate: _recreate, ...sharedRules } = flowRules;

export const batchRules: Rules<keyof BatchOptions> = {
  ...sharedRules,
  concurrency: aCount,
  pollConcurrency: aCount,
  createsPerSecond: overZero,
  stopOnError: trueOrFalse,
  stopAfterUncertain: aCount,
  stopSignal: anAbortSignal,
};

/** The parts of an input that are sent. */
export type InputCopy = ReturnType<typeof copyOf>;

/**
 * Made when an input is taken: the caller may change the object afterwards, or use it again.
 *
 * @throws {ConfigurationError} that names the field
 */
export function copyOf(input: BatchInput<object | null>) {
  const fields = fileFieldsOf(input, ["key"]);
  const { file, filename, contentType, key } = input;
  if (key !== undefined) check("key", key, someText);
  return { file, filename, contentType, key, fields };
}
