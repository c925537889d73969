/** The inputs, options and outcomes of a batch. */
import type { AnalyzeFileInput } from "../calls.js";
import type { AnyUdfs, CompletedCall } from "../contract/types.js";
import { fileFieldsOf } from "../flow/call-fields.js";
import type { Journal } from "../flow/journal.js";
import type { PollOptions } from "../flow/poll.js";
import { type FlowEvent, flowRules } from "../flow/run.js";
import type { RequestOptions } from "../request/requests.js";
import { anAbortSignal, check, fromOne, overZero, type Rules, someText, trueOrFalse } from "../rules.js";
import type { UploadProgress } from "../upload/progress.js";

/** An input of a batch. */
export interface BatchInput<Udfs = AnyUdfs> extends AnalyzeFileInput<Udfs> {
  /** The input's identity in the journal. @default a digest of the recording's bytes and the call's fields */
  key?: string | undefined;
}

/** The type of an input's user-defined fields. */
export type UdfsOf<Input> = Input extends { udfs?: infer Udfs } ? NonUndefined<Udfs> : AnyUdfs;

type NonUndefined<Udfs> = Exclude<Udfs, undefined> extends infer Given extends object ? Given : AnyUdfs;

/**
 * The outcome of an input. `input` is the object that you passed, with its type. `key` identifies it in the journal.
 */
export type BatchOutcome<Input = BatchInput> =
  | { index: number; key?: string; input: Input; ok: true; result: CompletedCall<UdfsOf<Input>>; error?: undefined }
  | { index: number; key?: string; input: Input; ok: false; result?: undefined; error: Error };

/**
 * The options of a batch. Options that you leave out have the client's values. `deadlineMs` limits each input's whole
 * flow, and `timeoutMs` each request.
 *
 * The batch retries an upload for about ten minutes, unless you set `retry.maxAttempts`. It retries a create request
 * just as long, if the service answers 429 or cannot be reached. With `retry: false`, the input fails at once instead.
 */
export interface BatchOptions extends RequestOptions {
  /** The maximum number of recordings that are uploaded, or whose calls are created, at the same time. @default 4 */
  concurrency?: number | undefined;
  /**
   * The maximum number of analyses to wait for at the same time. Meanwhile at most `concurrency` more inputs are
   * uploaded.
   * @default 100
   */
  pollConcurrency?: number | undefined;
  /** The maximum number of calls to create per second, evenly spaced. @default no limit */
  createsPerSecond?: number | undefined;
  /** True stops taking inputs after a failure. Inputs in flight are finished. @default false */
  stopOnError?: boolean | undefined;
  /**
   * Stops the batch after this many uncertain create requests in a row. Before each of them, a read succeeded.
   * `Infinity` never stops it.
   * @default 3
   */
  stopAfterUncertain?: number | undefined;
  /**
   * Abort this signal to shut the batch down gracefully. Create requests in flight finish. Unfinished inputs have no
   * outcome.
   */
  stopSignal?: AbortSignal | undefined;
  /**
   * Records created calls. Each call is created only once, and a second run continues where the first stopped.
   * @default none
   */
  journal?: Journal | undefined;
  /**
   * How to wait for analyses. If neither you nor the client sets a pause, the batch adapts it to how long earlier calls
   * took.
   */
  poll?: Partial<PollOptions> | undefined;
  /** Called at each stage of each input. The batch does not wait for it, and ignores its errors. */
  onEvent?: ((event: FlowEvent & { index: number }) => void) | undefined;
  /** Called while a recording is uploaded: at 0, at least once per MiB, and at the end. */
  onProgress?: ((progress: UploadProgress & { index: number }) => void) | undefined;
}

const { key: _key, recreate: _recreate, ...sharedRules } = flowRules;

export const batchRules: Rules<keyof BatchOptions> = {
  ...sharedRules,
  concurrency: fromOne,
  pollConcurrency: fromOne,
  createsPerSecond: overZero,
  stopOnError: trueOrFalse,
  stopAfterUncertain: fromOne,
  stopSignal: anAbortSignal,
};

/** The parts of an input that are used. */
export type InputCopy = ReturnType<typeof copyOf>;

/**
 * Copies an input when the batch takes it. The caller may then change or reuse the object.
 *
 * @throws {ConfigurationError} that names the field
 */
export function copyOf(input: BatchInput<object | null>) {
  const fields = fileFieldsOf(input, ["key"]);
  const { file, filename, contentType, key } = input;
  if (key !== undefined) check("key", key, someText);
  return { file, filename, contentType, key, fields };
}
