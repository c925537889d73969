/**
 * Batches: analyse many recordings at once, with the public client alone. `batch/run.ts` has the steps of each input,
 * and `batch/gate.ts` decides when uploads and create requests start.
 */
import { type BatchInput, type BatchOptions, type BatchOutcome, batchRules } from "./batch/batch-options.js";
import { Batch } from "./batch/run.js";
import type { CallAnalysis } from "./client.js";
import { check, checkOptions, rule } from "./rules.js";

export type { BatchInput, BatchOptions, BatchOutcome, UdfsOf } from "./batch/batch-options.js";

const aClient = rule("a CallAnalysis", (value) => typeof Object(value).withOptions === "function");
const anIterable = rule(
  "an Iterable or AsyncIterable, such as an array",
  (value) => typeof value !== "string" && (Symbol.asyncIterator in Object(value) || Symbol.iterator in Object(value)),
);

/**
 * Analyses many recordings, and yields each outcome as soon as it is ready. One failure does not affect the others.
 * Leaving the loop stops the batch at once.
 *
 * @throws {ConfigurationError} for an invalid option, at once
 * @throws {AbortError} when `signal` was aborted, after the outcomes of the inputs in flight
 * @throws {SubmissionUncertainError} when an outage stopped the batch, or the error of a failed read. The message says
 *   how many inputs were not started.
 *
 * @example
 * for await (const { input, ok, result, error } of analyzeFiles(sdk, inputs, { journal }))
 *   console.log(input.filename, ok ? result.analysis.score : error.message);
 */
export function analyzeFiles<Input extends BatchInput<object | null>>(
  sdk: CallAnalysis,
  inputs: Iterable<Input> | AsyncIterable<Input>,
  options: BatchOptions = {},
): AsyncGenerator<BatchOutcome<Input>, void, void> {
  checkOptions("analyzeFiles()", options, batchRules);
  check("sdk", sdk, aClient);
  check("inputs", inputs, anIterable);
  // An outcome has the very input that went in, and `Udfs` is the caller's type: the fields are not checked.
  return new Batch(sdk, inputs, options).run() as AsyncGenerator<BatchOutcome<Input>, void, void>;
}
