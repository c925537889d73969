/** Gates: a test holds requests, and releases them when it is ready. */
import { frozenCopy } from "../core/frozen-copy.js";
import { type AnyMatch, checkMatch, type Match, matches } from "../core/match.js";
import { checkOperation, type OperationName } from "../core/operations.js";
import type { RequestAttributes } from "../domain/request-attributes.js";

/** Holds every request that matches, before the service does anything with it, until the gate is released. */
export interface Gate {
  /** How many requests it holds now. A request that is aborted no longer counts. */
  readonly held: number;
  /** Resolves once a request is held. @throws {Error} when the gate is released before one is */
  reached(): Promise<void>;
  /** Releases all held requests, and removes the gate. */
  release(): void;
}

/** The gates of a service. */
export class Gates {
  #gates: RequestGate[] = [];

  /** Whether there are none; then a request's attributes need not be read. */
  get isEmpty(): boolean {
    return this.#gates.length === 0;
  }

  /**
   * Adds a gate for an operation.
   *
   * @throws {RangeError} when there is no such operation
   * @throws {TypeError} when its requests have no field of that name
   */
  hold<Operation extends OperationName>(operation: Operation, match?: Match<Operation>): Gate {
    checkOperation(operation);
    checkMatch(match ?? {}, { operation });
    const gate = new RequestGate(operation, frozenCopy(match ?? {}), () => this.#remove(gate));
    this.#gates.push(gate);
    return gate;
  }

  /** Resolves once every gate that holds a request is released. @throws the signal's reason when it aborts */
  async pass(attributes: RequestAttributes, signal?: AbortSignal): Promise<void> {
    // The gates of now: a later one does not hold this request, and one that was released meanwhile no longer does.
    for (const gate of [...this.#gates]) {
      if (this.#gates.includes(gate) && gate.concerns(attributes)) await gate.hold(signal);
    }
  }

  /** Releases every gate. */
  releaseAll(): void {
    for (const gate of this.#gates) gate.release();
  }

  #remove(gate: RequestGate): void {
    this.#gates = this.#gates.filter((other) => other !== gate);
  }
}

/** A caller of `reached()`. */
interface Waiter {
  resolve(): void;
  reject(reason: unknown): void;
}

class RequestGate implements Gate {
  readonly #operation: OperationName;
  readonly #match: AnyMatch;
  readonly #remove: () => void;
  readonly #requests = new Set<() => void>();
  #waiters: Waiter[] = [];
  #state: "waiting" | "reached" | "released" = "waiting";

  constructor(operation: OperationName, match: AnyMatch, remove: () => void) {
    this.#operation = operation;
    this.#match = match;
    this.#remove = remove;
  }

  get held(): number {
    return this.#requests.size;
  }

  reached(): Promise<void> {
    if (this.#state === "reached") return Promise.resolve();
    if (this.#state === "released") return Promise.reject(this.#neverReached());
    return new Promise((resolve, reject) => this.#waiters.push({ resolve, reject }));
  }

  release(): void {
    this.#remove();
    for (const goOn of this.#requests) goOn();
    this.#requests.clear();
    if (this.#state === "waiting") this.#state = "released";
    for (const { reject } of this.#waiters) reject(this.#neverReached());
    this.#waiters = [];
  }

  concerns(attributes: RequestAttributes): boolean {
    return attributes.operation === this.#operation && matches(this.#match, attributes);
  }

  hold(signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    return new Promise((resolve, reject) => {
      const requests = this.#requests;
      requests.add(goOn);
      signal?.addEventListener("abort", leave, { once: true });
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
    for (const { resolve } of this.#waiters) resolve();
    this.#waiters = [];
  }

  #neverReached(): Error {
    const match = JSON.stringify(this.#match);
    return new Error(`The gate for ${this.#operation} ${match} was released before a request reached it.`);
  }
}
