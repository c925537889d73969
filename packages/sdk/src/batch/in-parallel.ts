/** Processes several items at once, and yields each result as soon as it is ready. */
import { onAbort } from "../request/limits.js";

interface ParallelOptions<In, Out> {
  /**
   * The maximum number of items that are in flight, or finished but not yet taken. A slow caller slows the source down.
   */
  limit: number;
  /** Once it is aborted, no further item is read. */
  until?: AbortSignal;
  /** Must not throw. Nothing is yielded if it returns undefined. */
  work: (item: In) => Promise<Out | undefined>;
}

/**
 * Leaves its source open, because that may be waiting for its next item.
 *
 * @throws the source's error, after all results
 */
export async function* inParallel<In, Out>(
  source: AsyncGenerator<In, void, void>,
  { limit, until, work }: ParallelOptions<In, Out>,
): AsyncGenerator<Out, void, void> {
  const results: Out[] = [];
  let running = 0;
  let isReading = false;
  let isOver = false;
  let failure: { error: unknown } | undefined;
  let wake = () => {};
  const change = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
    });
  /** Reads an item if there is room for one, and works on it while the next ones are read. */
  const takeNext = async () => {
    if (isReading || isOver || running + results.length >= limit) return;
    isReading = true;
    const next = await source.next().catch((error: unknown) => {
      failure = { error };
    });
    isReading = false;
    if (next && !next.done) {
      running += 1;
      // First, because the source may reuse the item.
      const working = work(next.value);
      void takeNext();
      const result = await working;
      running -= 1;
      if (result !== undefined) results.push(result);
      void takeNext();
    } else isOver = true;
    wake();
  };
  const unlink = onAbort(until, () => {
    isOver = true;
    wake();
  });
  try {
    for (;;) {
      const result = results.shift();
      void takeNext();
      if (result !== undefined) yield result;
      else if (isOver && running === 0) break;
      else await change();
    }
    if (failure) throw failure.error;
  } finally {
    unlink();
    while (running > 0) await change();
  }
}
