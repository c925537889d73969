import { frozenCopy } from "../core/frozen-copy.js";
import { type Identified, RowIndex } from "./row-index.js";
import { UniqueKey, UniqueKeyError } from "./unique-key.js";

/** What a table is called, and by what else than the id its rows are found. */
export interface TableOptions<Row extends Identified, Unique extends string, Index extends string> {
  /** What one row is, for messages. */
  name: string;
  /** Values that at most one row has; undefined for a row that takes no part. */
  unique?: Record<Unique, (row: Row) => string | undefined>;
  /** Values that rows have in common. */
  indexes?: Record<Index, (row: Row) => string>;
  /** What is known to be frozen throughout; for tables whose rows share parts. */
  frozen?: WeakSet<object>;
}

/** Rows in memory, found by id, unique key or index without a scan. Rows are frozen: change them with `update`. */
export class Table<Row extends Identified, Unique extends string = never, Index extends string = never> {
  readonly #name: string;
  readonly #rows = new Map<string, Row>();
  readonly #unique = new Map<string, UniqueKey<Row>>();
  readonly #indexes = new Map<string, RowIndex<Row>>();
  readonly #frozen: WeakSet<object>;
  #revision = 0;

  constructor({ name, unique, indexes, frozen = new WeakSet() }: TableOptions<Row, Unique, Index>) {
    this.#name = name;
    this.#frozen = frozen;
    for (const [key, keyOf] of entries(unique)) this.#unique.set(key, new UniqueKey(key, keyOf));
    for (const [key, keyOf] of entries(indexes)) this.#indexes.set(key, new RowIndex(keyOf));
  }

  /** How often anything was changed. */
  get revision(): number {
    return this.#revision;
  }

  /** The row with this id, or undefined. */
  get(id: string): Row | undefined {
    return this.#rows.get(id);
  }

  /** All rows, in the order in which they came. */
  list(): Row[] {
    return [...this.#rows.values()];
  }

  /** The one row with this value of a unique key, or undefined. */
  findBy(key: Unique, value: string): Row | undefined {
    return this.#unique.get(key)?.get(value);
  }

  /** The rows with this value of an index. The same list is given until one of them changes. */
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
    return this.#put(frozenCopy(row, this.#frozen));
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
    return this.#put(Object.freeze({ ...previous, ...frozenCopy(change, this.#frozen), id }), previous);
  }

  /** Removes a row; false when there was none. */
  delete(id: string): boolean {
    const row = this.#rows.get(id);
    if (!row) return false;
    for (const lookUp of this.#lookUps()) lookUp.remove(row);
    this.#revision += 1;
    return this.#rows.delete(id);
  }

  /** Removes every row. */
  clear(): void {
    this.#rows.clear();
    this.#revision += 1;
    for (const lookUp of this.#lookUps()) lookUp.clear();
  }

  #put(row: Row, previous?: Row): Row {
    for (const key of this.#unique.values()) key.check(row);
    for (const lookUp of this.#lookUps()) lookUp.put(row, previous);
    this.#rows.set(row.id, row);
    this.#revision += 1;
    return row;
  }

  *#lookUps(): Iterable<UniqueKey<Row> | RowIndex<Row>> {
    yield* this.#unique.values();
    yield* this.#indexes.values();
  }
}

function entries<Value>(record: Record<string, Value> = {}): [string, Value][] {
  return Object.entries(record);
}
