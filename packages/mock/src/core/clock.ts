/**
 * The service's time, which tests move forward. The fake has no timers for it: each read computes the current state.
 */
import * as z from "zod";

/**
 * `"system"` follows `Date.now()`. A clock with `{ startAt }` stands still until `advance` or `set` moves it. A string
 * is an ISO-8601 day, or a time with a zone.
 */
export type ClockOption = "system" | { startAt: Date | number | string };

/** The latest time of a clock, in milliseconds since 1970. The earliest is 0. */
export const latestClockMs = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** The state of a clock. */
export const clockStateSchema = z.strictObject({
  /** The time, in whole milliseconds since 1970. */
  nowMs: z.number().min(0).max(latestClockMs),
  /** How far the clock is ahead of the machine's clock, in milliseconds. Null for a clock that stands still. */
  offsetMs: z.number().nullable(),
});

type ClockState = z.infer<typeof clockStateSchema>;

/** The schema of a time as text. A day alone begins in UTC, as in `Date`. */
export const isoTime = z.union([z.iso.date(), z.iso.datetime({ offset: true })], {
  error: "must be an ISO 8601 date, or a time with a zone",
});

/** The schema of the clock option. The clock itself checks the time. */
export const clockOption = z.union([z.literal("system"), z.strictObject({ startAt: z.unknown() })], {
  error: 'must be "system", or an object such as { startAt: "2026-01-31T10:00:00Z" }',
});

/** The clock of a service. It reads `Date.now()` each time, so that it follows a test's fake `Date`. */
export class Clock {
  /** The clock's milliseconds per real millisecond. 0 for a clock that stands still. */
  readonly speed: number;
  readonly #startMs: number | undefined;
  /**
   * A time of this clock, and the machine's time at that moment. Fractions are kept, because moves of 0.5 ms add up.
   */
  #known: { timeMs: number; machineMs: number };
  #moves = 0;

  /** @param options.speed the milliseconds of a system clock per real millisecond */
  constructor(option: ClockOption, { speed = 1 }: { speed?: number } = {}) {
    this.speed = option === "system" ? speed : 0;
    this.#startMs = option === "system" ? undefined : timeMsOf(option.startAt);
    this.#known = this.#start();
  }

  /** How often the time was moved. Part of the state's revision. */
  get moves(): number {
    return this.#moves;
  }

  /** The time, in whole milliseconds since 1970. A fast clock stops at the end of its range. */
  now(): number {
    return Math.min(latestClockMs, Math.floor(this.#exactMs()));
  }

  /**
   * Moves the time forward by this many milliseconds.
   *
   * @throws {RangeError} if the number is negative, or leads past the year 9999
   */
  advance(milliseconds: number): void {
    // A text would be appended to the time.
    if (typeof milliseconds !== "number") throw new TypeError("clock.advance() needs a number of milliseconds.");
    // The machine's time is read once: it may go on in between.
    const exactMs = this.#exactMs();
    this.#moveForward(timeMsOf(exactMs + milliseconds), Math.floor(exactMs));
  }

  /**
   * Moves the time forward to a `Date`, milliseconds since 1970, or an ISO-8601 string with a zone.
   *
   * @throws {RangeError} if the time is in the past, or after the year 9999
   */
  set(time: Date | number | string): void {
    this.#moveForward(timeMsOf(time), this.now());
  }

  /** Undoes every `advance` and `set`. Only for a service without calls. */
  reset(): void {
    this.#move(this.#start());
  }

  /** The state that `restore` needs to continue from here. */
  state(): ClockState {
    const nowMs = this.now();
    return { nowMs, offsetMs: this.speed === 0 ? null : nowMs - Date.now() };
  }

  /** Continues from the state of this or another clock. */
  restore({ nowMs, offsetMs }: ClockState): void {
    const machineMs = Date.now();
    const isStanding = this.speed === 0 || offsetMs === null;
    // The offset of a snapshot may lead to any time from this machine's.
    const timeMs = isStanding ? nowMs : Math.min(latestClockMs, Math.max(0, machineMs + offsetMs));
    this.#move({ timeMs, machineMs });
  }

  #start() {
    const machineMs = Date.now();
    return { timeMs: this.#startMs ?? machineMs, machineMs };
  }

  #moveForward(timeMs: number, nowMs: number): void {
    if (timeMs < nowMs)
      throw new RangeError(
        `The clock is at ${isoOf(nowMs)} and cannot go back to ${isoOf(timeMs)}. A reset returns it to its start time.`,
      );
    this.#move({ timeMs, machineMs: Date.now() });
  }

  #move(known: { timeMs: number; machineMs: number }): void {
    this.#known = known;
    this.#moves += 1;
  }

  #exactMs(): number {
    const { timeMs, machineMs } = this.#known;
    return timeMs + (Date.now() - machineMs) * this.speed;
  }
}

/** An ISO-8601 timestamp with a zone, converted to UTC. A timestamp in UTC stays unchanged. */
export function inUtc(timestamp: string): string {
  return timestamp.endsWith("Z") ? timestamp : new Date(timestamp).toISOString();
}

/** Parses a time. NaN for anything else, because `Date` would accept null and true as times in 1970. */
function timeMsOf(time: Date | number | string): number {
  const isTime = typeof time === "object" ? time !== null : isoTime.safeParse(time).success;
  const milliseconds = typeof time === "number" ? time : isTime ? new Date(time).getTime() : Number.NaN;
  if (Number.isNaN(milliseconds))
    throw new TypeError(
      `The clock cannot be set to ${String(time)}. Pass a Date, milliseconds, or an ISO 8601 string (a day, or a time with a zone).`,
    );
  if (milliseconds >= 0 && milliseconds <= latestClockMs) return milliseconds;
  throw new RangeError(`The clock cannot be set to ${milliseconds} ms. Its range is the years 1970 to 9999.`);
}

/** A time in ISO 8601. Null if there is none. */
export function isoOf(timeMs: number | null): string | null {
  return timeMs === null ? null : new Date(timeMs).toISOString();
}
