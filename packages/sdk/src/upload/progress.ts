import { callSafely } from "../http/callback.js";

/** How much of a recording is on its way. */
export interface UploadProgress {
  sentBytes: number;
  totalBytes: number;
}

/** Hears of an upload's progress. What it throws is ignored. */
export type OnProgress = (progress: UploadProgress) => void;

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

  sent(sentBytes: number): void {
    if (sentBytes < this.#totalBytes) this.#report(sentBytes);
  }

  done(): void {
    this.#report(this.#totalBytes);
  }

  #report(sentBytes: number): void {
    if (sentBytes <= this.#reportedBytes) return;
    this.#reportedBytes = sentBytes;
    callSafely(this.#onProgress, { sentBytes, totalBytes: this.#totalBytes });
  }
}
