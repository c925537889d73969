/** The service's time, which may be moved. Nothing in the fake waits: what is due is computed when it is read. */
export interface Clock {
  /** The time, in milliseconds since 1970. */
  now(): number;
  /** Moves the time on by so many milliseconds. @throws {RangeError} when it would leave the years 1970 to 9999 */
  advance(milliseconds: number): void;
  /** Moves the time to a moment: a `Date`, milliseconds since 1970, or an ISO-8601 string. */
  set(time: Date | number | string): void;
  /** Takes back every `advance` and `set`. */
  reset(): void;
  /** What it takes to go on from here later. */
  state(): ClockState;
  /** Goes on from a state of this or of another clock. */
  restore(state: ClockState): void;
}

/** A clock at a moment. */
export interface ClockState {
  /** The time, in milliseconds since 1970. */
  nowMs: number;
  /** How far the time is before the machine's, in milliseconds; null for a clock that stands still. */
  offsetMs: number | null;
}

/** `"system"` follows `Date.now()`; `{ startAt }` stands still but for `advance` and `set`. */
export type ClockOption = "system" | { startAt: Date | number | string };

const latestMs = Date.UTC(9999, 11, 31);

/**
 * Makes the clock that an option asks for.
 *
 * @param speed milliseconds of a system clock for each of the machine's; a standing clock has none
 */
export function createClock(option: ClockOption, speed = 1): Clock {
  if (option === "system") return new SystemClock(speed);
  return new StandingClock(momentOf(option.startAt));
}

/** Reads `Date.now()` at each call, so that a test's fake `Date` is followed. */
class SystemClock implements Clock {
  readonly #speed: number;
  #startMs = Date.now();
  #offsetMs = 0;

  constructor(speed: number) {
    this.#speed = speed;
  }

  now(): number {
    const machineMs = Date.now();
    return machineMs + this.#offsetMs + (machineMs - this.#startMs) * (this.#speed - 1);
  }

  advance(milliseconds: number): void {
    this.set(this.now() + duration(milliseconds));
  }

  set(time: Date | number | string): void {
    this.#offsetMs += momentOf(time) - this.now();
  }

  reset(): void {
    this.#startMs = Date.now();
    this.#offsetMs = 0;
  }

  state(): ClockState {
    const nowMs = this.now();
    return { nowMs, offsetMs: nowMs - Date.now() };
  }

  restore({ nowMs, offsetMs }: ClockState): void {
    this.set(offsetMs === null ? nowMs : Date.now() + offsetMs);
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
    this.set(this.#nowMs + duration(milliseconds));
  }

  set(time: Date | number | string): void {
    this.#nowMs = momentOf(time);
  }

  reset(): void {
    this.#nowMs = this.#startMs;
  }

  state(): ClockState {
    return { nowMs: this.#nowMs, offsetMs: null };
  }

  restore({ nowMs }: ClockState): void {
    this.set(nowMs);
  }
}

function duration(milliseconds: number): number {
  if (Number.isFinite(milliseconds)) return milliseconds;
  throw new TypeError(`The clock cannot advance by ${milliseconds}: give a number of milliseconds.`);
}

function momentOf(time: Date | number | string): number {
  const milliseconds = typeof time === "number" ? time : new Date(time).getTime();
  if (Number.isNaN(milliseconds)) {
    throw new TypeError(
      `The clock cannot be set to ${String(time)}: give a Date, milliseconds, or an ISO-8601 string.`,
    );
  }
  if (milliseconds >= 0 && milliseconds <= latestMs) return milliseconds;
  throw new RangeError(`The clock cannot be moved to ${milliseconds} ms: it goes from the year 1970 to 9999.`);
}
