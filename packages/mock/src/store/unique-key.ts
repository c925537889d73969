import type { Identified } from "./row-index.js";

/** A change that would give two rows of a table the same unique key. */
export class UniqueKeyError extends Error {
  override readonly name = "UniqueKeyError";
}

/** A value that at most one row has. A row whose value is undefined is not in it. */
export class UniqueKey<Row extends Identified> {
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
