import type { Clock, ClockState } from "./clock.js";

/** The clock of a service, which tells the rest of it when somebody moves the time. */
export class ServiceClock implements Clock {
  readonly #clock: Clock;
  readonly #beforeGoingBack: () => void;
  #moves = 0;

  constructor(clock: Clock, beforeGoingBack: () => void) {
    this.#clock = clock;
    this.#beforeGoingBack = beforeGoingBack;
  }

  /** How often the time was moved. */
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
    this.#move(() => this.#clock.set(time), new Date(time).getTime() < this.#clock.now());
  }

  reset(): void {
    this.#move(() => this.#clock.reset(), false);
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
