import { callSafely } from "../http/callback.js";

/** How much of a recording is on its way. */
export interface UploadProgress {
  sentBytes: number;
  totalBytes: number;
}

/** Hears of an upload's progress: once at 0, at least once a MiB, last at the total. What it throws is ignored. */
export type OnProgress = (progress: UploadProgress) => void;

const longestStepBytes = 1024 * 1024;

/**
 * Progress that never goes back, also when an attempt starts anew: 0 first, and the total only when the
 * store has taken everything.
 */
export class ProgressReport {
  readonly #totalBytes: number;
  readonly #onProgress: OnProgress | undefined;
  #reportedBytes = -1;

  constructor(totalBytes: number, onProgress: OnProgress | undefined) {
    this.#totalBytes = totalBytes;
    this.#onProgress = onProgress;
  }

  /** Whether there is someone to tell. */
  get isHeard(): boolean {
    return this.#onProgress !== undefined;
  }

  sent(sentBytes: number): void {
    if (sentBytes < this.#totalBytes) this.#report(sentBytes);
  }

  done(): void {
    this.#report(this.#totalBytes);
  }

  /** Browsers tell of their progress 20 times a second, which may be many MiB apart: each of those is told. */
  #report(sentBytes: number): void {
    if (!this.#onProgress || sentBytes <= this.#reportedBytes) return;
    if (this.#reportedBytes < 0) this.#tell(0);
    while (sentBytes - this.#reportedBytes > longestStepBytes) this.#tell(this.#reportedBytes + longestStepBytes);
    if (sentBytes > this.#reportedBytes) this.#tell(sentBytes);
  }

  #tell(sentBytes: number): void {
    this.#reportedBytes = sentBytes;
    callSafely(this.#onProgress, { sentBytes, totalBytes: this.#totalBytes });
  }
}
