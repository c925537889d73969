/** A table of any length: only the rows in view are in the document. Rows can be sorted by their columns. */
import { useLocation } from "@tanstack/react-router";
import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown, ArrowUp } from "lucide-react";
import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { classNames } from "./class-names.ts";
import { nextSort, type SortKey, sortedRows, sortingOf } from "./sorted-rows.ts";

/** A column. */
export interface TableColumn<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** What rows are sorted by; without it the column cannot be sorted. Null comes last. */
  sortBy?: (row: Row) => SortKey;
  /** Of the column's cells, such as a width, or `hidden sm:table-cell` for one that narrow windows leave out. */
  className?: string;
  /** Whether its cells are numbers, which are aligned by their last digit. */
  isNumeric?: boolean;
}

export interface DataTableProps<Row> {
  /** The table's name. */
  label: string;
  rows: readonly Row[];
  columns: readonly TableColumn<Row>[];
  rowId: (row: Row) => string;
  /** A column's id, with `-` before it for descending. */
  sort?: string | undefined;
  onSort?: (sort: string) => void;
  /** Of a row, such as to mark the selected one. */
  rowClassName?: (row: Row) => string | undefined;
  rowHeightPx?: number;
}

/** The header, and the borders. */
const headerHeightPx = 38;

/** A sorted table. Each row that has a link marks it with `data-row-link`. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rowId, rowClassName, rowHeightPx = 44, sort, onSort } = props;
  const rows = useSortedRows(props);
  const scroller = useRef<HTMLDivElement>(null);
  const place = usePlace(label);
  const virtual = useVirtualizer({
    count: rows.length,
    initialOffset: place.left?.offset ?? 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeightPx,
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : rowId(row);
    },
    overscan: 12,
  });
  // Once, when the table is there again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const { left } = place;
    const index = left ? rows.findIndex((row) => rowId(row) === left.rowId) : -1;
    if (!left || index < 0) return;
    scroller.current?.scrollTo({ top: left.offset });
    focusRow(scroller.current, index);
  }, []);
  const items = virtual.getVirtualItems();
  return (
    <div
      ref={scroller}
      // A region that scrolls must be reachable by the keyboard.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
      tabIndex={0}
      // As high as its rows, and in a small window three of them.
      style={{ minHeight: headerHeightPx + Math.min(3, rows.length) * rowHeightPx }}
      onClickCapture={({ target }) => {
        const opened = (target as Element).closest("[data-row-link]")?.closest("tr")?.dataset.index;
        const row = opened === undefined ? undefined : rows[Number(opened)];
        if (row !== undefined) place.leave({ rowId: rowId(row), offset: scroller.current?.scrollTop ?? 0 });
      }}
      className="w-full flex-initial overflow-auto rounded-lg border border-line bg-panel"
    >
      <table className="w-full border-separate border-spacing-0" aria-rowcount={rows.length + 1} aria-label={label}>
        <thead className="sticky top-0 z-10 bg-panel">
          <tr>
            {columns.map((column) => (
              <HeaderCell key={column.id} {...{ column, sort, onSort }} />
            ))}
          </tr>
        </thead>
        <tbody>
          <Spacer heightPx={items[0]?.start ?? 0} />
          {items.map(({ index, key }) => {
            const row = rows[index];
            if (row === undefined) return null;
            const className = rowClassName?.(row);
            return (
              <BodyRow
                key={key}
                measure={virtual.measureElement}
                {...{ row, columns, index, rowHeightPx, className }}
              />
            );
          })}
          <Spacer heightPx={virtual.getTotalSize() - (items.at(-1)?.end ?? 0)} />
        </tbody>
      </table>
    </div>
  );
}

/** Where a table was left when a row was opened. */
interface Place {
  rowId: string;
  offset: number;
}

/** By the page in the history, and the table. */
const places = new Map<string, Place>();

/** Where the table of this page was left, when a person comes back to it. */
function usePlace(label: string) {
  const visit = useLocation({ select: ({ state }) => state.__TSR_key });
  const key = `${visit} ${label}`;
  return { left: places.get(key), leave: (place: Place) => void places.set(key, place) };
}

/** A text of any length in a cell: cut off where it would push other columns out of view, and whole in its title. */
export function CellText({ text, isMinor = false }: { text: string; isMinor?: boolean }) {
  return (
    <span
      title={text}
      className={classNames(
        "block max-w-36 truncate xl:max-w-40 2xl:max-w-48",
        isMinor && "text-xs text-muted 2xl:hidden",
      )}
    >
      {text}
    </span>
  );
}

function BodyRow<Row>({
  row,
  columns,
  index,
  rowHeightPx,
  className,
  measure,
}: {
  row: Row;
  columns: readonly TableColumn<Row>[];
  index: number;
  rowHeightPx: number;
  className: string | undefined;
  /** Tells the table how high the row is: a long name takes two lines in a narrow window. */
  measure: (row: HTMLTableRowElement | null) => void;
}) {
  return (
    <tr
      ref={measure}
      data-index={index}
      aria-rowindex={index + 2}
      style={{ height: rowHeightPx }}
      className={classNames("hover:bg-canvas has-focus-visible:bg-canvas", className)}
    >
      {columns.map((column) => (
        <td key={column.id} className={cellClasses(column, "border-b border-line")}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}

function cellClasses(
  { className, isNumeric }: Pick<TableColumn<never>, "className" | "isNumeric">,
  ...names: string[]
): string {
  return classNames("px-3 first:pl-4 last:pr-4", isNumeric && "text-right tabular-nums", className, ...names);
}

function useSortedRows<Row>({ rows, columns, sort }: DataTableProps<Row>): readonly Row[] {
  return useMemo(() => {
    const sorting = sortingOf(sort);
    const sortBy = columns.find(({ id }) => id === sorting?.columnId)?.sortBy;
    return sorting && sortBy ? sortedRows(rows, sortBy, sorting) : rows;
  }, [rows, columns, sort]);
}

function HeaderCell<Row>({
  column,
  sort,
  onSort,
}: Pick<DataTableProps<Row>, "sort" | "onSort"> & { column: TableColumn<Row> }) {
  const { id, header, sortBy, isNumeric } = column;
  const sorting = sortingOf(sort);
  const isSorted = sorting?.columnId === id && sortBy !== undefined;
  const Arrow = isSorted && !sorting.isDescending ? ArrowUp : ArrowDown;
  const direction = sorting?.isDescending ? "descending" : "ascending";
  return (
    <th
      scope="col"
      aria-sort={isSorted ? direction : undefined}
      className={cellClasses(
        column,
        "h-9 border-b border-line text-xs font-medium text-muted",
        isNumeric ? "" : "text-left",
      )}
    >
      {sortBy && onSort ? (
        <button
          type="button"
          onClick={() => onSort(nextSort(id, sorting))}
          className={classNames(
            "inline-flex items-center gap-1 rounded hover:text-ink",
            isNumeric && "flex-row-reverse",
          )}
        >
          {header}
          <Arrow size={12} aria-hidden className={isSorted ? "text-ink" : "invisible"} />
        </button>
      ) : (
        header
      )}
    </th>
  );
}

function Spacer({ heightPx }: { heightPx: number }) {
  if (heightPx <= 0) return null;
  return (
    <tr aria-hidden>
      <td style={{ height: heightPx }} />
    </tr>
  );
}

/** Focuses the link of a row, once the row is in the document. */
function focusRow(scroller: HTMLElement | null, index: number): void {
  const focus = () =>
    scroller?.querySelector<HTMLElement>(`tr[data-index="${index}"] [data-row-link]`)?.focus({ preventScroll: true });
  requestAnimationFrame(() => requestAnimationFrame(focus));
}
