import { hash } from "./random.js";

/** Gives requests their ids, such as `req_5f0c1a2b-3`: every request has one, so they are a count and not a hash each. */
export class RequestIds {
  readonly #prefix: string;
  #count = 0;

  constructor(seed: number) {
    this.#prefix = `req_${hash(seed, "request").slice(0, 8)}`;
  }

  next(): string {
    this.#count += 1;
    return `${this.#prefix}-${this.#count}`;
  }

  /** Starts to count again. */
  reset(): void {
    this.#count = 0;
  }
}
