/** The recordings in storage, and their ingestion. */
import { decodeUri } from "../core/encoding.js";
import { MockServiceError } from "../core/mock-service-error.js";
import { hash, seededRandom } from "../core/random.js";
import { RecordingInspector } from "../store/recording-bytes.js";
import type { RecordingBytes } from "../store/recording-storage.js";
import type { CallRow, StoredRecording, UploadRow } from "../store/rows.js";
import type { DomainDependencies } from "./dependencies.js";

/** What ingestion learns from a recording. */
export interface IngestedRecording {
  recordingHash: string;
  durationSeconds: number;
}

/** What tells which recording a call is of. */
type RecordingReference = Pick<CallRow, "audioUrl" | "storageKey">;

/** What of a call its ingestion depends on. */
export type IngestedCall = Pick<
  CallRow,
  "organizationId" | keyof RecordingReference | "plan" | "recording" | "isIngested"
>;

/** The shortest and the longest call of which nobody knows the length. */
const drawnSeconds = [120, 900] as const;

/** The recordings in storage, and their ingestion by calls. @see the specification's section 4, Rules for Create call, 3 */
export class Recordings {
  readonly #dependencies: DomainDependencies;

  constructor(dependencies: DomainDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Stores the bytes of an upload as they come.
   *
   * @param options.check called before anything refers to them; what it throws says that they are not wanted
   * @throws {MockServiceError} when the upload was deleted in the meantime
   */
  async store(
    { id }: UploadRow,
    options: { chunks: AsyncIterable<Uint8Array>; check: () => void },
  ): Promise<StoredRecording> {
    const { store, clock } = this.#dependencies;
    const inspector = new RecordingInspector();
    const received = await store.recordings.receive(options.chunks, (chunk) => inspector.append(chunk));
    try {
      options.check();
      const upload = store.uploads.get(id);
      if (!upload) throw new MockServiceError("access-denied", "The grant is no longer there.");
      const stored = { ...inspector.result(), sha256: received.id, uploadedAtMs: clock.now() };
      for (const call of store.calls.list()) {
        // What comes now is too late for the call.
        const isOver =
          !call.isIngested && ingestedByMs(call) <= stored.uploadedAtMs && this.#keyOf(call) === upload.key;
        if (isOver) store.calls.update(call.id, { isIngested: true, recording: this.countedFor(call) });
      }
      store.uploads.update(id, { recording: stored });
      store.recordings.keep(received);
      if (upload.recording) this.#deleteUnused(upload.recording.sha256);
      return stored;
    } catch (error) {
      received.bytes.discard?.();
      throw error;
    }
  }

  /** @throws {MockServiceError} when nothing was uploaded to the key */
  read(key: string): { upload: UploadRow; recording: StoredRecording; bytes: RecordingBytes } {
    const upload = this.#uploadOf(key);
    const bytes = upload?.recording && this.#dependencies.store.recordings.get(upload.recording.sha256);
    if (!upload?.recording || !bytes) throw new MockServiceError("not-found", "There is no recording at this address.");
    return { upload, recording: upload.recording, bytes };
  }

  /** The recording of a call, if it is in the fake's storage. @throws {MockServiceError} when there is none */
  readOf(call: RecordingReference) {
    return this.read(this.#keyOf(call) ?? "");
  }

  #deleteUnused(sha256: string): void {
    const { uploads, recordings } = this.#dependencies.store;
    if (!uploads.list().some(({ recording }) => recording?.sha256 === sha256)) recordings.delete(sha256);
  }

  /** Ingests the recording of a call: by its bytes when it is in the fake's storage, else by its address alone. */
  ingest(call: IngestedCall): IngestedRecording {
    const recording = this.countedFor(call);
    const recordingHash = recording?.sha256 ?? hash("recording", call.audioUrl);
    const durationSeconds = recording?.durationSeconds ?? this.#drawnSeconds(call.organizationId, recordingHash);
    return { recordingHash, durationSeconds };
  }

  /** Why the recording of a call cannot be ingested; null when it can. */
  failureOf(call: IngestedCall): string | null {
    const key = this.#keyOf(call);
    if (key === null) return foreignFailure(call.audioUrl);
    if (new URL(call.audioUrl).searchParams.has("X-Signature"))
      return "The recording's address is that of its upload, which cannot be read: use publicUrl.";
    const recording = this.countedFor(call);
    if (!recording && !this.#uploadOf(key)) return "There is no object at the recording's address.";
    return uploadFailure(recording);
  }

  /**
   * The recording that counts for a call: the last one that was stored before `processing` ended; null when there is none.
   * One that was ingested stays, whatever becomes of the upload.
   *
   * - By polls, the first poll that does not return `processing` ends it.
   * - By time, it ends `processingMs` after the call's creation: the next upload ingests the call before it is stored.
   * - An immediate call is ended by the first poll, because nobody has seen it before; a manual one by the test.
   */
  countedFor(call: IngestedCall): StoredRecording | null {
    if (call.isIngested) return call.recording;
    return this.#uploadOf(this.#keyOf(call))?.recording ?? null;
  }

  /** The name of a recording's file: as the upload named it, else the last part of the address's path. */
  filenameOf(recording: RecordingReference): string {
    const upload = this.#uploadOf(this.#keyOf(recording));
    return upload?.filename ?? decodeUri(new URL(recording.audioUrl).pathname.split("/").at(-1) ?? "");
  }

  /** The storage key that an address has; null for an address that is not in the fake's storage. */
  storageKeyOf(audioUrl: string): string | null {
    return this.#dependencies.addresses.storageKeyOf(audioUrl);
  }

  #keyOf({ storageKey, audioUrl }: RecordingReference): string | null {
    return storageKey === undefined ? this.storageKeyOf(audioUrl) : storageKey;
  }

  #uploadOf(key: string | null): UploadRow | undefined {
    return key === null ? undefined : this.#dependencies.store.uploads.find(key);
  }

  /** A duration for a recording whose own is not known. */
  #drawnSeconds(organizationId: string, recordingHash: string): number {
    return seededRandom(this.#dependencies.seed, organizationId, recordingHash, "duration").integer(...drawnSeconds);
  }
}

/** When the passing of time ends a call's `processing`. */
function ingestedByMs({ plan: { progression, createdAtMs } }: Pick<CallRow, "plan">): number {
  return progression.mode === "time" ? createdAtMs + progression.processingMs : Number.POSITIVE_INFINITY;
}

/** Why a recording in the fake's storage cannot be ingested; null when it can. Of bytes that are no known format nothing is said. */
function uploadFailure(recording: StoredRecording | null): string | null {
  if (!recording) return "Nothing was uploaded to the recording's address.";
  if (recording.sizeBytes === 0) return "The recording is empty.";
  return recording.content === "other" ? "The recording is not audio." : null;
}

/** Why a recording elsewhere cannot be ingested; null when it can. No name server knows hosts below `invalid`, by RFC 6761. */
function foreignFailure(audioUrl: string): string | null {
  const { hostname } = new URL(audioUrl);
  return /(^|\.)invalid$/.test(hostname) ? `The recording's host ${hostname} cannot be reached.` : null;
}
