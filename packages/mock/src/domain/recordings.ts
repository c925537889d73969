/** The recordings in storage, and their ingestion by calls. @see the specification's section 4, Rules for Create call, 3 */
import { decodeUri } from "../core/encoding.js";
import type { ReadBody } from "../core/message.js";
import { MockServiceError } from "../core/mock-service-error.js";
import { hash, seededRandom } from "../core/random.js";
import { createSha256 } from "../core/sha256.js";
import { inspectRecording } from "../store/recording-bytes.js";
import { RecordingInMemory } from "../store/recording-storage.js";
import type { CallRow, StoredRecording, UploadRow } from "../store/rows.js";
import type { Domain } from "./domain.js";

/** The fields that identify a call's recording. */
type RecordingReference = Pick<CallRow, "audioUrl" | "storageKey">;

/** The shortest and the longest call of which nobody knows the length. */
const drawnSeconds = [120, 900] as const;

/**
 * Stores the bytes of an upload as they come.
 *
 * @param options.check called before anything refers to them; what it throws says that they are not wanted
 * @throws {MockServiceError} when the upload was deleted in the meantime
 */
export async function storeRecording(
  domain: Domain,
  { id }: UploadRow,
  { read, check }: { read: ReadBody; check: () => void },
): Promise<StoredRecording> {
  const { store, clock } = domain;
  const chunks: Uint8Array[] = [];
  const hasher = createSha256();
  await read((chunk) => {
    hasher.update(chunk);
    chunks.push(chunk);
    return undefined;
  });
  check();
  const upload = store.uploads.get(id);
  if (!upload) throw new MockServiceError("access-denied", "The upload URL is unknown.");
  const stored = { ...inspectRecording(chunks), sha256: hasher.digest(), uploadedAtMs: clock.now() };
  for (const call of store.calls.list()) {
    // A later upload comes too late for the call.
    const isOver = !call.isIngested && ingestedByMs(call) <= stored.uploadedAtMs && keyOf(domain, call) === upload.key;
    if (isOver) store.calls.update(call.id, { isIngested: true, recording: recordingOf(domain, call) });
  }
  store.uploads.update(id, { recording: stored });
  // Bytes that are there already may be in a file.
  if (!store.recordings.has(stored.sha256)) store.recordings.set(stored.sha256, new RecordingInMemory(chunks));
  const previous = upload.recording?.sha256;
  if (previous !== undefined && !store.uploads.list().some(({ recording }) => recording?.sha256 === previous))
    store.recordings.delete(previous);
  return stored;
}

/** When the passing of time ends a call's `processing`. */
function ingestedByMs({ plan: { progression, createdAtMs } }: CallRow): number {
  return progression.mode === "time" ? createdAtMs + progression.processingMs : Number.POSITIVE_INFINITY;
}

/** Returns the recording at a storage key. @throws {MockServiceError} when there is none */
export function readRecording({ store }: Domain, key: string | null) {
  const upload = store.uploads.find(key ?? "");
  const bytes = upload?.recording && store.recordings.get(upload.recording.sha256);
  if (!upload?.recording || !bytes) throw new MockServiceError("not-found", "There is no recording at this URL.");
  return { upload, recording: upload.recording, bytes };
}

/** The storage key of a recording; null for one that is not in the fake's storage. */
export function keyOf({ addresses }: Domain, { storageKey, audioUrl }: RecordingReference): string | null {
  return storageKey === undefined ? addresses.storageKeyOf(audioUrl) : storageKey;
}

/** Whether an address is that of an upload: its signature is for a PUT alone. */
export function isSignedAddress(url: string): boolean {
  return new URL(url).searchParams.has("X-Signature");
}

/**
 * The recording that counts for a call: the last one that was stored before `processing` ended; null when there is none.
 * One that was ingested stays, whatever becomes of the upload.
 *
 * - By polls, the first poll that does not return `processing` ends it.
 * - By time, it ends `processingMs` after the call's creation: the next upload ingests the call before it is stored.
 * - An immediate call is ended by the first poll, because nobody has seen it before; a manual one by the test.
 */
export function recordingOf(domain: Domain, call: CallRow): StoredRecording | null {
  if (call.isIngested) return call.recording;
  return domain.store.uploads.find(keyOf(domain, call) ?? "")?.recording ?? null;
}

/** The hash of a call's recording: of its bytes when they are in the fake's storage, else of its address. */
export function recordingHashOf(domain: Domain, call: CallRow): string {
  return recordingOf(domain, call)?.sha256 ?? hash("recording", call.audioUrl);
}

/** How long a call's recording is: as a WAV says, else invented. */
export function recordingSecondsOf(domain: Domain, call: CallRow): number {
  const random = seededRandom(domain.seed, call.organizationId, recordingHashOf(domain, call), "duration");
  return recordingOf(domain, call)?.durationSeconds ?? random.integer(...drawnSeconds);
}

/** Why the recording of a call cannot be ingested; null when it can. Bytes in an unknown format pass. */
export function ingestionFailure(domain: Domain, call: CallRow): string | null {
  const { audioUrl } = call;
  const key = keyOf(domain, call);
  if (key === null) return foreignFailure(audioUrl);
  if (isSignedAddress(audioUrl)) return "The recording's URL is the upload URL, which cannot be read. Use publicUrl.";
  const recording = recordingOf(domain, call);
  if (!recording && !domain.store.uploads.find(key)) return "There is no object at the recording's URL.";
  if (!recording) return "Nothing was uploaded to the recording's URL.";
  if (recording.sizeBytes === 0) return "The recording is empty.";
  return recording.content === "other" ? "The recording is not audio." : null;
}

/** Why a recording elsewhere cannot be ingested; null when it can. No name server knows hosts below `invalid`, by RFC 6761. */
function foreignFailure(audioUrl: string): string | null {
  const { hostname } = new URL(audioUrl);
  return /(^|\.)invalid$/.test(hostname) ? `The recording's host ${hostname} cannot be reached.` : null;
}

/** The name of a recording's file: as the upload named it, else the last part of the address's path. */
export function filenameOf(domain: Domain, recording: RecordingReference): string {
  const upload = domain.store.uploads.find(keyOf(domain, recording) ?? "");
  return upload?.filename ?? decodeUri(new URL(recording.audioUrl).pathname.split("/").at(-1) ?? "");
}
