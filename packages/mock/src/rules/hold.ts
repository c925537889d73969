/** The requests that a rule holds. */

/** A caller of `reached()`. */
interface Waiter {
  resolve(): void;
  reject(reason: unknown): void;
}

/** The requests that a rule holds now, and who waits for the first of them. */
export class HeldRequests {
  readonly #describe: () => string;
  readonly #requests = new Set<() => void>();
  readonly #waiters: Waiter[] = [];
  #state: "waiting" | "reached" | "released" = "waiting";

  /** @param describe what is held, for the error of who waits in vain */
  constructor(describe: () => string) {
    this.#describe = describe;
  }

  get count(): number {
    return this.#requests.size;
  }

  /** Resolves once a request is held. @throws {Error} when the rule goes before one is */
  reached(): Promise<void> {
    if (this.#state === "reached") return Promise.resolve();
    if (this.#state === "released") return Promise.reject(this.#neverReached());
    return new Promise((resolve, reject) => this.#waiters.push({ resolve, reject }));
  }

  /** Lets every request go on. */
  letGo(): void {
    for (const goOn of this.#requests) goOn();
    this.#requests.clear();
  }

  /** Lets every request go on, and tells those who wait for one that none will come. */
  release(): void {
    this.letGo();
    if (this.#state === "waiting") this.#state = "released";
    for (const { reject } of this.#waiters.splice(0)) reject(this.#neverReached());
  }

  /** Resolves once the request may go on. @throws the signal's reason when it aborts */
  hold(signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    return new Promise((resolve, reject) => {
      const requests = this.#requests;
      requests.add(goOn);
      signal?.addEventListener("abort", leave);
      this.#reach();
      function goOn() {
        signal?.removeEventListener("abort", leave);
        resolve();
      }
      function leave() {
        requests.delete(goOn);
        reject(signal?.reason);
      }
    });
  }

  #reach(): void {
    this.#state = "reached";
    for (const { resolve } of this.#waiters.splice(0)) resolve();
  }

  #neverReached(): Error {
    return new Error(`The gate for ${this.#describe()} was released before a request reached it.`);
  }
}
