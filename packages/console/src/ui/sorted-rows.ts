/** The order of rows in a table. */

/** What a row is sorted by. */
export type SortKey = string | number | null;

/** A column and a direction, as addresses have them: a column's id, with `-` before it for descending. */
export interface Sorting {
  columnId: string;
  isDescending: boolean;
}

/** Reads a sorting; undefined for none. */
export function sortingOf(sort: string | undefined): Sorting | undefined {
  if (!sort) return undefined;
  const isDescending = sort.startsWith("-");
  return { columnId: isDescending ? sort.slice(1) : sort, isDescending };
}

/** What a click on a column's heading sorts by: descending first, for most look for the latest and the most. */
export function nextSort(columnId: string, sorting: Sorting | undefined): string {
  return sorting?.columnId === columnId && sorting.isDescending ? columnId : `-${columnId}`;
}

/** Numbers within texts count as numbers, so that `Agent 9` comes before `Agent 10`. */
const texts = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

/** The rows in the order of their keys. Null comes last in both directions, and equal rows stay as they are. */
export function sortedRows<Row>(
  rows: readonly Row[],
  sortBy: (row: Row) => SortKey,
  { isDescending }: Pick<Sorting, "isDescending">,
): Row[] {
  const keyed = rows.map((row) => ({ row, key: sortBy(row) }));
  keyed.sort((one, other) => {
    if (one.key === null || other.key === null) return Number(one.key === null) - Number(other.key === null);
    return isDescending ? compare(other.key, one.key) : compare(one.key, other.key);
  });
  return keyed.map(({ row }) => row);
}

function compare(one: string | number, other: string | number): number {
  if (typeof one === "number" && typeof other === "number") return one - other;
  return texts.compare(String(one), String(other));
}
