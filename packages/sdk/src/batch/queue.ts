/** What a batch is scheduled with: a semaphore, a queue of what is finished, and a reader of the inputs. */

import { ConfigurationError } from "../errors/request-errors.js";
import type { BatchInput } from "../record/journal.js";
import { isObject } from "../value-kinds.js";

/** A number of permits, acquired in the order of the requests. */
export class Semaphore {
  #free: number;
  /** In the order of the requests. */
  readonly #waiting = new Set<() => void>();

  constructor(count: number) {
    this.#free = count;
  }

  /** Waits for a permit, at most until the signal is aborted. The function that it returns releases the permit, once. */
  async acquire(signal?: AbortSignal): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1;
    else {
      // An aborted request leaves the queue: its caller has ended the wait already.
      await new Promise<void>((resolve) => {
        this.#waiting.add(resolve);
        signal?.addEventListener("abort", () => this.#waiting.delete(resolve));
      });
    }
    let isHeld = true;
    return () => {
      if (isHeld) this.#release();
      isHeld = false;
    };
  }

  /** The one that waits longest gets the permit. */
  #release(): void {
    const [next] = this.#waiting;
    if (!next) this.#free += 1;
    else if (this.#waiting.delete(next)) next();
  }
}

/** Items for one reader, the first one first. */
export class AsyncQueue<T> {
  readonly #items: T[] = [];
  #isClosed = false;
  #wake: (() => void) | undefined;

  add(item: T): void {
    this.#items.push(item);
    this.#wake?.();
  }

  /** No further item will be added. */
  close(): void {
    this.#isClosed = true;
    this.#wake?.();
  }

  /** The next item, waiting for it; undefined when all were taken and the queue is closed. */
  async take(): Promise<T | undefined> {
    while (this.#items.length === 0 && !this.#isClosed) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.#items.shift();
  }
}

type Input = BatchInput<unknown>;

/** The inputs of a batch, of either kind. */
export type Inputs = Iterable<Input> | AsyncIterable<Input>;

/** Reads inputs one by one, until there are none or the batch is stopped. */
export class InputReader {
  readonly #iterator: Iterator<Input> | AsyncIterator<Input>;
  #isOver = false;
  #onStop: (() => void) | undefined;

  /** @throws {ConfigurationError} when it cannot be iterated */
  constructor(inputs: Inputs) {
    this.#iterator = iteratorOf(inputs);
  }

  /** The next input, once its permits are acquired; undefined when there is none, or after `stop()`. */
  async next(permits: Promise<unknown>): Promise<{ input: Input } | undefined> {
    await this.#unlessStopped(permits);
    if (this.#isOver) return undefined;
    // A source that waits for its next input must not hold up the end.
    const next = await this.#unlessStopped(Promise.resolve(this.#iterator.next()));
    if (next && !next.done) return { input: next.value };
    this.#isOver = true;
    return undefined;
  }

  /** Reads no more, and lets the source close what it has open. */
  stop(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#onStop?.();
    void this.#closeSource();
  }

  /** Not `Promise.race`: its losers would pile up on a promise that lives as long as the batch. */
  #unlessStopped<T>(promise: Promise<T>): Promise<T | undefined> {
    return new Promise((resolve, reject) => {
      this.#onStop = () => resolve(undefined);
      promise.then(resolve, reject);
    });
  }

  async #closeSource(): Promise<void> {
    try {
      await this.#iterator.return?.();
    } catch {
      // Nobody waits for the source any more.
    }
  }
}

function iteratorOf(inputs: Inputs): Iterator<Input> | AsyncIterator<Input> {
  if (isObject(inputs)) {
    if (Symbol.asyncIterator in inputs) return inputs[Symbol.asyncIterator]();
    if (Symbol.iterator in inputs) return inputs[Symbol.iterator]();
  }
  throw new ConfigurationError("analyzeFiles takes an Iterable or AsyncIterable of inputs, such as an array.");
}
