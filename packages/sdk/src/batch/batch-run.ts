import type { FlowDependencies } from "../analysis/flow.js";
import type { AnalyzeFileInput } from "../analysis/submit.js";
import type { CallAnalysisError } from "../errors/call-analysis-error.js";
import { AdaptivePolling, leavesPauses } from "./adaptive-polling.js";
import { AsyncQueue } from "./async-queue.js";
import { type BatchDependencies, runItem } from "./batch-item.js";
import type { BatchOutcome, ResolvedBatchOptions } from "./batch-options.js";
import type { InputReader } from "./input-reader.js";
import { JournalKeys } from "./journal-key.js";
import { Semaphore } from "./semaphore.js";

type Outcome = BatchOutcome<unknown>;

/** Gives back what an input has taken up. */
type Release = () => void;

/**
 * One run of a batch. At most `concurrency + pollConcurrency` inputs are under way, or done and not yet
 * taken by the reader, however many there are.
 */
export class BatchRun {
  readonly #feed: InputReader;
  readonly #stopOnError: boolean;
  readonly #scope: BatchDependencies;
  readonly #places: Semaphore;
  readonly #uploads: Semaphore;
  readonly #outbox = new AsyncQueue<{ outcome: Outcome; release: Release }>();
  /** One controller each: a signal that all share would warn of too many listeners. */
  readonly #underWay = new Map<Promise<void>, AbortController>();
  #abortReason: { reason: unknown } | undefined;
  #sourceFailure: { error: unknown } | undefined;

  constructor(feed: InputReader, options: ResolvedBatchOptions, steps: FlowDependencies) {
    const { concurrency, pollConcurrency, stopOnError } = options;
    this.#feed = feed;
    this.#stopOnError = stopOnError;
    const serviceTimes = leavesPauses(options.poll) ? new AdaptivePolling() : undefined;
    this.#scope = { steps, options, keys: new JournalKeys(), polls: new Semaphore(pollConcurrency), serviceTimes };
    this.#places = new Semaphore(concurrency + pollConcurrency);
    this.#uploads = new Semaphore(concurrency);
  }

  /** @throws what the source of the inputs threw, after the outcomes of those before */
  async *outcomes(): AsyncGenerator<Outcome, void, void> {
    void this.#takeInputs();
    for (let done = await this.#outbox.take(); done; done = await this.#outbox.take()) {
      done.release();
      yield done.outcome;
    }
    if (this.#sourceFailure) throw this.#sourceFailure.error;
  }

  /** Takes no more inputs, and ends those that are under way. */
  abort(reason: unknown): void {
    this.#abortReason ??= { reason };
    this.#feed.stop();
    for (const controller of this.#underWay.values()) controller.abort(reason);
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    await Promise.all(this.#underWay.keys());
  }

  async #takeInputs(): Promise<void> {
    try {
      for (let index = 0; ; index += 1) {
        const room = this.#room();
        const next = await this.#feed.next(room);
        if (!next) break;
        this.#start(index, next.input, await room);
      }
    } catch (error) {
      this.#sourceFailure = { error };
    }
    await this.settled();
    this.#outbox.close();
  }

  async #room(): Promise<{ place: Release; upload: Release }> {
    return { place: await this.#places.acquire(), upload: await this.#uploads.acquire() };
  }

  #start(
    index: number,
    input: AnalyzeFileInput<unknown>,
    { place, upload }: { place: Release; upload: Release },
  ): void {
    const controller = new AbortController();
    if (this.#abortReason) controller.abort(this.#abortReason.reason);
    const run = runItem({ index, input, signal: controller.signal, onSubmitted: upload }, this.#scope)
      .then(
        (result): Outcome => ({ index, input, ok: true, result }),
        (error: unknown) => failure(index, input, error),
      )
      .then((outcome) => {
        upload();
        this.#underWay.delete(run);
        if (!outcome.ok && this.#stopOnError) this.#feed.stop();
        this.#outbox.add({ outcome, release: place });
      });
    this.#underWay.set(run, controller);
  }
}

function failure(index: number, input: AnalyzeFileInput<unknown>, reason: unknown): Outcome {
  const error = reason instanceof Error ? reason : new Error(String(reason), { cause: reason });
  const { resume } = error as Partial<CallAnalysisError>;
  return { index, input, ok: false, error, ...(resume ? { resume } : {}) };
}
