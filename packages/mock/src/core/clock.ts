/** The service's time, which tests can move. The fake runs no timers for it: what is due is computed when it is read. */
import { parseIsoDateTime } from "./iso-date-time.js";

/** The service's time. */
export interface Clock {
  /** The time, in whole milliseconds since 1970, whatever its speed and however it was moved. */
  now(): number;
  /** Moves the time forward by this many milliseconds, or back by a negative number. @throws {RangeError} when it would leave the years 1970 to 9999 */
  advance(milliseconds: number): void;
  /** Moves the time to a `Date`, milliseconds since 1970, or an ISO-8601 string. */
  set(time: Date | number | string): void;
  /** Undoes every `advance` and `set`. */
  reset(): void;
  /** How many milliseconds go by in one of the machine's; 0 for a clock that stands still. */
  readonly speed: number;
  /** What `restore` needs to continue from here later. */
  state(): ClockState;
  /** Continues from a state of this or of another clock. */
  restore(state: ClockState): void;
}

/** What a clock shows at one time. */
export interface ClockState {
  /** The time, in whole milliseconds since 1970. */
  nowMs: number;
  /** How far the clock is ahead of the machine's, in milliseconds; null for a clock that stands still. */
  offsetMs: number | null;
}

/** `"system"` follows `Date.now()`. `{ startAt }` stands still until `advance` or `set` moves it. */
export type ClockOption = "system" | { startAt: Date | number | string };

/** The latest time of a clock, in milliseconds since 1970. The earliest is 0. */
export const latestClockMs = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/**
 * Creates a clock.
 *
 * @param speed how many milliseconds a system clock advances in one of the machine's; a standing clock ignores it
 */
export function createClock(option: ClockOption, speed = 1): Clock {
  if (option === "system") return new SystemClock(speed);
  return new StandingClock(timeMsOf(option.startAt));
}

/** Reads `Date.now()` at each call, so that it follows a test's fake `Date`. */
class SystemClock implements Clock {
  readonly speed: number;
  #startMs = Date.now();
  #offsetMs = 0;

  constructor(speed: number) {
    this.speed = speed;
  }

  now(): number {
    // A fast clock stands still at the end of its years.
    return Math.min(latestClockMs, Math.floor(this.#exactMs()));
  }

  advance(milliseconds: number): void {
    this.set(this.#exactMs() + duration(milliseconds));
  }

  set(time: Date | number | string): void {
    this.#offsetMs += timeMsOf(time) - this.#exactMs();
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
    // Of a snapshot, the offset may lead anywhere from this machine's time.
    this.set(offsetMs === null ? nowMs : Math.min(latestClockMs, Math.max(0, Date.now() + offsetMs)));
  }

  /** With the fractions that a speed such as 1.5 and moves such as 0.5 ms lead to: they add up. */
  #exactMs(): number {
    const machineMs = Date.now();
    return machineMs + this.#offsetMs + (machineMs - this.#startMs) * (this.speed - 1);
  }
}

class StandingClock implements Clock {
  readonly speed = 0;
  readonly #startMs: number;
  /** With the fractions of moves such as 0.5 ms: they add up. */
  #exactMs: number;

  constructor(startMs: number) {
    this.#startMs = startMs;
    this.#exactMs = startMs;
  }

  now(): number {
    return Math.floor(this.#exactMs);
  }

  advance(milliseconds: number): void {
    this.set(this.#exactMs + duration(milliseconds));
  }

  set(time: Date | number | string): void {
    this.#exactMs = timeMsOf(time);
  }

  reset(): void {
    this.#exactMs = this.#startMs;
  }

  state(): ClockState {
    return { nowMs: this.now(), offsetMs: null };
  }

  restore({ nowMs }: ClockState): void {
    this.set(nowMs);
  }
}

/** The clock of a service. It counts its moves, and calls back before the time goes back. */
export class ServiceClock implements Clock {
  readonly #clock: Clock;
  readonly #beforeGoingBack: () => void;
  #moves = 0;

  constructor(clock: Clock, beforeGoingBack: () => void) {
    this.#clock = clock;
    this.#beforeGoingBack = beforeGoingBack;
  }

  get speed(): number {
    return this.#clock.speed;
  }

  /** How often the time was moved; a part of the state's revision. */
  get moves(): number {
    return this.#moves;
  }

  now(): number {
    return this.#clock.now();
  }

  advance(milliseconds: number): void {
    this.#move(() => this.#clock.advance(milliseconds), milliseconds < 0);
  }

  set(time: Date | number | string): void {
    this.#move(() => this.#clock.set(time), instantOf(time) < this.#clock.now());
  }

  reset(): void {
    this.#move(() => this.#clock.reset(), true);
  }

  state(): ClockState {
    return this.#clock.state();
  }

  restore(state: ClockState): void {
    this.#move(() => this.#clock.restore(state), false);
  }

  #move(move: () => void, isBack: boolean): void {
    if (isBack) this.#beforeGoingBack();
    move();
    this.#moves += 1;
  }
}

function duration(milliseconds: number): number {
  if (Number.isFinite(milliseconds)) return milliseconds;
  throw new TypeError(`The clock cannot advance by ${milliseconds}: give a number of milliseconds.`);
}

/** NaN for what is no time. A text without a zone is what JavaScript takes it for. */
function instantOf(time: Date | number | string): number {
  if (typeof time === "number") return time;
  const isoMs = typeof time === "string" ? parseIsoDateTime(time) : undefined;
  return isoMs ?? new Date(time).getTime();
}

function timeMsOf(time: Date | number | string): number {
  const milliseconds = instantOf(time);
  if (Number.isNaN(milliseconds)) {
    throw new TypeError(
      `The clock cannot be set to ${String(time)}: give a Date, milliseconds, or an ISO-8601 string.`,
    );
  }
  if (milliseconds >= 0 && milliseconds <= latestClockMs) return milliseconds;
  throw new RangeError(`The clock cannot be moved to ${milliseconds} ms: it goes from the year 1970 to 9999.`);
}
