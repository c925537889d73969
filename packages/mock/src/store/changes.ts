/** Changes of the store since an earlier one: what a snapshot lacks to be the present state. */
import type { CategoryDetail } from "@call-analysis/sdk";
import type { OrganizationSnapshot, RecordingSnapshot, Snapshot } from "./snapshot.js";
import type { Store } from "./store.js";

/** The tables whose rows belong to organizations, in the order in which their changes are applied: calls need categories. */
export const ownedTables = ["agents", "categories", "uploads", "campaigns", "prospects", "calls"] as const;

/** A table whose rows belong to organizations. */
export type OwnedTableName = (typeof ownedTables)[number];

/** Changes of the store, and what else a snapshot has. */
export interface StateChange extends Pick<Snapshot, "clock" | "idCounts"> {
  /** Rows as they are now, by organization. */
  rows: [table: OwnedTableName, organizationId: string, row: { id: string }][];
  deleted: [table: OwnedTableName, id: string][];
  /** The recordings of the uploads among the rows, by organization. */
  recordings: [organizationId: string, recording: RecordingSnapshot][];
}

/** The ids of rows that changed. */
export type ChangedIds = Record<OwnedTableName, ReadonlySet<string>>;

/** Takes the ids of the rows that changed since the last time; undefined when a table was replaced as a whole. */
export function takeChangedIds({ organizations, ...store }: Store): ChangedIds | undefined {
  const organizationIds = organizations.takeChanges();
  const ids = ownedTables.map((name) => [name, store[name].takeChanges()] as const);
  if (organizationIds?.size !== 0 || ids.some(([, changed]) => changed === undefined)) return undefined;
  // Every table is there, each with its ids.
  return Object.fromEntries(ids) as ChangedIds;
}

/** Applies changes to a snapshot. */
export class SnapshotChanges {
  readonly #snapshot: Snapshot;
  readonly #organizations: Map<string, OrganizationRows>;

  constructor(snapshot: Snapshot) {
    this.#snapshot = snapshot;
    this.#organizations = new Map(snapshot.organizations.map((row) => [row.id, new OrganizationRows(row)]));
  }

  apply({ clock, idCounts, rows, deleted, recordings }: StateChange): void {
    Object.assign(this.#snapshot, { clock, idCounts });
    for (const [table, organizationId, row] of rows) this.#organizations.get(organizationId)?.put(table, row);
    for (const [table, id] of deleted) {
      for (const organization of this.#organizations.values()) organization.delete(table, id);
    }
    for (const [organizationId, recording] of recordings) this.#organizations.get(organizationId)?.add(recording);
  }

  /** The snapshot with all changes. */
  result(): Snapshot {
    return { ...this.#snapshot, organizations: [...this.#organizations.values()].map((rows) => rows.result()) };
  }
}

type Rows = Map<string, { id: string }>;

/** The rows of one organization by their ids, so that each change takes the same time. */
class OrganizationRows {
  readonly #organization: OrganizationSnapshot;
  readonly #tables: Record<OwnedTableName, Rows>;
  readonly #recordings: Map<string, RecordingSnapshot>;

  constructor(organization: OrganizationSnapshot) {
    this.#organization = organization;
    // Every table is there.
    this.#tables = Object.fromEntries(ownedTables.map((name) => [name, byId(organization[name])])) as never;
    this.#recordings = new Map((organization.recordings ?? []).map((recording) => [recording.id, recording]));
  }

  put(table: OwnedTableName, row: { id: string }): void {
    if (table === "categories") this.#keepCategoryOfCalls(row.id);
    this.#tables[table].set(row.id, row);
  }

  delete(table: OwnedTableName, id: string): void {
    if (table === "categories") this.#keepCategoryOfCalls(id);
    this.#tables[table].delete(id);
  }

  add(recording: RecordingSnapshot): void {
    this.#recordings.set(recording.id, recording);
  }

  result(): OrganizationSnapshot {
    const tables = Object.entries(this.#tables).map(([name, rows]) => [name, [...rows.values()]]);
    return { ...this.#organization, ...Object.fromEntries(tables), recordings: [...this.#recordings.values()] };
  }

  /** A call without a configuration of its own has its category's: it must not change with it. */
  #keepCategoryOfCalls(categoryId: string): void {
    const category = this.#tables.categories.get(categoryId) as CategoryDetail | undefined;
    if (!category) return;
    for (const [id, call] of this.#tables.calls) {
      const { categoryId: own, category: kept } = call as { categoryId?: string; category?: unknown };
      if (own === categoryId && kept === undefined) this.#tables.calls.set(id, Object.assign({}, call, { category }));
    }
  }
}

function byId(rows: readonly { id: string }[]): Rows {
  return new Map(rows.map((row) => [row.id, row]));
}
