/**
 * Uploads a recording: opens the source, gets a signed URL, and sends the PUT. Each attempt gets its own URL, because
 * an unused URL costs nothing.
 */
import type { FlowRun } from "../flow/run.js";
import { runWithin } from "../request/limits.js";
import { resolveRetry, retry } from "../request/retry.js";
import { createUploadUrl } from "./grant.js";
import { progressReporter } from "./progress.js";
import type { Recording, RecordingOptions } from "./recording.js";
import { putOnce } from "./signed-put.js";
import { openRecording, type RecordingSource } from "./source.js";

/** A recording in the service's storage. */
export interface UploadedRecording {
  /** The storage key of the object. */
  key: string;
  /** The recording's URL. Pass it as `audio_url` to `calls.create()`. */
  publicUrl: string;
  filename: string;
  contentType: string;
  sizeBytes: number;
}

/** Opens a source within the limits of the flow. */
export function openWithinLimits(run: FlowRun, source: RecordingSource, options: RecordingOptions): Promise<Recording> {
  const open = () => openRecording(source, options);
  return run.atStage("grant", () => runWithin(run.limits, "Opening the recording", open));
}

/** @throws {UploadError} when the store refuses the recording; {@link RecordingError} when it cannot be read */
export async function uploadRecording(run: FlowRun, recording: Recording): Promise<UploadedRecording> {
  const { requests, options } = run;
  const { filename, contentType, sizeBytes, isRepeatable } = recording;
  const details = { filename, contentType, sizeBytes };
  const report = progressReporter(options.onProgress, sizeBytes);
  const askForGrant = (retry = options.retry) => {
    run.emit({ type: "granting", ...details });
    const request = () => createUploadUrl(requests, { filename, contentType }, { ...run.forStage("grant"), retry });
    return run.atStage("grant", request);
  };
  // The first grant has its own attempts; a later one belongs to the attempt of the PUT that needs it.
  let grant = await askForGrant();
  const attemptOnce = async (attempt: number) => {
    if (attempt > 1) grant = await askForGrant(false);
    run.emit({ type: "uploading", ...details });
    await putOnce(run, recording, { url: grant.presignedUrl, attempt, report });
    return grant;
  };
  const policy = resolveRetry(options.retry, requests.settings.retry);
  const { key, publicUrl } = await run.atStage("upload", () =>
    retry(attemptOnce, {
      ...run.forStage("upload"),
      what: () => `The upload of "${filename}"`,
      policy: isRepeatable ? policy : { ...policy, maxAttempts: 1 },
      isIdempotent: true,
      log: requests.settings.log,
    }),
  );
  report(sizeBytes);
  return { key, publicUrl, ...details };
}
