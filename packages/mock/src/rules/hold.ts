/** The requests that a rule holds. */
import { untilAborted } from "../core/pause.js";

/** The requests that a rule holds now, and the callers that wait for the first of them. */
export class HeldRequests {
  readonly #describe: () => string;
  readonly #requests = new Set<() => void>();
  readonly #first: Promise<void>;
  #tellReached = () => {};
  #tellReleased: (error: Error) => void = () => {};

  /** @param describe names the held requests, for the error of a wait */
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

  /** Resolves once a request is held. @throws {Error} if the rule is removed first */
  reached(): Promise<void> {
    return this.#first;
  }

  /** Releases every request. */
  letGo(): void {
    for (const goOn of this.#requests) goOn();
    this.#requests.clear();
  }

  /** Releases every request, and rejects the waits for one. */
  release(event = "was released"): void {
    this.letGo();
    this.#tellReleased(new Error(`No request reached the gate for ${this.#describe()}: the gate ${event} first.`));
  }

  /** Resolves once the request is released. @throws the signal's reason if it is aborted */
  async hold(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    let goOn = () => {};
    const released = new Promise<void>((resolve) => (goOn = resolve));
    this.#requests.add(goOn);
    this.#tellReached();
    await Promise.race([released, untilAborted(signal)]).finally(() => this.#requests.delete(goOn));
  }
}
