/** A row of a table: it has an id that never changes. */
export interface Identified {
  readonly id: string;
}

interface Group<Row> {
  rows: Map<string, Row>;
  /** The rows as a list; made when it is asked for, and forgotten when a row changes. */
  list?: readonly Row[];
}

/** Finds the rows that have a value in common, in the order in which they came. */
export class RowIndex<Row extends Identified> {
  readonly #keyOf: (row: Row) => string;
  readonly #groups = new Map<string, Group<Row>>();

  constructor(keyOf: (row: Row) => string) {
    this.#keyOf = keyOf;
  }

  /** The rows with this value. The same list is given until one of them changes. */
  list(value: string): readonly Row[] {
    const group = this.#groups.get(value);
    if (!group) return [];
    group.list ??= Object.freeze([...group.rows.values()]);
    return group.list;
  }

  /** Takes in a row, or the new state of one. */
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
