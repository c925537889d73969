/** Processes several items at once, and yields each result as soon as it is ready. */
import { onAbort, runSafely, unlimited } from "../request/limits.js";

/** How long a source may take to end, in milliseconds. */
const closingMs = 1_000;

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

/** @throws the source's error, after all results */
export async function* inParallel<In, Out>(
  source: AsyncGenerator<In, void, void>,
  { limit, until, work }: ParallelOptions<In, Out>,
): AsyncGenerator<Out, void, void> {
  const results: Out[] = [];
  const running = new Set<Promise<void>>();
  let isReading = false;
  let isOver = false;
  let failure: { error: unknown } | undefined;
  let wake = () => {};
  const isClosed = () => isOver || until?.aborted === true;
  const readAll = async () => {
    if (isReading) return;
    isReading = true;
    while (!isClosed() && running.size + results.length < limit) {
      const next = await source.next().catch((error: unknown) => {
        failure = { error };
      });
      if (next && !next.done) start(next.value);
      else isOver = true;
      wake();
    }
    isReading = false;
  };
  const start = (item: In) => {
    const job: Promise<void> = work(item).then((result) => {
      if (result !== undefined) results.push(result);
      running.delete(job);
      wake();
      void readAll();
    });
    running.add(job);
  };
  const unlink = onAbort(until, () => wake());
  try {
    for (;;) {
      const result = results.shift();
      void readAll();
      if (result !== undefined) yield result;
      else if (isClosed() && running.size === 0) break;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
    if (failure) throw failure.error;
  } finally {
    unlink();
    await Promise.all(running);
    const closing = source.return().catch(() => {});
    // A source that waits for its next item, or does not end, must not hold up the end.
    if (!isReading) await runSafely(() => closing, { limits: unlimited, timeoutMs: closingMs, onFailure() {} });
  }
}
