import type { FlowEvent } from "../analysis/events.js";
import { checkFlowOptions, type FlowOptions } from "../analysis/flow-options.js";
import type { AnalyzeFileInput } from "../analysis/submit.js";
import type { CompletedCall, UserDefinedFields } from "../contract/types.js";
import type { ResumeToken } from "../errors/call-analysis-error.js";
import { ConfigurationError } from "../errors/request-errors.js";
import type { Journal } from "./journal.js";

/** What became of one input of a batch. */
export type BatchOutcome<Udfs = UserDefinedFields> =
  | { index: number; input: AnalyzeFileInput<Udfs>; ok: true; result: CompletedCall<Udfs> }
  | {
      index: number;
      input: AnalyzeFileInput<Udfs>;
      ok: false;
      error: Error;
      /** What `calls.resume()` takes to go on, once there is something to go on from. */
      resume?: ResumeToken;
    };

/** A flow's event, and the place of its input in the batch, from 0. */
export type BatchEvent = FlowEvent & { index: number };

/**
 * How a batch goes. `deadlineMs` bounds each input's way, the other limits each request. Once some calls are
 * completed, the others are first looked at when one in five would be, unless `poll` sets any of the pauses.
 */
export interface BatchOptions extends Omit<FlowOptions, "onEvent" | "onProgress"> {
  /** How many recordings are uploaded at once; 1 or more. @default 4 */
  concurrency?: number | undefined;
  /** How many analyses are waited for at once; uploads hold back when there are more. 1 or more. @default 100 */
  pollConcurrency?: number | undefined;
  /** Takes no further input after a failure; what is under way is brought to its end. @default false */
  stopOnError?: boolean | undefined;
  /** Hears of each stage of each input. */
  onEvent?: ((event: BatchEvent) => void) | undefined;
  /** Remembers how far each input has come, such as `fileJournal()` of `@call-analysis/sdk/node`. */
  journal?: Journal | undefined;
}

/** A batch's options with their defaults. */
export type ResolvedBatchOptions = BatchOptions &
  Required<Pick<BatchOptions, "stopOnError">> & { concurrency: number; pollConcurrency: number };

/** @throws {ConfigurationError} that names the option */
export function resolveBatchOptions(options: BatchOptions): ResolvedBatchOptions {
  const { concurrency = 4, pollConcurrency = 100, stopOnError = false } = options;
  checkCount("concurrency", concurrency);
  checkCount("pollConcurrency", pollConcurrency);
  // Said now, not input by input.
  checkFlowOptions(options);
  return { ...options, concurrency, pollConcurrency, stopOnError };
}

function checkCount(name: string, value: number): void {
  if (value === Number.POSITIVE_INFINITY || (Number.isInteger(value) && value >= 1)) return;
  throw new ConfigurationError(`${name} must be a whole number of at least 1, and is ${String(value)}.`);
}
