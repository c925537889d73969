/** Fills an empty store from a snapshot. */
import { fromBase64 } from "../core/encoding.js";
import { invalidValue, joinedPath, withPaths } from "../core/mock-service-error.js";
import { sha256Of } from "../core/sha256.js";
import { checkPartial } from "../engine/partial-analysis.js";
import { type RecordingBytes, RecordingInMemory, type RecordingStorage } from "./recording-storage.js";
import { ownedTableNames } from "./rows.js";
import { type OrganizationSnapshot, organizationRow, type RecordingSnapshot, type Snapshot } from "./snapshot.js";
import { detailOf, getOwned, type Store } from "./store.js";
import { UniqueKeyError } from "./table.js";

/**
 * Inserts the rows of a snapshot into an empty store.
 *
 * @throws {MockServiceError} which names the path of the row that is not valid or conflicts with another
 */
export function loadSnapshot(store: Store, { organizations }: Snapshot, options: LoadSnapshotOptions): void {
  for (const [index, organization] of organizations.entries()) {
    const place = `organizations[${index}]`;
    at(place, () => store.organizations.insert(organizationRow(organization)));
    loadTables(store, organization, place);
  }
  // A call can be of an upload of any organization.
  for (const [index, organization] of organizations.entries()) {
    const place = `organizations[${index}]`;
    loadCalls(store, organization, place);
    loadRecordings(store, organization, { place, recordings: options.recordings });
  }
}

/** What a snapshot is loaded with. */
export interface LoadSnapshotOptions {
  /** The recordings that are there already, whose bytes a snapshot need not contain. */
  recordings: RecordingStorage;
}

function loadTables(store: Store, organization: OrganizationSnapshot, place: string): void {
  for (const name of ownedTableNames) {
    // Calls come after the categories and the uploads of all organizations.
    if (name === "calls") continue;
    const table: { insert(row: object): unknown } = store[name] as never;
    for (const [index, row] of (organization[name] ?? []).entries()) {
      at(`${place}.${name}[${index}]`, () => table.insert({ ...row, organizationId: organization.id }));
    }
  }
}

function loadCalls(store: Store, { id, calls = [] }: OrganizationSnapshot, place: string): void {
  for (const [index, call] of calls.entries()) {
    const path = `${place}.calls[${index}]`;
    const current = getOwned(store.categories, id, call.categoryId);
    const category = call.category ?? (current && detailOf(current));
    if (!category) throw invalidValue(`${path}.categoryId`, "is not a category of the organization");
    at(`${path}.analysisOverrides`, () => checkPartial(call.analysisOverrides ?? {}, category));
    at(path, () => store.calls.insert({ ...call, organizationId: id, category }));
  }
}

function loadRecordings(
  store: Store,
  { recordings = [] }: OrganizationSnapshot,
  options: { place: string; recordings: RecordingStorage },
): void {
  for (const [index, recording] of recordings.entries()) {
    const place = `${options.place}.recordings[${index}]`;
    const given = bytesOf(recording, place);
    const bytes = given ?? options.recordings.get(recording.id);
    if (!bytes) throw invalidValue(`${place}.base64`, missingBytes(recording));
    if (bytes.sizeBytes !== recording.sizeBytes)
      throw invalidValue(`${place}.base64`, `has ${bytes.sizeBytes} bytes, and sizeBytes says ${recording.sizeBytes}`);
    checkId(recording, { place, bytes: given });
    store.recordings.set(recording.id, bytes);
  }
}

/** The bytes that a snapshot contains; undefined when it contains none. */
function bytesOf({ base64 }: RecordingSnapshot, place: string): RecordingBytes | undefined {
  if (base64 === undefined) return undefined;
  const decoded = fromBase64(base64);
  if (!decoded) throw invalidValue(`${place}.base64`, "is not base64");
  return new RecordingInMemory([decoded]);
}

/** Bytes under another id would be served as a recording that they are not. What is here already was checked when it came. */
function checkId(
  { id }: RecordingSnapshot,
  { place, bytes }: { place: string; bytes: RecordingBytes | undefined },
): void {
  const actual = bytes && sha256Of(bytes.read());
  if (actual !== undefined && actual !== id)
    throw invalidValue(`${place}.id`, `must be the SHA-256 of the bytes, which is ${actual}`);
}

function missingBytes({ id }: RecordingSnapshot): string {
  return `is required, because recording ${id.slice(0, 12)}… is not here: only a service that has it takes a state without its bytes`;
}

/** Runs an action. The errors that it throws name the place in the snapshot. */
function at(place: string, action: () => unknown): void {
  try {
    withPaths(action, (path) => joinedPath(place, path));
  } catch (error) {
    throw error instanceof UniqueKeyError ? invalidValue(place, error.message) : error;
  }
}
