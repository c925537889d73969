/** A table of rows in memory, with its unique keys and indexes. */
import { frozenCopy } from "../core/frozen-copy.js";

/** A row of a table: it has an id that never changes. */
export interface Identified {
  readonly id: string;
}

/** A change after which two rows of a table would have the same unique key. */
export class UniqueKeyError extends Error {
  override readonly name = "UniqueKeyError";
}

/** A table's name, and the fields besides the id by which its rows are found. */
export interface TableOptions<Row extends Identified, Unique extends string, Index extends string> {
  /** What a row is called in messages. */
  name: string;
  /** Values that at most one row can have; undefined for a row without one. */
  unique?: Record<Unique, (row: Row) => string | undefined>;
  /** Values that several rows can have. */
  indexes?: Record<Index, (row: Row) => string>;
}

/** Rows in memory, found by id, unique key or index without a scan. Rows are frozen: change them with `update`. */
export class Table<Row extends Identified, Unique extends string = never, Index extends string = never> {
  readonly #name: string;
  readonly #rows = new Map<string, Row>();
  readonly #unique = new Map<string, UniqueKey<Row>>();
  readonly #indexes = new Map<string, RowIndex<Row>>();
  #revision = 0;
  /** Undefined until they are taken for the first time, and after the table was cleared. */
  #changes: Set<string> | undefined;

  constructor({ name, unique, indexes }: TableOptions<Row, Unique, Index>) {
    this.#name = name;
    for (const [key, keyOf] of entries(unique)) this.#unique.set(key, new UniqueKey(key, keyOf));
    for (const [key, keyOf] of entries(indexes)) this.#indexes.set(key, new RowIndex(keyOf));
  }

  /** The number of changes so far. */
  get revision(): number {
    return this.#revision;
  }

  /** The number of rows. */
  get size(): number {
    return this.#rows.size;
  }

  /** Takes the ids of the rows that changed since the last time; undefined when all may have. */
  takeChanges(): ReadonlySet<string> | undefined {
    const changes = this.#changes;
    // Nothing is collected for a service that nobody saves.
    this.#changes = changes?.size === 0 ? changes : new Set();
    return changes;
  }

  /** The row with this id, or undefined. */
  get(id: string): Row | undefined {
    return this.#rows.get(id);
  }

  /** All rows, in the order in which they were inserted. */
  list(): Row[] {
    return [...this.#rows.values()];
  }

  /** The one row with this value of a unique key, or undefined. */
  findBy(key: Unique, value: string): Row | undefined {
    return this.#unique.get(key)?.get(value);
  }

  /** The rows with this value of an index. The same list is returned until one of them changes. */
  listBy(index: Index, value: string): readonly Row[] {
    return this.#indexes.get(index)?.list(value) ?? [];
  }

  /**
   * Adds a row.
   *
   * @throws {UniqueKeyError} when its id or one of its unique keys is taken
   */
  insert(row: Row): Row {
    if (this.#rows.has(row.id)) throw new UniqueKeyError(`There is a ${this.#name} "${row.id}" already.`);
    return this.#put(frozenCopy(row));
  }

  /**
   * Changes fields of a row.
   *
   * @throws {UniqueKeyError} when a unique key would be taken twice
   * @throws {RangeError} when there is no such row
   */
  update(id: string, change: Partial<Omit<Row, "id">>): Row {
    const previous = this.#rows.get(id);
    if (!previous) throw new RangeError(`There is no ${this.#name} "${id}" to update.`);
    return this.#put(Object.freeze({ ...previous, ...frozenCopy(change), id }), previous);
  }

  /** Removes a row; false when there was none. */
  delete(id: string): boolean {
    const row = this.#rows.get(id);
    if (!row) return false;
    for (const lookUp of this.#lookUps()) lookUp.remove(row);
    this.#revision += 1;
    this.#changes?.add(id);
    return this.#rows.delete(id);
  }

  /** Removes every row. */
  clear(): void {
    this.#rows.clear();
    this.#revision += 1;
    this.#changes = undefined;
    for (const lookUp of this.#lookUps()) lookUp.clear();
  }

  #put(row: Row, previous?: Row): Row {
    for (const key of this.#unique.values()) key.check(row);
    for (const lookUp of this.#lookUps()) lookUp.put(row, previous);
    this.#rows.set(row.id, row);
    this.#revision += 1;
    this.#changes?.add(row.id);
    return row;
  }

  *#lookUps(): Iterable<UniqueKey<Row> | RowIndex<Row>> {
    yield* this.#unique.values();
    yield* this.#indexes.values();
  }
}

/** Finds the row that has a value which no other can have. A row whose value is undefined is not in it. */
class UniqueKey<Row extends Identified> {
  readonly #name: string;
  readonly #keyOf: (row: Row) => string | undefined;
  readonly #rows = new Map<string, Row>();

  constructor(name: string, keyOf: (row: Row) => string | undefined) {
    this.#name = name;
    this.#keyOf = keyOf;
  }

  get(value: string): Row | undefined {
    return this.#rows.get(value);
  }

  /** @throws {UniqueKeyError} when another row has the value already */
  check(row: Row): void {
    const value = this.#keyOf(row);
    if (value === undefined) return;
    const holder = this.#rows.get(value);
    if (!holder || holder.id === row.id) return;
    throw new UniqueKeyError(`Row "${row.id}" cannot have ${this.#name} "${value}": row "${holder.id}" has it.`);
  }

  put(row: Row, previous?: Row): void {
    if (previous) this.remove(previous);
    const value = this.#keyOf(row);
    if (value !== undefined) this.#rows.set(value, row);
  }

  remove(row: Row): void {
    const value = this.#keyOf(row);
    if (value !== undefined) this.#rows.delete(value);
  }

  clear(): void {
    this.#rows.clear();
  }
}

interface Group<Row> {
  rows: Map<string, Row>;
  /** The rows as a list: made when it is asked for, and dropped when a row changes. */
  list?: readonly Row[];
}

/** Finds the rows that have a value in common, in the order in which they were inserted. */
class RowIndex<Row extends Identified> {
  readonly #keyOf: (row: Row) => string;
  readonly #groups = new Map<string, Group<Row>>();

  constructor(keyOf: (row: Row) => string) {
    this.#keyOf = keyOf;
  }

  /** The rows with this value. The same list is returned until one of them changes. */
  list(value: string): readonly Row[] {
    const group = this.#groups.get(value);
    if (!group) return [];
    group.list ??= Object.freeze([...group.rows.values()]);
    return group.list;
  }

  /** Adds a row, or its new state. */
  put(row: Row, previous?: Row): void {
    const value = this.#keyOf(row);
    if (previous && this.#keyOf(previous) !== value) this.remove(previous);
    const group: Group<Row> = this.#groups.get(value) ?? { rows: new Map() };
    group.rows.set(row.id, row);
    group.list = undefined;
    this.#groups.set(value, group);
  }

  remove(row: Row): void {
    const value = this.#keyOf(row);
    const group = this.#groups.get(value);
    if (!group) return;
    group.rows.delete(row.id);
    group.list = undefined;
    if (group.rows.size === 0) this.#groups.delete(value);
  }

  clear(): void {
    this.#groups.clear();
  }
}

function entries<Value>(record: Record<string, Value> = {}): [string, Value][] {
  return Object.entries(record);
}
