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

/** The shortest and the longest call whose length is unknown. */
const drawnSeconds = [120, 900] as const;

/**
 * Stores the bytes of an upload as they arrive.
 *
 * @param options.check called before the upload refers to the bytes. If it throws, the bytes are discarded.
 * @throws {MockServiceError} if the upload was deleted meanwhile
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

/** Returns the recording at a storage key. @throws {MockServiceError} if there is none */
export function readRecording({ store }: Domain, key: string | null) {
  const upload = store.uploads.find(key ?? "");
  const bytes = upload?.recording && store.recordings.get(upload.recording.sha256);
  if (!upload?.recording || !bytes) throw new MockServiceError("not-found", "There is no recording at this URL.");
  return { upload, recording: upload.recording, bytes };
}

/** The storage key of a recording. Null if the recording is not in the fake's storage. */
export function keyOf({ addresses }: Domain, { storageKey, audioUrl }: RecordingReference): string | null {
  return storageKey === undefined ? addresses.storageKeyOf(audioUrl) : storageKey;
}

/** Whether a URL is an upload URL. Its signature is valid for a PUT only. */
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

/** The hash of a call's recording: of its bytes if they are in the fake's storage, else of its URL. */
export function recordingHashOf(domain: Domain, call: CallRow): string {
  // A seeded call may have none.
  return recordingOf(domain, call)?.sha256 ?? hash("recording", String(call.audioUrl));
}

/** The length of a call's recording: that of a WAV file, else an invented one. */
export function recordingSecondsOf(domain: Domain, call: CallRow): number {
  const random = seededRandom(domain.seed, call.organizationId, recordingHashOf(domain, call), "duration");
  return recordingOf(domain, call)?.durationSeconds ?? random.integer(...drawnSeconds);
}

/** Why a call's recording cannot be ingested. Null if it can. Bytes in an unknown format are accepted. */
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

/** Why a recording elsewhere cannot be ingested. Null if it can. By RFC 6761, hosts below `invalid` never resolve. */
function foreignFailure(audioUrl: string): string | null {
  // A call of a test may have any.
  const { hostname } = URL.canParse(audioUrl) ? new URL(audioUrl) : { hostname: "" };
  return /(^|\.)invalid$/.test(hostname) ? `The recording's host ${hostname} cannot be reached.` : null;
}

/** The file name of a recording: the upload's name for it, else the last part of the URL's path. */
export function filenameOf(domain: Domain, recording: RecordingReference): string {
  const upload = domain.store.uploads.find(keyOf(domain, recording) ?? "");
  const { audioUrl } = recording;
  return (
    upload?.filename ?? decodeUri(URL.canParse(audioUrl) ? (new URL(audioUrl).pathname.split("/").at(-1) ?? "") : "")
  );
}
