import { frozenCopy } from "../core/frozen-copy.js";
import { type Match, matches } from "../core/match.js";
import { checkOperation, type OperationName } from "../core/operations.js";
import type { RequestAttributes } from "../domain/request-attributes.js";

/** Holds every request that matches, before the service does anything about it, until it is released. */
export interface Gate {
  /** How many requests it holds now. A request that is aborted leaves. */
  readonly held: number;
  /** Resolves once a request is held. @throws {Error} when the gate is released before one is */
  reached(): Promise<void>;
  /** Lets all through, and removes the gate. */
  release(): void;
}

/** The gates of a service. */
export class Gates {
  #gates: StandingGate[] = [];

  /** False as long as there are none, which is all that a request asks then. */
  get isEmpty(): boolean {
    return this.#gates.length === 0;
  }

  /** Puts up a gate for an operation. @throws {RangeError} when there is no such operation */
  hold(operation: OperationName, match: Match = {}): Gate {
    checkOperation(operation);
    const gate = new StandingGate(operation, frozenCopy(match), () => this.#remove(gate));
    this.#gates.push(gate);
    return gate;
  }

  /** Lets a request through once every gate that holds it is released. @throws the signal's reason when it aborts */
  async pass(facts: RequestAttributes, signal?: AbortSignal): Promise<void> {
    for (const gate of this.#gates) {
      if (gate.concerns(facts)) await gate.hold(signal);
    }
  }

  /** Releases every gate. */
  releaseAll(): void {
    for (const gate of this.#gates) gate.release();
  }

  #remove(gate: StandingGate): void {
    this.#gates = this.#gates.filter((other) => other !== gate);
  }
}

interface Waiting {
  resolve(): void;
  reject(reason: unknown): void;
}

class StandingGate implements Gate {
  readonly #operation: OperationName;
  readonly #match: Match;
  readonly #remove: () => void;
  readonly #requests = new Set<() => void>();
  #waiting: Waiting[] = [];
  #state: "standing" | "reached" | "released" = "standing";

  constructor(operation: OperationName, match: Match, remove: () => void) {
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
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  release(): void {
    this.#remove();
    for (const letThrough of this.#requests) letThrough();
    this.#requests.clear();
    if (this.#state === "standing") this.#state = "released";
    for (const { reject } of this.#waiting) reject(this.#neverReached());
    this.#waiting = [];
  }

  concerns(facts: RequestAttributes): boolean {
    return facts.operation === this.#operation && matches(this.#match, facts);
  }

  hold(signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    return new Promise((resolve, reject) => {
      const requests = this.#requests;
      requests.add(letThrough);
      signal?.addEventListener("abort", leave, { once: true });
      this.#reach();
      function letThrough() {
        signal?.removeEventListener("abort", leave);
        resolve();
      }
      function leave() {
        requests.delete(letThrough);
        reject(signal?.reason);
      }
    });
  }

  #reach(): void {
    this.#state = "reached";
    for (const { resolve } of this.#waiting) resolve();
    this.#waiting = [];
  }

  #neverReached(): Error {
    const match = JSON.stringify(this.#match);
    return new Error(`The gate for ${this.#operation} ${match} was released before a request reached it.`);
  }
}
