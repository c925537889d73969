/** A clock that jumps from timer to timer: hours of waiting take moments, and nothing else runs in between. */

interface Timer {
  id: number;
  atMs: number;
  run: () => void;
}

/** Puts the clock in the place of the process's own, for good: the process is there for one simulation. */
export class VirtualTime {
  readonly #settled = globalThis.setImmediate;
  /** The soonest first. Those that were cleared stay until their time. */
  readonly #timers: Timer[] = [];
  readonly #cleared = new Set<number | undefined>();
  #nowMs = 0;
  #lastId = 0;

  constructor() {
    const setTimer = (run: () => void, afterMs = 0) => this.#add(run, afterMs);
    const clearTimer = (id: number | undefined) => this.#cleared.add(id);
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
    for (await this.settle(); !isOver; await this.settle()) this.#fireNext();
    return work;
  }

  /** All that needs no timer has happened when two turns of the event loop are over. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 2; turn += 1) await new Promise<void>((resolve) => this.#settled(resolve));
  }

  #fireNext(): void {
    const timer = this.#timers.shift();
    if (!timer) throw new Error("Nothing is left that could end the work.");
    if (this.#cleared.delete(timer.id)) return;
    this.#nowMs = timer.atMs;
    timer.run();
  }

  #add(run: () => void, afterMs: number): number {
    const timer = { id: ++this.#lastId, atMs: this.#nowMs + afterMs, run };
    this.#timers.splice(this.#placeFor(timer.atMs), 0, timer);
    return timer.id;
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
