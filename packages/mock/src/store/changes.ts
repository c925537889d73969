/** Which rows of the store have changed, for who keeps a copy of them. */
import type { OwnedTableName } from "./rows.js";
import { ownedTables, type Store } from "./store.js";

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
