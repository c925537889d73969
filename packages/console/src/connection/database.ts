/** What the console keeps in the browser: the state of a fake in the page, and recordings that are not uploaded yet. */

/** The stores of the database, with their keys and values. */
export interface Stores {
  /** The snapshot of the fake in the page, without the bytes of recordings; and what no snapshot has. */
  state: { key: "snapshot" | "controls"; value: string };
  /** The bytes of the fake's recordings, by their SHA-256. */
  recordings: { key: string; value: Blob };
  /** Recordings of calls that are being created, by the submission's id. */
  uploads: { key: string; value: Blob };
  /** Prospects that were sent, by service, organization, campaign and their fields. */
  prospects: { key: [string, string, string, string]; value: "sending" | "added" | "uncertain" };
}

type StoreName = keyof Stores;

const storeNames: readonly StoreName[] = ["state", "recordings", "uploads", "prospects"];

/** One change of a transaction: a value that is put, or removed where there is none. */
export type Change = {
  [Name in StoreName]: { store: Name; key: Stores[Name]["key"]; value?: Stores[Name]["value"] };
}[StoreName];

/** The database of this browser. */
export class Database {
  readonly #opened: IDBDatabase;

  constructor(opened: IDBDatabase) {
    this.#opened = opened;
  }

  get<Name extends StoreName>(store: Name, key: Stores[Name]["key"]): Promise<Stores[Name]["value"] | undefined> {
    return this.#read(store, (stored) => stored.get(key));
  }

  /** All values, in the order of their keys. */
  getAll<Name extends StoreName>(store: Name, range?: IDBKeyRange): Promise<Stores[Name]["value"][]> {
    return this.#read(store, (stored) => stored.getAll(range));
  }

  getAllKeys<Name extends StoreName>(store: Name, range?: IDBKeyRange): Promise<Stores[Name]["key"][]> {
    // Keys are put by `change` alone, which takes those of the store.
    return this.#read(store, (stored) => stored.getAllKeys(range) as IDBRequest<Stores[Name]["key"][]>);
  }

  /** Makes all changes, or none of them. */
  change(changes: readonly Change[]): Promise<void> {
    return this.#write((stores) => {
      for (const { store, key, value } of changes) {
        if (value === undefined) stores(store).delete(key);
        else stores(store).put(value, key);
      }
    });
  }

  /** Removes all that is in the database. */
  clear(): Promise<void> {
    return this.#write((stores) => {
      for (const name of storeNames) stores(name).clear();
    });
  }

  #read<Value>(name: StoreName, read: (store: IDBObjectStore) => IDBRequest<Value>): Promise<Value> {
    return resultOf(read(this.#opened.transaction(name).objectStore(name)));
  }

  #write(write: (stores: (name: StoreName) => IDBObjectStore) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const transaction = this.#opened.transaction(storeNames, "readwrite");
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
      write((name) => transaction.objectStore(name));
    });
  }
}

function resultOf<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

let opening: Promise<Database> | undefined;

/** The database, opened once. */
export function database(): Promise<Database> {
  opening ??= open();
  return opening;
}

async function open(): Promise<Database> {
  const request = indexedDB.open("call-analysis-console", 2);
  request.onupgradeneeded = () => {
    const { result } = request;
    for (const name of storeNames) if (!result.objectStoreNames.contains(name)) result.createObjectStore(name);
  };
  const opened = await resultOf(request);
  // Another tab with a newer console wants to upgrade it.
  opened.onversionchange = () => location.reload();
  return new Database(opened);
}
