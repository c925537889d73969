/** What is done, in the order in which it was done, for one reader. */
export class AsyncQueue<T> {
  readonly #items: T[] = [];
  #isClosed = false;
  #wake: (() => void) | undefined;

  add(item: T): void {
    this.#items.push(item);
    this.#wake?.();
  }

  /** Nothing more will come. */
  close(): void {
    this.#isClosed = true;
    this.#wake?.();
  }

  /** The next item; undefined when all were taken and nothing more will come. */
  async take(): Promise<T | undefined> {
    while (this.#items.length === 0 && !this.#isClosed) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.#items.shift();
  }
}
