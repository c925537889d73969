/** The progress that `onProgress` reports. */
import { ignoreFailure } from "../request/log.js";

export interface UploadProgress {
  sentBytes: number;
  totalBytes: number;
}

const mebibyte = 2 ** 20;

/**
 * Reports at 0, at least once per MiB, and at the end. The count never decreases, even when another attempt begins from
 * the start.
 */
export function progressReporter(
  onProgress: ((progress: UploadProgress) => void) | undefined,
  totalBytes: number,
): (sentBytes: number) => void {
  let reportedBytes = -1;
  return (sentBytes) => {
    while (sentBytes > reportedBytes) {
      reportedBytes = reportedBytes < 0 ? 0 : Math.min(sentBytes, reportedBytes + mebibyte);
      const progress = { sentBytes: reportedBytes, totalBytes };
      ignoreFailure(() => onProgress?.(progress));
    }
  };
}
