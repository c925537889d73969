/** The store: one table for each kind of row. */
import * as z from "zod";
import { checkShape } from "../core/check-shape.js";
import type { RecordingBytes, RecordingStorage } from "./recording-storage.js";
import { type OrganizationRow, type OwnedRow, ownedTableNames, ownedTables, type Rows, rowSchemas } from "./rows.js";
import { type Identified, Table } from "./table.js";

/** The whole state of the service. Every row except an organization belongs to one organization. */
export type Store = { readonly [Name in keyof Rows]: Table<Rows[Name]> } & {
  /** The bytes of uploaded recordings. */
  readonly recordings: RecordingStorage;
};

/** A table of the service's state. It checks rows, which are frozen: change them with `update`. */
export type DatabaseTable<Row extends Identified> = Pick<Table<Row>, "get" | "list" | "insert" | "update" | "delete">;

/** The service's state, which tests can read and change. */
export type Database = { readonly [Name in keyof Rows]: DatabaseTable<Rows[Name]> };

/** Creates an empty store. */
export function createStore(): Store {
  // Each table has rows of one kind, by its own definition.
  const owned = ownedTableNames.map((name) => [name, new Table(ownedTables[name] as (typeof ownedTables)["agents"])]);
  return {
    organizations: new Table<OrganizationRow>({
      name: "organization",
      unique: { name: "name", keyOf: ({ name }) => name },
    }),
    ...Object.fromEntries(owned),
    recordings: new Map<string, RecordingBytes>(),
  };
}

/** The schemas of the rows that tests write. */
const owned = { ...rowSchemas, calls: rowSchemas.calls.required({ category: true }) };

/** The tables for tests, which check whole rows. The service's own rows need no check, which would slow it down. */
export function databaseOf(store: Store): Database {
  const isKnown = (id: string) => store.organizations.get(id) !== undefined;
  const organizationId = z.string().refine(isKnown, { error: "is not the id of an organization" });
  const tables = ownedTableNames.map((name) => {
    const schema = z.strictObject({ ...owned[name].shape, organizationId });
    return [name, checkedTable(store[name] as unknown as Table<OwnedRow>, schema)];
  });
  const organizations = checkedTable(store.organizations, z.strictObject({ id: z.string(), name: z.string() }));
  // Each table has rows of one kind.
  return { organizations, ...Object.fromEntries(tables) };
}

function checkedTable<Row extends Identified>(table: Table<Row>, schema: z.ZodObject): DatabaseTable<Row> {
  return {
    get: (id) => table.get(id),
    list: () => table.list(),
    insert: (row) => table.insert(checkShape<unknown>(schema, row) as Row),
    update(id, change) {
      const ownId = z.literal(id, { error: "cannot change" });
      checkShape(schema.extend({ id: ownId }).partial(), change);
      return table.update(id, change);
    },
    delete: (id) => table.delete(id),
  };
}

/** Empties the store. */
export function clearStore(store: Store): void {
  for (const table of Object.values(store)) table.clear();
}

/** Returns a function that removes the rows that are inserted from now on. Nothing else may change meanwhile. */
export function insertionUndo({ recordings: _, ...tables }: Store): () => void {
  const sizes = Object.values(tables).map((table) => [table, table.list().length] as const);
  return () => {
    for (const [table, size] of sizes) for (const { id } of table.list().slice(size)) table.delete(id);
  };
}

/** Replaces the whole content of a store by another store's. */
export function replaceStore(store: Store, { recordings, ...other }: Store): void {
  for (const [name, table] of Object.entries(other)) {
    // The two stores have the same tables, each with rows of one kind.
    const target: { clear(): void; insert(row: object): unknown } = store[name as keyof typeof other] as never;
    target.clear();
    for (const row of table.list()) target.insert(row);
  }
  store.recordings.clear();
  for (const [id, bytes] of recordings) store.recordings.set(id, bytes);
}

/** A number that grows with every change of a table. */
export function revisionOf({ recordings: _, ...tables }: Store): number {
  return Object.values(tables).reduce((sum, { revision }) => sum + revision, 0);
}

/** The row with this id, if it belongs to the organization. Rows of other organizations count as missing. */
export function getOwned<Row extends OwnedRow>(
  table: { get(id: string): Row | undefined },
  organizationId: string,
  id: string,
): Row | undefined {
  const row = table.get(id);
  return row?.organizationId === organizationId ? row : undefined;
}
