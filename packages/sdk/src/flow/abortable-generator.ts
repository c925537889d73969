/** Async generators that you can leave at any time: `return()` does not wait until a pending `next()` has its item. */

import { onAbortOf } from "../request/timers.js";

/**
 * The same items, in a generator whose `return()` ends the work at once. What a pending `next()` then fails with is not
 * reported: it is done. It has `Symbol.asyncDispose` where the runtime has that symbol.
 *
 * @param signal the caller's, heeded from the first `next()` to the end
 * @param abort ends the work, so that a pending `next()` settles soon
 */
export function abortable<T>(
  items: AsyncGenerator<T, void, void>,
  { signal, abort }: { signal: AbortSignal | undefined; abort: (reason: unknown) => void },
): AsyncGenerator<T, void, void> {
  let isLeft = false;
  async function* untilLeft(): AsyncGenerator<T, void, void> {
    const onAbort = () => abort(signal?.reason);
    const stopListening = onAbortOf(signal, onAbort);
    if (signal?.aborted) onAbort();
    try {
      yield* items;
    } catch (error) {
      if (!isLeft) throw error;
    } finally {
      stopListening();
    }
  }
  const generator = untilLeft();
  const end = generator.return.bind(generator);
  generator.return = (value) => {
    isLeft = true;
    abort(new Error("The loop was ended early."));
    return end(value);
  };
  const { asyncDispose } = Symbol as { asyncDispose?: symbol };
  return Object.assign(generator, asyncDispose && { [asyncDispose]: () => generator.return() });
}
