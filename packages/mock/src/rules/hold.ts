/** The requests that a rule holds. */
import { untilAborted } from "../core/pause.js";

/** The requests that a rule holds now, and who waits for the first of them. */
export class HeldRequests {
  readonly #describe: () => string;
  readonly #requests = new Set<() => void>();
  readonly #first: Promise<void>;
  #tellReached = () => {};
  #tellReleased: (error: Error) => void = () => {};

  /** @param describe what is held, for the error of who waits in vain */
  constructor(describe: () => string) {
    this.#describe = describe;
    this.#first = new Promise((resolve, reject) => {
      this.#tellReached = resolve;
      this.#tellReleased = reject;
    });
    // Most often nobody waits.
    this.#first.catch(() => {});
  }

  get count(): number {
    return this.#requests.size;
  }

  /** Resolves once a request is held. @throws {Error} when the rule goes before one is */
  reached(): Promise<void> {
    return this.#first;
  }

  /** Lets every request go on. */
  letGo(): void {
    for (const goOn of this.#requests) goOn();
    this.#requests.clear();
  }

  /** Lets every request go on, and tells those who wait for one that none will come. */
  release(event = "was released"): void {
    this.letGo();
    this.#tellReleased(new Error(`The gate for ${this.#describe()} ${event} before a request reached it.`));
  }

  /** Resolves once the request may go on. @throws the signal's reason when it aborts */
  async hold(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    let goOn = () => {};
    const released = new Promise<void>((resolve) => (goOn = resolve));
    this.#requests.add(goOn);
    this.#tellReached();
    await Promise.race([released, untilAborted(signal)]).finally(() => this.#requests.delete(goOn));
  }
}
