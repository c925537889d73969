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
  const report = (sentBytes: number) => {
    reportedBytes = sentBytes;
    ignoreFailure(() => onProgress?.({ sentBytes, totalBytes }));
  };
  return (sentBytes) => {
    if (sentBytes <= reportedBytes) return;
    if (reportedBytes < 0) report(0);
    while (sentBytes - reportedBytes > mebibyte) report(reportedBytes + mebibyte);
    if (sentBytes > reportedBytes) report(sentBytes);
  };
}
