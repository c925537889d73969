/** The recordings in storage, and their ingestion. */
import { decodeUri } from "../core/encoding.js";
import { MockServiceError } from "../core/mock-service-error.js";
import type { Policies } from "../core/policies.js";
import { hash, seededRandom } from "../core/random.js";
import { RecordingInspector } from "../store/recording-bytes.js";
import type { RecordingBytes } from "../store/recording-storage.js";
import type { OrganizationRow, StoredRecording, UploadRow } from "../store/rows.js";
import type { DomainDependencies } from "./dependencies.js";

/** What ingestion learns from a recording. */
export interface IngestedRecording {
  recordingHash: string;
  durationSeconds: number;
  /** Why the recording cannot be ingested; null when it can. */
  failureReason: string | null;
}

const shortestSeconds = 60;
const longestSeconds = 900;

/** The recordings in storage, and the ingestion of recordings by new calls. @see the specification's section 4, Rules for Create call, 3 */
export class Recordings {
  readonly #dependencies: DomainDependencies;

  constructor(dependencies: DomainDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Stores the bytes of an upload as they come.
   *
   * @throws {MockServiceError} when the upload was deleted in the meantime
   */
  async store({ id }: UploadRow, chunks: AsyncIterable<Uint8Array>): Promise<StoredRecording> {
    const { store, clock } = this.#dependencies;
    const inspector = new RecordingInspector();
    const check = () => {
      if (!store.uploads.get(id)) throw new MockServiceError("access-denied", "The grant is no longer there.");
    };
    const sha256 = await store.recordings.receive(chunks, { inspect: (chunk) => inspector.append(chunk), check });
    check();
    const previous = store.uploads.get(id)?.recording;
    const recording = { ...inspector.result(), sha256, uploadedAtMs: clock.now() };
    store.uploads.update(id, { recording });
    if (previous) this.#deleteUnused(previous.sha256);
    return recording;
  }

  /** @throws {MockServiceError} when nothing was uploaded to the key, or it has expired */
  read(key: string): { upload: UploadRow; recording: StoredRecording; bytes: RecordingBytes } {
    const upload = this.#uploadOf(key);
    const bytes = upload?.recording && this.#dependencies.store.recordings.get(upload.recording.sha256);
    if (!upload?.recording || !bytes || hasExpired(upload, this.#ingestionOptions()))
      throw new MockServiceError("not-found", "There is no recording at this address.");
    return { upload, recording: upload.recording, bytes };
  }

  #deleteUnused(sha256: string): void {
    const { uploads, recordings } = this.#dependencies.store;
    if (!uploads.list().some(({ recording }) => recording?.sha256 === sha256)) recordings.delete(sha256);
  }

  /** Ingests the recording at an address: by its bytes when it is in the fake's storage, else by its address alone. */
  ingest(organization: OrganizationRow, audioUrl: string): IngestedRecording {
    const key = this.#keyOf(audioUrl);
    const upload = this.#uploadOf(key);
    const recordingHash = upload?.recording?.sha256 ?? hash("recording", audioUrl);
    return {
      recordingHash,
      durationSeconds: upload?.recording?.durationSeconds ?? this.#drawnSeconds(organization, recordingHash),
      failureReason:
        key === undefined
          ? foreignFailure(audioUrl, this.#dependencies.policies)
          : uploadFailure(upload, this.#ingestionOptions()),
    };
  }

  /** The name of the file at an address: as the upload named it, else the last part of the path. */
  filenameOf(audioUrl: string): string {
    const upload = this.#uploadOf(this.#keyOf(audioUrl));
    return upload?.filename ?? decodeUri(new URL(audioUrl).pathname.split("/").at(-1) ?? "");
  }

  /** The storage key of an address in the fake's storage; undefined for other addresses. */
  #keyOf(audioUrl: string): string | undefined {
    const { storageUrl } = this.#dependencies.addresses();
    const address = audioUrl.replace(/[?#].*$/s, "");
    return address.startsWith(`${storageUrl}/`) ? address.slice(storageUrl.length + 1) : undefined;
  }

  #uploadOf(key: string | undefined): UploadRow | undefined {
    return key === undefined ? undefined : this.#dependencies.store.uploads.findBy("key", key);
  }

  #ingestionOptions(): IngestionOptions {
    return { nowMs: this.#dependencies.clock.now(), policies: this.#dependencies.policies };
  }

  /** A duration for a recording whose own is not known. */
  #drawnSeconds(organization: OrganizationRow, recordingHash: string): number {
    const random = seededRandom(this.#dependencies.seed, organization.id, recordingHash, "duration");
    return random.integer(shortestSeconds, longestSeconds);
  }
}

/** What the ingestion of an upload depends on. */
interface IngestionOptions {
  nowMs: number;
  policies: Pick<Policies, "recordingLifetimeMs" | "emptyRecordings" | "contentSniffing">;
}

/** Why a recording in the fake's storage cannot be ingested; null when it can. */
function uploadFailure(upload: UploadRow | undefined, { nowMs, policies }: IngestionOptions): string | null {
  if (!upload) return "There is no object at the recording's address.";
  const { recording } = upload;
  if (!recording) return "Nothing was uploaded to the recording's address.";
  if (hasExpired(upload, { nowMs, policies })) return "The recording has expired, and was deleted.";
  if (recording.sizeBytes === 0 && policies.emptyRecordings === "fail") return "The recording is empty.";
  if (recording.sizeBytes === 0 || policies.contentSniffing === "off") return null;
  if (recording.content === "other") return "The recording is not audio.";
  const isUnknownRefused = recording.content === "unknown" && policies.contentSniffing === "strict";
  return isUnknownRefused ? "The recording is of no known audio format." : null;
}

/** Whether storage has deleted an upload's recording, as `policies.recordingLifetimeMs` says. */
function hasExpired({ recording }: UploadRow, { nowMs, policies }: IngestionOptions): boolean {
  const { recordingLifetimeMs } = policies;
  if (!recording || recordingLifetimeMs === null) return false;
  return nowMs > recording.uploadedAtMs + recordingLifetimeMs;
}

/** Why a recording elsewhere cannot be ingested; null when it can. */
function foreignFailure(audioUrl: string, { unreachableHosts }: Pick<Policies, "unreachableHosts">) {
  const { hostname } = new URL(audioUrl);
  const isUnreachable = unreachableHosts.some(
    (host) => host === "*" || hostname === host || hostname.endsWith(`.${host}`),
  );
  return isUnreachable ? `The recording's host ${hostname} cannot be reached.` : null;
}
