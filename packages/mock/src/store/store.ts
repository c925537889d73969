/** The store: one table for each kind of row. */
import type { ReviewedCategory } from "../engine/configuration.js";
import { RecordingStorage } from "./recording-storage.js";
import type { AgentRow, CategoryRow, OwnedRow, OwnedTableName, Rows } from "./rows.js";
import { Table } from "./table.js";

const groupOf = ({ organizationId }: OwnedRow) => organizationId;

/** The whole state of the service. Every row except an organization belongs to one organization. */
export type Store = { readonly [Name in keyof Rows]: Table<Rows[Name]> } & {
  /** The bytes of uploaded recordings. */
  readonly recordings: RecordingStorage;
};

/** A table of the service's state. Rows are frozen: change them with `update`. */
export interface DatabaseTable<Row extends { readonly id: string }> {
  /** The row with this id, or undefined. */
  get(id: string): Row | undefined;
  /** All rows, of all organizations, in insertion order. */
  list(): Row[];
  /** Adds a row. @throws {UniqueKeyError} when its id or a unique key is taken */
  insert(row: Row): Row;
  /** Changes fields of a row. @throws {RangeError} when there is none */
  update(id: string, change: Partial<Omit<Row, "id">>): Row;
  /** Removes a row; false when there was none. */
  delete(id: string): boolean;
}

/** The service's state, for tests to read and to change. */
export type Database = { readonly [Name in keyof Rows]: DatabaseTable<Rows[Name]> };

/** Creates an empty store. */
export function createStore(): Store {
  return {
    organizations: new Table<Rows["organizations"]>({
      name: "organization",
      unique: { name: "name", keyOf: ({ name }) => name },
    }),
    agents: new Table<Rows["agents"]>({ name: "agent", unique: { name: "email", keyOf: emailKeyOf }, groupOf }),
    categories: new Table<Rows["categories"]>({ name: "category", groupOf }),
    uploads: new Table<Rows["uploads"]>({ name: "upload", unique: { name: "key", keyOf: ({ key }) => key }, groupOf }),
    calls: new Table<Rows["calls"]>({ name: "call", groupOf }),
    campaigns: new Table<Rows["campaigns"]>({ name: "campaign", groupOf }),
    prospects: new Table<Rows["prospects"]>({ name: "prospect", groupOf }),
    recordings: new RecordingStorage(),
  };
}

const { organizations: _organizations, recordings: _recordings, ...owned } = createStore();

/** The tables whose rows belong to organizations. */
export const ownedTables = Object.keys(owned) as readonly OwnedTableName[];

/** An e-mail of an organization, as the value of the agents' unique key `email`; its case does not matter (`email-matching`). */
export function emailKey(organizationId: string, email: string): string {
  return `${organizationId} ${email.toLowerCase()}`;
}

/** Empties the store. */
export function clearStore(store: Store): void {
  for (const table of Object.values(store)) table.clear();
}

/** Remembers what is in the store, to remove what is inserted from now on. Nothing else may change in between. */
export function insertionsSince({ recordings: _, ...tables }: Store): { undo(): void } {
  const sizes = Object.values(tables).map((table) => [table, table.size] as const);
  return {
    undo() {
      for (const [table, size] of sizes) {
        for (const { id } of table.list().slice(size)) table.delete(id);
      }
    },
  };
}

/** Replaces all rows of a store by those of another. */
export function replaceStore(store: Store, { recordings, ...other }: Store): void {
  clearStore(store);
  for (const [name, table] of Object.entries(other)) {
    // The two stores have the same tables, each with rows of one kind.
    const target: { insert(row: object): unknown } = store[name as keyof typeof other] as never;
    for (const row of table.list()) target.insert(row);
  }
  for (const [id, bytes] of recordings.entries()) store.recordings.set(id, bytes);
}

/** The ids of rows that changed, those of deleted rows too. */
export type ChangedIds = Record<OwnedTableName, ReadonlySet<string>>;

/** Takes the ids of the rows that changed since the last time; undefined when more than rows may have changed. */
export function takeChangedIds({ organizations, ...store }: Store): ChangedIds | undefined {
  const organizationIds = organizations.takeChanges();
  const ids = ownedTables.map((name) => [name, store[name].takeChanges()] as const);
  if (organizationIds?.size !== 0 || ids.some(([, changed]) => changed === undefined)) return undefined;
  // Every table is there, each with its ids.
  return Object.fromEntries(ids) as ChangedIds;
}

/** A number that grows with every change of a table. */
export function revisionOf({ recordings: _, ...tables }: Store): number {
  return Object.values(tables).reduce((sum, { revision }) => sum + revision, 0);
}

/** The row with this id if it belongs to the organization. Rows of others do not exist for it. */
export function getOwned<Row extends OwnedRow>(
  table: { get(id: string): Row | undefined },
  organizationId: string,
  id: string,
): Row | undefined {
  const row = table.get(id);
  return row?.organizationId === organizationId ? row : undefined;
}

const details = new WeakMap<CategoryRow, ReviewedCategory>();

/** A category as its calls have it: with its configuration and the sentences of reviews. The same object is returned until the row changes. */
export function detailOf(row: CategoryRow): ReviewedCategory {
  const known = details.get(row);
  if (known) return known;
  const { organizationId: _, ...detail } = row;
  details.set(row, Object.freeze(detail));
  return detail;
}

/** Deleted agents have no key: another agent can have their e-mail. */
function emailKeyOf(agent: AgentRow): string | undefined {
  return agent.isActive ? emailKey(agent.organizationId, agent.email) : undefined;
}
