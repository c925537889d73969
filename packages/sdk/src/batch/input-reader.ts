import type { AnalyzeFileInput } from "../analysis/submit.js";
import { ConfigurationError } from "../errors/request-errors.js";

/** The inputs of a batch, of either kind. */
export type BatchInputs<T> = Iterable<T> | AsyncIterable<T>;

type Input = AnalyzeFileInput<unknown>;

/** Inputs, taken one by one when there is room for them, until there are none or nobody wants more. */
export class InputReader {
  readonly #iterator: Iterator<Input> | AsyncIterator<Input>;
  #isOver = false;
  #onStop: (() => void) | undefined;

  /** @throws {ConfigurationError} when it cannot be iterated */
  constructor(inputs: BatchInputs<Input>) {
    this.#iterator = iteratorOf(inputs);
  }

  /** The next input, once there is room; undefined when there is none, or after `stop()`. */
  async next(room: Promise<unknown>): Promise<{ input: Input } | undefined> {
    await this.#unlessStopped(room);
    if (this.#isOver) return undefined;
    // A source that waits for its next input must not hold up the end.
    const next = await this.#unlessStopped(Promise.resolve(this.#iterator.next()));
    if (next && !next.done) return { input: next.value };
    this.#isOver = true;
    return undefined;
  }

  /** Takes no more, and lets the source close what it has open. */
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

function iteratorOf(inputs: BatchInputs<Input>): Iterator<Input> | AsyncIterator<Input> {
  if (typeof inputs === "object" && inputs !== null) {
    if (Symbol.asyncIterator in inputs) return inputs[Symbol.asyncIterator]();
    if (Symbol.iterator in inputs) return inputs[Symbol.iterator]();
  }
  throw new ConfigurationError("analyzeFiles takes an Iterable or AsyncIterable of inputs, such as an array.");
}
