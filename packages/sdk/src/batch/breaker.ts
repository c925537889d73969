/**
 * The breaker: after a creation of which nobody knows whether it created a call, nothing starts until a read of the service
 * has succeeded. So an outage does not turn every recording into such a question.
 */
import { ApiError, type SubmissionUncertainError } from "../errors.js";
import { delay, type Limits } from "../request/limits.js";
import { isOutage, patienceMs } from "./patience.js";

/** The pause before the read becomes longer by this factor with each try in a row that ends uncertain: 5 s, 20 s, then a minute. */
const readPauseGrowth = 4;
const longestTryPauseMs = 60_000;

/** Longest pause between two reads of a service that does not answer, in milliseconds. */
const longestReadPauseMs = 30_000;

/** Why a batch stops by itself. */
export interface StopReason {
  error: unknown;
  why: string;
}

interface BreakerOptions {
  /** The limits of the batch. */
  limits: Limits;
  stopAfterUncertain: number;
  /** The pause before the first read, in milliseconds. */
  firstPauseMs: number;
  /** Reads the service. */
  read: (categoryId: string) => Promise<unknown>;
  onClose: () => void;
  onStop: (reason: StopReason) => void;
}

export class Breaker {
  isOpen = false;
  readonly #options: BreakerOptions;
  /** Tries in a row that ended uncertain, each after a read that succeeded; undefined when the last creation did not. */
  #tries: number | undefined;

  constructor(options: BreakerOptions) {
    this.#options = options;
  }

  /** A creation that started after the breaker was opened last has ended, not uncertain. */
  ended(error?: unknown): void {
    // An answer, whatever it says, ends the row. A connection that was refused is none.
    if (error === undefined || ApiError.is(error)) this.#tries = undefined;
  }

  /** Such a creation has ended uncertain. */
  open(error: SubmissionUncertainError, categoryId: string): void {
    const tries = this.#tries === undefined ? 0 : this.#tries + 1;
    this.#tries = tries;
    if (tries >= this.#options.stopAfterUncertain) {
      const why = `${tries} creations in a row ended uncertain, each after a read that succeeded.`;
      this.#options.onStop({ error, why });
      return;
    }
    this.isOpen = true;
    void this.#close(categoryId, Math.min(this.#options.firstPauseMs * readPauseGrowth ** tries, longestTryPauseMs));
  }

  /** Closes once a read of the service has succeeded, or stops the batch. */
  async #close(categoryId: string, firstPauseMs: number): Promise<void> {
    const { limits, read, onClose, onStop } = this.#options;
    const giveUpAtMs = performance.now() + patienceMs;
    try {
      for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestReadPauseMs)) {
        await delay(pauseMs, limits, "The read of the service");
        const failure = await read(categoryId).then(
          () => undefined,
          (error: unknown) => ({ error }),
        );
        if (!failure) break;
        if (!isOutage(failure.error) || performance.now() >= giveUpAtMs) throw failure.error;
      }
    } catch (error) {
      onStop({ error, why: "after a creation that ended uncertain, the service could not be read." });
      return;
    }
    this.isOpen = false;
    onClose();
  }
}
