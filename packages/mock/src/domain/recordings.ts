import { decodeUri, toHex } from "../core/encoding.js";
import { MockServiceError } from "../core/mock-service-error.js";
import { hash, seededRandom } from "../core/random.js";
import { contentOf } from "../store/recording-content.js";
import type { OrganizationRow, StoredRecording, UploadRow } from "../store/rows.js";
import { wavDurationSeconds } from "../store/wav-duration.js";
import type { DomainContext } from "./context.js";
import { foreignFailure, hasExpired, type IngestionContext, uploadFailure } from "./ingestion.js";

/** What ingestion makes of a recording's address. */
export interface IngestedRecording {
  recordingHash: string;
  durationSeconds: number;
  /** Why the recording cannot be had; null when it can. */
  failureReason: string | null;
}

const shortestSeconds = 60;
const longestSeconds = 900;

/** The store's objects, and their ingestion. @see the specification's section 4, Rules for Create call, 3 */
export class Recordings {
  readonly #context: DomainContext;

  constructor(context: DomainContext) {
    this.#context = context;
  }

  /**
   * Keeps the bytes of an upload.
   *
   * @throws {MockServiceError} when the upload was taken away in the meantime
   */
  async store(upload: UploadRow, bytes: Uint8Array<ArrayBuffer>): Promise<StoredRecording> {
    const { uploads, recordings } = this.#context.store;
    const sha256 = toHex(await crypto.subtle.digest("SHA-256", bytes));
    if (!uploads.get(upload.id)) throw new MockServiceError("access-denied", "The grant is no longer there.");
    const recording = {
      sizeBytes: bytes.length,
      sha256,
      durationSeconds: wavDurationSeconds(bytes) ?? null,
      uploadedAtMs: this.#context.clock.now(),
      content: contentOf(bytes),
    };
    uploads.update(upload.id, { recording });
    recordings.set(upload.key, bytes);
    return recording;
  }

  /** @throws {MockServiceError} when nothing was uploaded to the key, or it has expired */
  read(key: string): { upload: UploadRow; recording: StoredRecording; bytes: Uint8Array<ArrayBuffer> } {
    const upload = this.#context.store.uploads.findBy("key", key);
    const bytes = this.#context.store.recordings.get(key);
    if (!upload?.recording || !bytes || hasExpired(upload, this.#ingestion()))
      throw new MockServiceError("not-found", "There is no recording at this address.");
    return { upload, recording: upload.recording, bytes };
  }

  /** Ingests the recording at an address: the service's own by its bytes, any other by its address. */
  ingest(organization: OrganizationRow, audioUrl: string): IngestedRecording {
    const key = this.#keyOf(audioUrl);
    const upload = key === undefined ? undefined : this.#context.store.uploads.findBy("key", key);
    const recordingHash = upload?.recording?.sha256 ?? hash("recording", audioUrl);
    return {
      recordingHash,
      durationSeconds: upload?.recording?.durationSeconds ?? this.#supposedSeconds(organization, recordingHash),
      failureReason:
        key === undefined ? foreignFailure(audioUrl, this.#context.policies) : uploadFailure(upload, this.#ingestion()),
    };
  }

  /** The name of the file at an address: as it was given for an upload, else the last part of the path. */
  filenameOf(audioUrl: string): string {
    const key = this.#keyOf(audioUrl);
    const upload = key === undefined ? undefined : this.#context.store.uploads.findBy("key", key);
    return upload?.filename ?? decodeUri(new URL(audioUrl).pathname.split("/").at(-1) ?? "");
  }

  /** The storage key of an address in the service's own store. */
  #keyOf(audioUrl: string): string | undefined {
    const { storageUrl } = this.#context.addresses();
    const address = audioUrl.replace(/[?#].*$/s, "");
    return address.startsWith(`${storageUrl}/`) ? address.slice(storageUrl.length + 1) : undefined;
  }

  #ingestion(): IngestionContext {
    return { nowMs: this.#context.clock.now(), policies: this.#context.policies };
  }

  #supposedSeconds(organization: OrganizationRow, recordingHash: string): number {
    const random = seededRandom(this.#context.seed, organization.id, recordingHash, "duration");
    return random.integer(shortestSeconds, longestSeconds);
  }
}
