/** What `calls.analyzeFiles()` takes and yields. */

import type { AnyUdfs, CompletedCall } from "../contract/types.js";
import type { ResumeToken } from "../errors/call-analysis-error.js";
import { ConfigurationError } from "../errors/request-errors.js";
import type { FlowEvent } from "../flow/events.js";
import { checkFlowOptions, type FlowOptions, flowOptionNames } from "../flow/flow.js";
import type { NamesOf } from "../known-names.js";
import type { BatchInput, BatchJournal } from "../record/journal.js";
import type { LedgerOptions } from "../record/ledger.js";
import { checkType, numberThatIs, resolveRetry } from "../request/request-options.js";
import type { RetryPolicy } from "../request/retry.js";
import type { UploadProgress } from "../upload/progress.js";
import { hasMethods } from "../value-kinds.js";

/**
 * The outcome of one input of a batch. `key` is its identity in the journal, or the input's own. It can be taken apart:
 * `for await (const { ok, result, error } of outcomes)`.
 */
export type BatchOutcome<Udfs = AnyUdfs> =
  | { index: number; key?: string; input: BatchInput<Udfs>; ok: true; result: CompletedCall<Udfs>; error?: undefined }
  | {
      index: number;
      key?: string;
      input: BatchInput<Udfs>;
      ok: false;
      result?: undefined;
      error: Error;
      /** What `calls.resume()` takes to go on, once there is something to go on from. */
      resume?: ResumeToken;
    };

/** An event of a flow, and the index of its input in the batch, from 0. */
export type BatchEvent = FlowEvent & { index: number };

/**
 * What a batch takes. `deadlineMs` bounds the flow of each input, the other limits each request. Once some calls are
 * completed, the others are first polled when one in five should be completed, unless `poll` sets any of the pauses. For ten
 * minutes 429s use up no attempt of a request, unless `retry`, of the batch or of the client, is false.
 */
export interface BatchOptions extends Omit<FlowOptions, "onEvent" | "onProgress" | keyof LedgerOptions> {
  /**
   * How many recordings are uploaded at once, besides those whose creation another process gave up meanwhile; 1 or more.
   * @default 4
   */
  concurrency?: number | undefined;
  /** How many analyses are waited for at once; at most `concurrency` more inputs are uploaded ahead. 1 or more. @default 100 */
  pollConcurrency?: number | undefined;
  /** Takes no further input after a failure; the inputs that are under way are finished. @default false */
  stopOnError?: boolean | undefined;
  /** Called at each stage of each input. A promise that it returns at `creating` is waited for. */
  onEvent?: ((event: BatchEvent) => unknown) | undefined;
  /** Called while each recording is uploaded, with its input's index: once at 0, at least once a MiB, and at the end. */
  onProgress?: ((progress: UploadProgress & { index: number }) => void) | undefined;
  /** Records how far each input has come, such as `fileJournal()` of `@call-analysis/sdk/node`. */
  journal?: BatchJournal | undefined;
}

/** For how long a request of a batch waits out 429s, which use up no attempt of it, in milliseconds. */
const throttleTimeoutMs = 600_000;

/** A batch's options with their defaults. */
export type ResolvedBatchOptions = BatchOptions & {
  concurrency: number;
  pollConcurrency: number;
  throttleTimeoutMs: number;
};

const { ledger: _ledger, key: _key, ...ofEachFlow } = flowOptionNames;
export const batchOptionNames: NamesOf<BatchOptions> = {
  ...ofEachFlow,
  concurrency: true,
  pollConcurrency: true,
  stopOnError: true,
  journal: true,
};

/**
 * @param clientRetry the client's, below what the options say
 * @throws {ConfigurationError} that names the option
 */
export function resolveBatchOptions(options: BatchOptions, clientRetry: RetryPolicy): ResolvedBatchOptions {
  const { concurrency = 4, pollConcurrency = 100, stopOnError } = options;
  checkCount("concurrency", concurrency);
  checkCount("pollConcurrency", pollConcurrency);
  checkType("boolean", { stopOnError });
  checkJournal(options.journal);
  // Reported once and now, not for each input.
  checkFlowOptions(options);
  const isSingle = resolveRetry(options.retry, clientRetry).maxAttempts === 1;
  return { ...options, concurrency, pollConcurrency, throttleTimeoutMs: isSingle ? 0 : throttleTimeoutMs };
}

function checkJournal(journal: BatchJournal | undefined): void {
  if (journal === undefined || hasMethods(journal, "enter")) return;
  throw new ConfigurationError("journal must be made by fileJournal() of @call-analysis/sdk/node.");
}

const checkCount = numberThatIs(
  "a whole number of at least 1",
  (value) => value >= 1 && (value === Infinity || Number.isInteger(value)),
);
