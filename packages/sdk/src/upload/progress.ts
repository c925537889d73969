/** The progress that `onProgress` reports. */
import { ignoreFailure } from "../request/log.js";

export interface UploadProgress {
  sentBytes: number;
  totalBytes: number;
}

const mebibyte = 2 ** 20;

/**
 * Reports at 0, at least once a MiB, and never less than before: not even when another attempt begins anew. The end is
 * reported when it is passed here.
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
