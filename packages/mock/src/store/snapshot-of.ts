/** The organizations of the store, as a snapshot has them. */
import { toBase64 } from "../core/encoding.js";
import { type OrganizationRow, type OwnedRow, ownedTableNames } from "./rows.js";
import { type LeftOut, maxInlineBytes, type RecordingSnapshot, type Snapshot, type SnapshotHead } from "./snapshot.js";
import { type Database, detailOf, type Store } from "./store.js";

/**
 * Everything that is in a store. Its rows are the store's own, which are frozen.
 *
 * @param options.withBytes whether it contains the bytes of recordings, when all of them together have at most 64 MiB
 */
export function snapshotOf(store: Store, head: SnapshotHead, { withBytes }: { withBytes: boolean }): Snapshot {
  const sizeBytes = [...store.recordings.entries()].reduce((sum, [, bytes]) => sum + bytes.sizeBytes, 0);
  const isWhole = withBytes && sizeBytes <= maxInlineBytes;
  const organizations = store.organizations.list().map((organization) => {
    const tables = ownedTableNames.map((name) => {
      const rows: readonly OwnedRow[] = store[name].listOf(organization.id);
      return [name, rows.map((row) => snapshotRow(row, store))];
    });
    return { ...organization, ...Object.fromEntries(tables), recordings: recordingsOf(store, organization, isWhole) };
  });
  return { ...head, ...(!isWhole && sizeBytes > 0 && { leftOut: leftOut(store, sizeBytes) }), organizations };
}

/** A row without its organization and, of a call, without the category's configuration where that has not changed since. */
export function snapshotRow(
  { organizationId: _, ...row }: OwnedRow,
  { categories }: Pick<Database, "categories">,
): object {
  if (!("category" in row && "categoryId" in row)) return row;
  const current = categories.get(String(row.categoryId));
  if (!current || detailOf(current) !== row.category) return row;
  const { category: _category, ...call } = row;
  return call;
}

function recordingsOf({ uploads, recordings }: Store, { id }: OrganizationRow, withBytes: boolean) {
  const found = new Map<string, RecordingSnapshot>();
  for (const { recording } of uploads.listOf(id)) {
    const bytes = recording && recordings.get(recording.sha256);
    if (!bytes || found.has(recording.sha256)) continue;
    const row = { id: recording.sha256, sizeBytes: bytes.sizeBytes };
    found.set(row.id, withBytes ? { ...row, base64: toBase64(bytes.read()) } : row);
  }
  return [...found.values()];
}

function leftOut({ recordings }: Store, sizeBytes: number): LeftOut {
  const isLarge = sizeBytes > maxInlineBytes;
  const cause = isLarge
    ? "All recordings together have more than 64 MiB."
    : "The bytes of recordings were not asked for.";
  const reason = `${cause} Only a service that still has these recordings takes this state.`;
  return { recordings: [...recordings.ids()], sizeBytes, reason };
}
