/** A clock that jumps from timer to timer: hours of waiting take moments, and nothing else runs in between. */

interface Timer {
  atMs: number;
  run: () => void;
}

/** Puts the clock in the place of the process's own, for good: the process is there for one simulation. */
export class VirtualTime {
  readonly #settled = globalThis.setImmediate;
  /** The soonest first. */
  readonly #timers: Timer[] = [];
  #nowMs = 0;

  constructor() {
    const setTimer = (run: () => void, afterMs = 0) => this.#add(run, afterMs);
    const clearTimer = (timer: Timer | undefined) => this.#remove(timer);
    Object.assign(globalThis, { setTimeout: setTimer, clearTimeout: clearTimer });
    performance.now = () => this.#nowMs;
    Date.now = () => this.#nowMs;
  }

  nowMs(): number {
    return this.#nowMs;
  }

  /** Lets time pass until the work has ended. */
  async runUntil<T>(work: Promise<T>): Promise<T> {
    let isOver = false;
    const end = () => {
      isOver = true;
    };
    work.then(end, end);
    for (await this.#settle(); !isOver; await this.#settle()) this.#fireNext();
    return work;
  }

  /** All that needs no timer has happened when two turns of the event loop are over. */
  async #settle(): Promise<void> {
    for (let turn = 0; turn < 2; turn += 1) await new Promise<void>((resolve) => this.#settled(resolve));
  }

  #fireNext(): void {
    const timer = this.#timers.shift();
    if (!timer) throw new Error("Nothing is left that could end the work.");
    this.#nowMs = timer.atMs;
    timer.run();
  }

  #add(run: () => void, afterMs: number): Timer {
    const timer = { atMs: this.#nowMs + afterMs, run };
    this.#timers.splice(this.#placeFor(timer.atMs), 0, timer);
    return timer;
  }

  /** At once, as the runtime does: one that stayed would keep all of its request, and its cost would count as the client's. */
  #remove(timer: Timer | undefined): void {
    const place = timer === undefined ? -1 : this.#timers.lastIndexOf(timer, this.#placeFor(timer.atMs));
    if (place >= 0) this.#timers.splice(place, 1);
  }

  /** Halves the list until the place is found: a search from one end would cost more than what is measured. */
  #placeFor(timeMs: number): number {
    let [low, high] = [0, this.#timers.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#timers[middle]?.atMs ?? 0) <= timeMs) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
