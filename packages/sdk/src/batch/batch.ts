/** Many recordings through the whole flow, a few at a time, each outcome as it comes. */

import type { FlowDependencies } from "../analysis/flow.js";
import { abortError } from "../http/timers.js";
import type { BatchOutcome, ResolvedBatchOptions } from "./batch-options.js";
import { BatchRun } from "./batch-run.js";
import type { InputReader } from "./input-reader.js";

/**
 * The outcomes, in the order in which the inputs settle. An abort ends what is under way, gives its
 * outcomes, and then throws; a reader that leaves ends what is under way too.
 *
 * @throws {AbortError} when the signal was aborted
 */
export async function* runBatch(
  feed: InputReader,
  options: ResolvedBatchOptions,
  steps: FlowDependencies,
): AsyncGenerator<BatchOutcome<unknown>, void, void> {
  const { signal } = options;
  const run = new BatchRun(feed, options, steps);
  const onAbort = () => run.abort(signal?.reason);
  signal?.addEventListener("abort", onAbort);
  if (signal?.aborted) onAbort();
  try {
    yield* run.outcomes();
    if (signal?.aborted) throw abortError(signal, false, { what: "The batch" });
  } finally {
    signal?.removeEventListener("abort", onAbort);
    run.abort(new Error("The batch was left before its end."));
    await run.settled();
  }
}
