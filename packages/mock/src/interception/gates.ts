/** Gates: a test holds requests, and releases them when it is ready. */
import { frozenCopy } from "../core/frozen-copy.js";
import { type AnyMatch, checkMatch, type Match, matches } from "../core/match.js";
import { checkOperation, type OperationName } from "../core/operations.js";
import type { RequestAttributes } from "../domain/request-attributes.js";

/** Holds every request that matches, before the service does anything with it, until the gate is released. */
export interface Gate {
  readonly id: string;
  /** How many requests it holds now. A request that is aborted no longer counts. */
  readonly held: number;
  /** Resolves once a request is held. @throws {Error} when the gate is released before one is */
  reached(): Promise<void>;
  /** Releases all held requests, and removes the gate. */
  release(): void;
}

/** Which requests a gate holds. */
interface GateDefinition {
  readonly id: string;
  readonly operation: OperationName;
  readonly match: AnyMatch;
}

/** A gate as it is listed. */
export interface ListedGate extends GateDefinition {
  /** How many requests it holds now. */
  readonly held: number;
}

/** The gates of a service. */
export class Gates {
  #gates: RequestGate[] = [];
  #count = 0;

  /** Whether there are none; then a request's attributes need not be read. */
  get isEmpty(): boolean {
    return this.#gates.length === 0;
  }

  /**
   * Adds a gate for an operation.
   *
   * @throws {RangeError} when there is no such operation
   * @throws {TypeError} when its requests have no field of that name
   * @throws {MockServiceError} when no request can have a value of the match
   */
  hold<Operation extends OperationName>(operation: Operation, match?: Match<Operation>): Gate {
    checkOperation(operation);
    checkMatch(match ?? {}, { operation });
    this.#count += 1;
    const id = `gate-${this.#count}`;
    const gate = new RequestGate({ id, operation, match: frozenCopy(match ?? {}) }, () => this.#remove(gate));
    this.#gates.push(gate);
    return gate;
  }

  /** All gates that are not released, in the order in which they were added. */
  list(): ListedGate[] {
    return this.#gates.map(({ definition, held }) => ({ ...definition, held }));
  }

  /** The gate with an id; undefined when there is none, or it is released. */
  get(id: string): Gate | undefined {
    return this.#gates.find((gate) => gate.id === id);
  }

  /** Resolves once every gate that holds a request is released. @throws the signal's reason when it aborts */
  async pass(attributes: RequestAttributes, signal?: AbortSignal): Promise<void> {
    // The gates of now: a later one does not hold this request, and one that was released meanwhile no longer does.
    for (const gate of [...this.#gates]) {
      if (this.#gates.includes(gate) && gate.concerns(attributes)) await gate.hold(signal);
    }
  }

  /** Releases every gate, and counts their ids from the beginning again. */
  reset(): void {
    for (const gate of this.#gates) gate.release();
    this.#count = 0;
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
  readonly definition: GateDefinition;
  readonly #remove: () => void;
  readonly #requests = new Set<() => void>();
  #waiters: Waiter[] = [];
  #state: "waiting" | "reached" | "released" = "waiting";

  constructor(definition: GateDefinition, remove: () => void) {
    this.definition = definition;
    this.#remove = remove;
  }

  get id(): string {
    return this.definition.id;
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
    return attributes.operation === this.definition.operation && matches(this.definition.match, attributes);
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
    const { operation, match } = this.definition;
    return new Error(`The gate for ${operation} ${JSON.stringify(match)} was released before a request reached it.`);
  }
}
