/** A table of rows in memory, with its unique key and the rows of each organization. */
import { frozenCopy } from "../core/frozen-copy.js";
import { type FieldProblem, invalidValue, MockServiceError, problemsBelow } from "../core/mock-service-error.js";

/** A row of a table. Its id never changes. Most rows belong to an organization. */
export interface Identified {
  readonly id: string;
  readonly organizationId?: string;
}

/** A table's name, and the fields besides the id that find a row. */
export interface TableOptions<Row extends Identified> {
  /** The name for a row in messages. */
  name: string;
  /** The name and value of a row's unique key. Undefined for a row without one. */
  unique?: { name: string; keyOf: (row: Row) => string | undefined };
}

/** Rows in memory, found by id, unique key or organization. Rows are frozen: change them with `update`. */
export class Table<Row extends Identified> {
  readonly #options: TableOptions<Row>;
  readonly #rows = new Map<string, Row>();
  readonly #byKey = new Map<string, Row>();
  /** The cached lists of organizations. Each is dropped when a row of its organization changes. */
  readonly #lists = new Map<string, readonly Row[]>();
  #revision = 0;

  constructor(options: TableOptions<Row>) {
    this.#options = options;
  }

  /** The number of changes so far. */
  get revision(): number {
    return this.#revision;
  }

  /** The row with this id, or undefined. */
  get(id: string): Row | undefined {
    return this.#rows.get(id);
  }

  /** All rows, in insertion order. */
  list(): Row[] {
    return [...this.#rows.values()];
  }

  /** The row with this unique key, or undefined. */
  find(key: string): Row | undefined {
    return this.#byKey.get(key);
  }

  /** The rows of an organization, in insertion order. The same list is returned until one of them changes. */
  listOf(id: string): readonly Row[] {
    const list =
      this.#lists.get(id) ?? Object.freeze(this.list().filter(({ organizationId }) => organizationId === id));
    this.#lists.set(id, list);
    return list;
  }

  /** Adds a row. @throws {MockServiceError} if its id or its unique key is taken */
  insert(row: Row): Row {
    if (this.#rows.has(row.id)) throw invalidValue("id", `the ${this.#options.name} "${row.id}" already exists`);
    return this.#put(frozenCopy(row));
  }

  /**
   * Changes fields of a row.
   *
   * @throws {MockServiceError} if another row has the unique key
   * @throws {RangeError} if there is no such row
   */
  update(id: string, change: Partial<Omit<Row, "id">>): Row {
    const previous = this.#rows.get(id);
    if (!previous) throw new RangeError(`The ${this.#options.name} "${id}" does not exist.`);
    return this.#put(Object.freeze({ ...previous, ...frozenCopy(change), id }), previous);
  }

  /** Removes a row. Returns false if there was none. */
  delete(id: string): boolean {
    const row = this.#rows.get(id);
    if (!row) return false;
    this.#forget(row);
    return this.#rows.delete(id);
  }

  /** Removes every row. */
  clear(): void {
    for (const { id } of this.list()) this.delete(id);
  }

  #put(row: Row, previous?: Row): Row {
    const { unique } = this.#options;
    const key = unique?.keyOf(row);
    const holder = key === undefined ? undefined : this.#byKey.get(key);
    if (unique && holder && holder.id !== row.id)
      throw invalidValue(unique.name, `already belongs to the ${this.#options.name} "${holder.id}"`);
    if (previous) this.#forget(previous);
    if (key !== undefined) this.#byKey.set(key, row);
    this.#rows.set(row.id, row);
    this.#lists.delete(row.organizationId ?? "");
    this.#revision += 1;
    return row;
  }

  /** Removes a row from the other indexes. */
  #forget(row: Row): void {
    const key = this.#options.unique?.keyOf(row);
    if (key !== undefined) this.#byKey.delete(key);
    this.#lists.delete(row.organizationId ?? "");
    this.#revision += 1;
  }
}

/** Collects the problems of an insertion, for a given path. */
export function refusalsAt(place: string, action: () => unknown): FieldProblem[] {
  try {
    action();
    return [];
  } catch (error) {
    if (error instanceof MockServiceError) return problemsBelow(place, error.fields);
    throw error;
  }
}
