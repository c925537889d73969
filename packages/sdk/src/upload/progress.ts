/** An upload's progress as `onProgress` gets it: it never goes back, and leaves out no MiB. */
import { callSafely } from "../request/callback.js";

/** How much of a recording is sent. */
export interface UploadProgress {
  sentBytes: number;
  totalBytes: number;
}

const longestStepBytes = 1024 * 1024;

/**
 * Reports progress that never goes back, also when another attempt starts: 0 first, and the total only when
 * the store has taken everything.
 */
export class ProgressReport {
  readonly #totalBytes: number;
  readonly #onProgress: ((progress: UploadProgress) => void) | undefined;
  #reportedBytes = -1;

  constructor(totalBytes: number, onProgress: ((progress: UploadProgress) => void) | undefined) {
    this.#totalBytes = totalBytes;
    this.#onProgress = onProgress;
  }

  sent(sentBytes: number): void {
    if (sentBytes < this.#totalBytes) this.#report(sentBytes);
  }

  done(): void {
    this.#report(this.#totalBytes);
  }

  /** Browsers report 20 times a second, and many MiB may lie between: a call is made for each of those MiB. */
  #report(sentBytes: number): void {
    if (!this.#onProgress || sentBytes <= this.#reportedBytes) return;
    if (this.#reportedBytes < 0) this.#call(0);
    while (sentBytes - this.#reportedBytes > longestStepBytes) this.#call(this.#reportedBytes + longestStepBytes);
    if (sentBytes > this.#reportedBytes) this.#call(sentBytes);
  }

  #call(sentBytes: number): void {
    this.#reportedBytes = sentBytes;
    callSafely(this.#onProgress, { sentBytes, totalBytes: this.#totalBytes });
  }
}
