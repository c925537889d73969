/** What the console keeps in the browser: the state of a fake in the page. */
import { type DBSchema, type IDBPDatabase, openDB } from "idb";

/** The stores of the database. */
export interface ConsoleDatabase extends DBSchema {
  /** The snapshot of the fake in the page, without the bytes of recordings; and what no snapshot has. */
  state: { key: "snapshot" | "controls"; value: string };
  /** The bytes of the fake's recordings, by their SHA-256. */
  recordings: { key: string; value: Blob };
}

const stores = ["state", "recordings"] as const;

let opened: Promise<IDBPDatabase<ConsoleDatabase>> | undefined;

/** The database, opened once. */
export function database(): Promise<IDBPDatabase<ConsoleDatabase>> {
  opened ??= openDB<ConsoleDatabase>("call-analysis-console", 2, {
    upgrade(created) {
      for (const store of stores) if (!created.objectStoreNames.contains(store)) created.createObjectStore(store);
    },
    // Another tab with a newer console wants to upgrade it.
    blocking: () => location.reload(),
  });
  return opened;
}

/** Removes all that is in the database. */
export async function clearDatabase(): Promise<void> {
  const stored = await database();
  await Promise.all(stores.map((store) => stored.clear(store)));
}
