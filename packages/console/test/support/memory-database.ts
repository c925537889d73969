/** In the place of `src/connection/database.ts` where pages are drawn in jsdom, which has no IndexedDB. */

type Key = string | readonly string[];

const stores = new Map<string, Map<string, { key: Key; value: unknown }>>();

function entriesOf(store: string): Map<string, { key: Key; value: unknown }> {
  const entries = stores.get(store) ?? new Map<string, { key: Key; value: unknown }>();
  stores.set(store, entries);
  return entries;
}

/** Those of which the key begins with another key. */
function within(store: string, { lower }: { lower: readonly string[] }) {
  return [...entriesOf(store).values()].filter(({ key }) => lower.every((part, index) => key[index] === part));
}

const stored = {
  get: async (store: string, key: Key) => entriesOf(store).get(JSON.stringify(key))?.value,
  put: async (store: string, value: unknown, key: Key) =>
    void entriesOf(store).set(JSON.stringify(key), { key, value }),
  delete: async (store: string, key: Key) => void entriesOf(store).delete(JSON.stringify(key)),
  getAll: async (store: string, range: { lower: string[] }) => within(store, range).map(({ value }) => value),
  getAllKeys: async (store: string, range: { lower: string[] }) => within(store, range).map(({ key }) => key),
};

Object.assign(globalThis, { IDBKeyRange: { bound: (lower: readonly string[]) => ({ lower }) } });

export async function database(): Promise<typeof stored> {
  return stored;
}

export async function clearDatabase(): Promise<void> {
  stores.clear();
}
