/** The service's time, which may be moved. Nothing in the fake waits: what is due is computed when it is read. */
export interface Clock {
  /** The time, in milliseconds since 1970. */
  now(): number;
  /** Moves the time on by so many milliseconds. */
  advance(milliseconds: number): void;
  /** Moves the time to a moment: a `Date`, milliseconds since 1970, or an ISO-8601 string. */
  set(time: Date | number | string): void;
  /** Takes back every `advance` and `set`. */
  reset(): void;
}

/** `"system"` follows `Date.now()`; `{ startAt }` stands still but for `advance` and `set`. */
export type ClockOption = "system" | { startAt: Date | number | string };

/** Makes the clock that an option asks for. */
export function createClock(option: ClockOption): Clock {
  if (option === "system") return new SystemClock();
  return new StandingClock(toMilliseconds(option.startAt));
}

/** Reads `Date.now()` at each call, so that a test's fake `Date` is followed. */
class SystemClock implements Clock {
  #offsetMs = 0;

  now(): number {
    return Date.now() + this.#offsetMs;
  }

  advance(milliseconds: number): void {
    this.#offsetMs += duration(milliseconds);
  }

  set(time: Date | number | string): void {
    this.#offsetMs = toMilliseconds(time) - Date.now();
  }

  reset(): void {
    this.#offsetMs = 0;
  }
}

class StandingClock implements Clock {
  readonly #startMs: number;
  #nowMs: number;

  constructor(startMs: number) {
    this.#startMs = startMs;
    this.#nowMs = startMs;
  }

  now(): number {
    return this.#nowMs;
  }

  advance(milliseconds: number): void {
    this.#nowMs += duration(milliseconds);
  }

  set(time: Date | number | string): void {
    this.#nowMs = toMilliseconds(time);
  }

  reset(): void {
    this.#nowMs = this.#startMs;
  }
}

function duration(milliseconds: number): number {
  if (Number.isFinite(milliseconds)) return milliseconds;
  throw new TypeError(`The clock cannot advance by ${milliseconds}: give a number of milliseconds.`);
}

function toMilliseconds(time: Date | number | string): number {
  const milliseconds = new Date(time).getTime();
  if (Number.isFinite(milliseconds)) return milliseconds;
  throw new TypeError(`The clock cannot be set to ${String(time)}: give a Date, milliseconds, or an ISO-8601 string.`);
}
