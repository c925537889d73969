import type { Policies } from "../core/policies.js";
import type { UploadRow } from "../store/rows.js";

/** What it takes to ingest an upload. */
export interface IngestionContext {
  nowMs: number;
  policies: Pick<Policies, "recordingLifetimeMs" | "emptyRecordings" | "contentSniffing">;
}

/** Why the recording of the service's own store cannot be ingested; null when it can. */
export function uploadFailure(upload: UploadRow | undefined, { nowMs, policies }: IngestionContext): string | null {
  if (!upload) return "There is no object at the recording's address.";
  const { recording } = upload;
  if (!recording) return "Nothing was uploaded to the recording's address.";
  if (hasExpired(upload, { nowMs, policies })) return "The recording has expired, and was deleted.";
  if (recording.sizeBytes === 0 && policies.emptyRecordings === "fail") return "The recording is empty.";
  if (recording.sizeBytes === 0 || policies.contentSniffing === "off") return null;
  if (recording.content === "other") return "The recording is not audio.";
  const isTooVague = recording.content === "unknown" && policies.contentSniffing === "strict";
  return isTooVague ? "The recording is of no known audio format." : null;
}

/** Whether the store has deleted an upload's recording. */
export function hasExpired({ recording }: UploadRow, { nowMs, policies }: IngestionContext): boolean {
  const { recordingLifetimeMs } = policies;
  if (!recording || recordingLifetimeMs === null) return false;
  return nowMs > recording.uploadedAtMs + recordingLifetimeMs;
}

/** Why a recording elsewhere cannot be ingested; null when it can. */
export function foreignFailure(audioUrl: string, { unreachableHosts }: Pick<Policies, "unreachableHosts">) {
  const { hostname } = new URL(audioUrl);
  const isUnreachable = unreachableHosts.some(
    (host) => host === "*" || hostname === host || hostname.endsWith(`.${host}`),
  );
  return isUnreachable ? `The recording's host ${hostname} cannot be reached.` : null;
}
