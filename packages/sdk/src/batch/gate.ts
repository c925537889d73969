/**
 * Decides when uploads and creations start: creations at their pace, and neither while the breaker is open. After a refusal,
 * and after the breaker, one goes first, and each success lets one more be in flight.
 */
import { SubmissionUncertainError } from "../errors.js";
import { endedBy, type Limits, startTimer } from "../request/limits.js";
import type { RetryPolicy } from "../request/retry.js";
import { Breaker, type StopReason } from "./breaker.js";
import { Pace } from "./pace.js";
import { isOutage } from "./patience.js";

/** The pause before the service is read, after a creation that ended uncertain: ten times the policy's first one, 5 s by default. */
const pausesBeforeRead = 10;

/** Thrown for an input that was waiting when the batch stopped. */
export const notStarted = Symbol("not started");

interface GateOptions {
  /** The limits of the batch. */
  limits: Limits;
  policy: RetryPolicy;
  createsPerSecond?: number | undefined;
  stopAfterUncertain?: number | undefined;
  /** Reads the service. */
  read: (categoryId: string) => Promise<unknown>;
  /** Called when nothing starts any more. */
  onStop: () => void;
}

interface Turn {
  /** The input's index: the first one goes first, also when it was refused before. */
  index: number;
  limits: Limits;
  categoryId: string;
  /** Whether the creation left: a journal may know the call already. */
  wasSent: () => boolean;
}

/** Creations are counted as they start: one that started before a failure says nothing of the time after it. */
interface Start {
  number: number;
  atMs: number;
}

export class Gate {
  readonly limits: Limits;
  stopReason: StopReason | undefined;
  readonly #onStop: () => void;
  readonly #pace: Pace;
  readonly #breaker: Breaker;
  readonly #waiting = new Set<() => void>();
  /** The inputs that wait for their creation. */
  readonly #queue = new Set<number>();
  readonly #running = { upload: 0, create: 0 };
  readonly #most = { upload: Infinity, create: Infinity };
  #starts = 0;
  /** The last start before the last refusal, and before the breaker was opened. */
  #lastRefused = 0;
  #lastUncertain = 0;
  #lastSuccessMs = -Infinity;

  constructor({ limits, policy, createsPerSecond = Infinity, stopAfterUncertain = 3, read, onStop }: GateOptions) {
    this.limits = limits;
    this.#onStop = onStop;
    this.#pace = new Pace(createsPerSecond, policy);
    const onClose = () => {
      this.#most.upload = 1;
      this.#most.create = 1;
      this.#wake();
    };
    this.#breaker = new Breaker({
      limits,
      stopAfterUncertain,
      firstPauseMs: policy.initialDelayMs * pausesBeforeRead,
      read,
      onClose,
      onStop: (reason) => this.#stop(reason),
    });
  }

  async upload<T>(limits: Limits, upload: () => Promise<T>): Promise<T> {
    await this.#turn("upload", limits);
    try {
      const result = await upload();
      this.#lastSuccessMs = performance.now();
      return result;
    } finally {
      this.#running.upload -= 1;
      this.#wake();
    }
  }

  async create<T>({ index, limits, categoryId, wasSent }: Turn, create: () => Promise<T>): Promise<T> {
    this.#queue.add(index);
    try {
      await this.#turn("create", limits, index);
    } finally {
      this.#queue.delete(index);
      this.#wake();
    }
    this.#starts += 1;
    const start: Start = { number: this.#starts, atMs: performance.now() };
    try {
      const result = await create();
      if (wasSent()) this.#succeeded(start);
      return result;
    } catch (error) {
      if (wasSent()) this.#failed(error, start, categoryId);
      throw error;
    } finally {
      this.#running.create -= 1;
      this.#wake();
    }
  }

  /** Stops the batch after a failure, unless others have succeeded meanwhile. */
  giveUp(error: unknown, sinceMs: number): void {
    if (this.#lastSuccessMs < sinceMs) this.#stop({ error, why: "the service took nothing for ten minutes." });
  }

  /** Waits until one may start, and counts it. */
  async #turn(kind: "upload" | "create", limits: Limits, index = 0): Promise<void> {
    for (;;) {
      if (limits.signal?.aborted) throw endedBy(limits, `The ${kind === "upload" ? kind : "creation"}`);
      if (this.stopReason) throw notStarted;
      const isFirst = kind === "upload" || index === Math.min(...this.#queue);
      const isFree = isFirst && !this.#breaker.isOpen && this.#running[kind] < this.#most[kind];
      const pauseMs = kind === "create" ? this.#pace.nextMs - performance.now() : 0;
      if (isFree && pauseMs <= 0) break;
      await this.#change(limits, isFree ? pauseMs : Infinity);
    }
    this.#running[kind] += 1;
    if (kind === "create") this.#pace.started();
  }

  #change({ signal }: Limits, withinMs: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        cancel();
        this.#waiting.delete(end);
        signal?.removeEventListener("abort", end);
        resolve();
      };
      const cancel = startTimer(Math.ceil(withinMs), end);
      this.#waiting.add(end);
      signal?.addEventListener("abort", end);
    });
  }

  #wake(): void {
    for (const end of [...this.#waiting]) end();
  }

  #succeeded({ number, atMs }: Start): void {
    this.#lastSuccessMs = performance.now();
    const isCurrent = number > Math.max(this.#lastRefused, this.#lastUncertain);
    this.#pace.taken(atMs, isCurrent);
    if (!isCurrent) return;
    this.#breaker.ended();
    this.#most.upload += 1;
    this.#most.create += 1;
  }

  #failed(error: unknown, { number }: Start, categoryId: string): void {
    const isAfterBreaker = number > this.#lastUncertain;
    if (SubmissionUncertainError.is(error)) {
      if (!isAfterBreaker) return;
      this.#lastUncertain = this.#starts;
      this.#pace.interrupted();
      this.#breaker.open(error, categoryId);
      return;
    }
    if (isAfterBreaker) this.#breaker.ended(error);
    if (!isOutage(error)) return;
    const isCurrent = number > this.#lastRefused;
    this.#pace.refused(error, isCurrent);
    if (!isCurrent) return;
    this.#lastRefused = this.#starts;
    this.#most.create = 1;
  }

  #stop(reason: StopReason): void {
    this.stopReason ??= reason;
    this.#onStop();
    this.#wake();
  }
}
