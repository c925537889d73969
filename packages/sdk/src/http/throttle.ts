/**
 * When requests may start. After a 429 none starts before the pause is over, and then one after the other, each operation
 * at a rate of its own: `docs/decisions/0012-a-429-pauses-the-client.md` has the rule and its reasons.
 */
import { type WaitLimits, withinLimits } from "./deadline.js";
import { now, startTimer } from "./timers.js";

/** From one start to the next after a pause, in milliseconds; the operation that was refused first begins between these. */
const shortestMs = 20;
const longestFirstMs = 1_000;
/** Up to this a measured time between two starts shows a rate, in milliseconds; above it there may have been nothing to do. */
const longestMeasuredMs = 4_000;
/** What each answer makes of the time between two starts: until the service's rate is known, and from then on. */
const fastGrowth = 0.5;
const slowGrowth = 0.99;

/** Waits for a place among the starts. */
type Wait = (limits: WaitLimits) => Promise<void>;

/** What the clients that share a service and a key know of its limits. */
export class Throttle {
  #pausedUntilMs = 0;
  readonly #queues = new Map<string, StartQueue>();

  /**
   * What the request has to wait for; undefined when it starts now. As long as nothing was refused, nothing is waited for.
   *
   * @param leastMs from one start to the next
   */
  waitFor(operation: string, leastMs: number): Wait | undefined {
    return this.#pausedUntilMs > 0 || leastMs > 0 ? this.#queueOf(operation).waitFor(leastMs) : undefined;
  }

  /** Pauses all operations, and lets this one start less often from then on. */
  refused(operation: string, { sentAtMs, pauseMs }: { sentAtMs: number; pauseMs: number }): void {
    this.#queueOf(operation).slowDown(sentAtMs, pauseMs);
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, now() + pauseMs);
    for (const queue of this.#queues.values()) queue.pauseUntil(this.#pausedUntilMs);
  }

  /** The service took a request of this operation. */
  taken(operation: string): void {
    this.#queues.get(operation)?.speedUp();
  }

  #queueOf(operation: string): StartQueue {
    const known = this.#queues.get(operation);
    if (known) return known;
    const queue = new StartQueue();
    queue.pauseUntil(this.#pausedUntilMs);
    this.#queues.set(operation, queue);
    return queue;
  }
}

/** The starts of one operation, in the order in which they were asked for. */
class StartQueue {
  /** From one start to the next; 0 for no limit. */
  #intervalMs = 0;
  #growth = fastGrowth;
  /** When the last refusal came of a request that was sent after the one before, and what was taken since. */
  #refusedAtMs = Number.NEGATIVE_INFINITY;
  #taken = 0;
  #nextStartMs = 0;
  readonly #waiting = new Set<() => void>();
  #cancelTimer: (() => void) | undefined;

  waitFor(leastMs: number): Wait | undefined {
    const waitMs = this.#leftMs() + this.#waiting.size * leastMs;
    const start = () => {
      this.#nextStartMs = now() + Math.max(this.#intervalMs, leastMs);
    };
    if (waitMs === 0 && this.#waiting.size === 0) return void start();
    const join = (signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        const next = () => resolve(start());
        this.#waiting.add(next);
        signal.addEventListener("abort", () => this.#leave(next));
        this.#startNext();
      });
    return (limits) => withinLimits(join, { ...limits, leastMs: waitMs });
  }

  pauseUntil(endMs: number): void {
    if (endMs <= now()) return;
    this.#nextStartMs = Math.max(this.#nextStartMs, endMs);
    this.#intervalMs = Math.max(this.#intervalMs, shortestMs);
  }

  slowDown(sentAtMs: number, pauseMs: number): void {
    // Sent before the last refusal came: this one says nothing new.
    if (sentAtMs <= this.#refusedAtMs) return;
    if (this.#refusedAtMs < 0) this.#intervalMs = Math.max(Math.min(pauseMs, longestFirstMs), shortestMs);
    else if (this.#taken > 0) this.#learnRate();
    this.#refusedAtMs = now();
    this.#taken = 0;
  }

  speedUp(): void {
    this.#taken += 1;
    this.#intervalMs *= this.#growth;
    if (this.#intervalMs < 1) this.#intervalMs = 0;
  }

  /** Begins again with what was not refused: the time before the last halving, or the time that was measured. */
  #learnRate(): void {
    const doubledMs = this.#intervalMs * 2;
    const measuredMs = (now() - this.#refusedAtMs) / this.#taken;
    const isProbing = this.#growth === fastGrowth && this.#intervalMs > 0;
    const limitMs = Math.max(doubledMs, longestMeasuredMs);
    this.#growth = isProbing || measuredMs < limitMs ? slowGrowth : fastGrowth;
    this.#intervalMs = isProbing ? doubledMs : Math.min(Math.max(measuredMs, this.#intervalMs * 1.1), limitMs);
  }

  #leftMs(): number {
    return Math.max(0, this.#nextStartMs - now());
  }

  #startNext(): void {
    this.#cancelTimer ??= startTimer(this.#leftMs(), () => {
      this.#cancelTimer = undefined;
      const [next] = this.#waiting;
      // A pause may have begun in the meantime.
      if (next && this.#leftMs() === 0 && this.#waiting.delete(next)) next();
      if (this.#waiting.size > 0) this.#startNext();
    });
  }

  #leave(waiter: () => void): void {
    this.#waiting.delete(waiter);
    if (this.#waiting.size > 0) return;
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }
}
