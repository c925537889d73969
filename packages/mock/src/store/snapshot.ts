/** Snapshots: their form, how to create one from a store, and how to fill a store from one. */
import * as z from "zod";
import { throwProblems } from "../core/check-shape.js";
import { clockStateSchema } from "../core/clock.js";
import { fromBase64, toBase64 } from "../core/encoding.js";
import { invalidValue, problemsBelow } from "../core/mock-service-error.js";
import { sha256Of } from "../core/sha256.js";
import { partialProblems } from "../engine/partial-analysis.js";
import { RecordingInMemory, type RecordingStorage } from "./recording-storage.js";
import { type CallRow, type OwnedRow, type OwnedTableName, ownedTableNames, rowSchemas, type Unowned } from "./rows.js";
import { createStore, getOwned, type Store } from "./store.js";
import { refusalsAt } from "./table.js";

/** The maximum total size of recordings in a snapshot, in bytes before base64. */
export const maxInlineBytes = 64 * 1024 * 1024;

/**
 * A recording. The snapshot contains its bytes, as long as all recordings together fit into 64 MiB. Otherwise, and in a
 * state file, the bytes are stored separately.
 */
const recording = z.strictObject({
  /** The SHA-256 of the bytes, as lowercase hex. */
  id: z.string().regex(/^[0-9a-f]{64}$/),
  sizeBytes: z.int().min(0),
  // Whether it is base64 is seen when it is read: the expression of zod fails on a long text.
  base64: z.string().optional(),
});

type RecordingSnapshot = z.infer<typeof recording>;

/** The rows of every table. A missing list is empty. The fake itself always writes all lists. */
const tables = Object.fromEntries(
  ownedTableNames.map((name) => [name, z.array(rowSchemas[name]).optional()]),
) as unknown as { [Name in OwnedTableName]: z.ZodArray<z.ZodType<Unowned<Name>>> };

const organization = z.strictObject({
  id: z.string().min(1),
  /** The name. An organization without one gets the first name that has a key and is not in the snapshot. */
  name: z.string().optional(),
  ...tables,
  /** The recordings of its uploads, each once. */
  recordings: z.array(recording).optional(),
});

/** Validates snapshots. */
export const snapshotSchema = z.strictObject({
  version: z.literal(1),
  seed: z.number(),
  clock: clockStateSchema,
  organizations: z.array(organization),
  /** The number of generated ids of each kind, so that no id is generated twice. */
  idCounts: z.record(z.string(), z.int().min(0)).optional(),
  /**
   * The recordings whose bytes are not in the state, their total size, and the reason. Missing if the state is
   * complete.
   */
  leftOut: z.object({ recordings: z.array(z.string()), sizeBytes: z.number(), reason: z.string() }).optional(),
});

/** The whole state of a service as JSON, without API keys. */
export type Snapshot = z.infer<typeof snapshotSchema>;

/** An organization with all its rows. */
export type OrganizationSnapshot = z.infer<typeof organization>;

/**
 * Everything in a store. The rows are the store's own, which are frozen.
 *
 * @param options.withBytes whether to include the bytes of recordings, in order, up to 64 MiB in total
 */
export function snapshotOf(
  store: Store,
  head: Omit<Snapshot, "organizations" | "leftOut">,
  { withBytes }: { withBytes: boolean },
): Snapshot {
  let freeBytes = withBytes ? maxInlineBytes : 0;
  const leftOut = new Map<string, number>();
  for (const [id, { sizeBytes }] of store.recordings) {
    if (sizeBytes > freeBytes) leftOut.set(id, sizeBytes);
    else freeBytes -= sizeBytes;
  }
  const organizations = store.organizations.list().map((organization) => {
    const tables = ownedTableNames.map((name) => {
      const rows: readonly OwnedRow[] = store[name].listOf(organization.id);
      return [name, rows.map((row) => snapshotRow(row, store))];
    });
    const ids = store.uploads.listOf(organization.id).flatMap(({ recording }) => recording?.sha256 ?? []);
    const recordings = [...new Set(ids)].flatMap((id) => {
      const bytes = store.recordings.get(id);
      return bytes
        ? { id, sizeBytes: bytes.sizeBytes, ...(!leftOut.has(id) && { base64: toBase64(bytes.read()) }) }
        : [];
    });
    return { ...organization, ...Object.fromEntries(tables), recordings };
  });
  if (leftOut.size === 0) return { ...head, organizations };
  const sizeBytes = [...leftOut.values()].reduce((sum, each) => sum + each, 0);
  const reason = "Only a service that still has these recordings can restore this state.";
  return { ...head, leftOut: { recordings: [...leftOut.keys()], sizeBytes, reason }, organizations };
}

/**
 * A row without its organization. A call's row also omits the category's configuration, if that has not changed since.
 */
function snapshotRow({ organizationId: _, ...row }: OwnedRow, { categories }: Store): object {
  if (!("category" in row && "categoryId" in row)) return row;
  const { category, ...call } = row;
  return categories.get(String(row.categoryId)) === category ? call : row;
}

/**
 * A store with the rows of a snapshot.
 *
 * @param recordings the existing recordings, whose bytes the snapshot may omit
 * @throws {MockServiceError} that names the path of the invalid or conflicting row
 */
export function storeOf({ organizations }: Snapshot, recordings: RecordingStorage): Store {
  const store = createStore();
  for (const [index, organization] of organizations.entries()) {
    const { id, name = id } = organization;
    const place = `organizations[${index}]`;
    const insert = (path: string, action: () => unknown) => throwProblems(refusalsAt(path, action));
    insert(place, () => store.organizations.insert({ id, name }));
    for (const table of ownedTableNames) {
      for (const [at, row] of (organization[table] ?? []).entries())
        insert(`${place}.${table}[${at}]`, () => insertRow(store, table, { ...row, organizationId: id }));
    }
    for (const [at, recording] of (organization.recordings ?? []).entries())
      insert(`${place}.recordings[${at}]`, () => insertRecording(store, recording, recordings));
  }
  return store;
}

function insertRow(store: Store, table: OwnedTableName, row: OwnedRow): void {
  // The schema checked the row by its table.
  const target = store[table] as unknown as { insert(row: object): unknown };
  target.insert(table === "calls" ? callOf(store, row as CallSnapshot) : row);
}

type CallSnapshot = Omit<CallRow, "category"> & Partial<Pick<CallRow, "category">>;

function callOf(store: Store, call: CallSnapshot): CallRow {
  const category = call.category ?? getOwned(store.categories, call.organizationId, call.categoryId);
  if (!category) throw invalidValue("categoryId", "is not a category of the organization");
  throwProblems(problemsBelow("analysisOverrides", partialProblems(call.analysisOverrides ?? {}, category)));
  return { ...call, category };
}

/**
 * Checks that a recording's id matches its bytes. Otherwise it would be served as another recording. Known recordings
 * were checked before.
 */
function insertRecording(store: Store, { id, base64 }: RecordingSnapshot, others: RecordingStorage): void {
  const given = base64 === undefined ? undefined : fromBase64(base64);
  if (base64 !== undefined && (!given || sha256Of(given) !== id))
    throw invalidValue("base64", "must be the recording in base64, and its SHA-256 must be the id");
  const bytes = given ? new RecordingInMemory([given]) : others.get(id);
  if (!bytes) throw invalidValue("base64", `is required: this service lacks the recording ${id.slice(0, 12)}…`);
  store.recordings.set(id, bytes);
}
