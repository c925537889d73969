import { TimeoutError } from "../errors/request-errors.js";
import { now } from "./timers.js";

/** The moment by which an operation, with all its attempts and pauses, must have ended. */
export class Deadline {
  readonly #limitMs: number;
  readonly #atMs: number;

  /** @param limitMs from now; undefined for no limit */
  constructor(limitMs: number | undefined) {
    this.#limitMs = limitMs ?? Number.POSITIVE_INFINITY;
    this.#atMs = limitMs === undefined ? Number.POSITIVE_INFINITY : now() + limitMs;
  }

  /** How long is left, in milliseconds; 0 when it has passed, Infinity when there is no limit. */
  remainingMs(): number {
    return this.#atMs === Number.POSITIVE_INFINITY ? this.#atMs : Math.max(0, this.#atMs - now());
  }

  /** For a request's `deadlineMs`: what is left, or undefined when there is no limit. */
  asOption(): number | undefined {
    return this.#limitMs === Number.POSITIVE_INFINITY ? undefined : this.remainingMs();
  }

  /** Whether nothing can begin after a pause of that length. */
  passesWithin(pauseMs: number): boolean {
    return pauseMs >= this.remainingMs();
  }

  error(what: string, facts: { cause?: unknown; requestSent: boolean; attempts?: number }): TimeoutError {
    const message = `${what} was not done within deadlineMs = ${Math.round(this.#limitMs)} ms. Raise it, or see \`cause\`, if any, for what held it up.`;
    return new TimeoutError(message, { kind: "deadline", ...facts });
  }
}
