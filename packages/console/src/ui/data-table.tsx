/** A table of any length: only the rows in view are in the document. Rows can be sorted by their columns. */
import {
  createColumnHelper,
  createSortedRowModel,
  metaHelper,
  type RowData,
  rowSortingFeature,
  type SortingState,
  sortFn_alphanumeric,
  sortFn_text,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown, ArrowUp } from "lucide-react";
import { type ReactNode, useMemo, useRef } from "react";
import { classNames } from "./class-names.ts";
import { useShortcuts } from "./shortcuts.ts";

/** A column. */
export interface TableColumn<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** What rows are sorted by; without it the column cannot be sorted. Null comes last. */
  sortBy?: (row: Row) => string | number | null;
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

interface ColumnMeta {
  className: string | undefined;
  isNumeric: boolean | undefined;
}

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { alphanumeric: sortFn_alphanumeric, text: sortFn_text },
  columnMeta: metaHelper<ColumnMeta>(),
});

/** A sorted table. Each row that has a link marks it with `data-row-link`; `j` and `k` go from one to the next. */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { label, rowClassName, rowHeightPx = 44, onSort } = props;
  const table = useSortedTable(props);
  const scroller = useRef<HTMLDivElement>(null);
  const { rows } = table.getRowModel();
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeightPx,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 12,
  });
  useRowKeys(scroller, { count: rows.length, show: (index) => virtual.scrollToIndex(index) });
  const items = virtual.getVirtualItems();
  return (
    <div
      ref={scroller}
      // A region that scrolls must be reachable by the keyboard.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
      tabIndex={0}
      className="min-h-40 flex-1 overflow-auto rounded-lg border border-line bg-panel"
    >
      <table className="w-full border-separate border-spacing-0" aria-rowcount={rows.length + 1} aria-label={label}>
        <thead className="sticky top-0 z-10 bg-panel">
          <HeaderRow table={table} onSort={onSort} />
        </thead>
        <tbody>
          <Spacer heightPx={items[0]?.start ?? 0} />
          {items.map(({ index, key }) => {
            const row = rows[index];
            if (!row) return null;
            const className = rowClassName?.(row.original);
            return <BodyRow key={key} table={table} row={row} {...{ index, rowHeightPx, className }} />;
          })}
          <Spacer heightPx={virtual.getTotalSize() - (items.at(-1)?.end ?? 0)} />
        </tbody>
      </table>
    </div>
  );
}

type SortedTable<Row extends RowData> = ReturnType<typeof useSortedTable<Row>>;

function BodyRow<Row extends RowData>({
  table,
  row,
  index,
  rowHeightPx,
  className,
}: {
  table: SortedTable<Row>;
  row: ReturnType<SortedTable<Row>["getRowModel"]>["rows"][number];
  index: number;
  rowHeightPx: number;
  className: string | undefined;
}) {
  return (
    <tr
      data-index={index}
      aria-rowindex={index + 2}
      style={{ height: rowHeightPx }}
      className={classNames("hover:bg-canvas has-focus-visible:bg-canvas", className)}
    >
      {row.getAllCells().map((cell) => (
        <td key={cell.id} className={cellClasses(cell.column.columnDef.meta, "border-b border-line")}>
          <table.FlexRender cell={cell} />
        </td>
      ))}
    </tr>
  );
}

function cellClasses(meta: ColumnMeta | undefined, ...names: string[]): string {
  return classNames(
    "px-3 first:pl-4 last:pr-4",
    meta?.isNumeric && "text-right tabular-nums",
    meta?.className,
    ...names,
  );
}

function useSortedTable<Row extends RowData>({ rows, columns, rowId, sort }: DataTableProps<Row>) {
  const definitions = useMemo(() => {
    const helper = createColumnHelper<typeof features, Row>();
    return columns.map(({ id, header, cell, sortBy, className, isNumeric }) =>
      helper.accessor((row): unknown => sortBy?.(row) ?? undefined, {
        id,
        header,
        cell: ({ row }) => cell(row.original),
        enableSorting: sortBy !== undefined,
        sortUndefined: "last",
        meta: { className, isNumeric },
      }),
    );
  }, [columns]);
  const sorting = useMemo<SortingState>(() => sortingOf(sort), [sort]);
  const data = useMemo(() => [...rows], [rows]);
  return useTable({ features, columns: definitions, data, getRowId: rowId, state: { sorting } });
}

function sortingOf(sort: string | undefined): SortingState {
  if (!sort) return [];
  const desc = sort.startsWith("-");
  return [{ id: desc ? sort.slice(1) : sort, desc }];
}

function nextSort(id: string, sorted: false | "asc" | "desc"): string {
  return sorted === "desc" ? id : `-${id}`;
}

function HeaderRow<Row extends RowData>({
  table,
  onSort,
}: {
  table: SortedTable<Row>;
  onSort: ((sort: string) => void) | undefined;
}) {
  return table.getHeaderGroups().map((group) => (
    <tr key={group.id}>
      {group.headers.map(({ id, column }) => (
        <HeaderCell
          key={id}
          title={String(column.columnDef.header)}
          meta={column.columnDef.meta}
          sorted={column.getIsSorted()}
          onSort={column.getCanSort() && onSort ? () => onSort(nextSort(column.id, column.getIsSorted())) : undefined}
        />
      ))}
    </tr>
  ));
}

function HeaderCell({
  title,
  meta,
  sorted,
  onSort,
}: {
  title: string;
  meta: ColumnMeta | undefined;
  sorted: false | "asc" | "desc";
  onSort: (() => void) | undefined;
}) {
  const Arrow = sorted === "asc" ? ArrowUp : ArrowDown;
  if (title === "") return <td className={classNames("h-9 border-b border-line px-3 first:pl-4", meta?.className)} />;
  const direction = sorted === "asc" ? "ascending" : "descending";
  const align = meta?.isNumeric ? undefined : "text-left";
  return (
    <th
      scope="col"
      aria-sort={sorted ? direction : undefined}
      className={cellClasses(meta, "h-9 border-b border-line text-xs font-medium text-muted", align ?? "")}
    >
      {onSort ? (
        <button
          type="button"
          onClick={onSort}
          className={classNames(
            "inline-flex items-center gap-1 rounded hover:text-ink",
            meta?.isNumeric && "flex-row-reverse",
          )}
        >
          {title}
          <Arrow size={12} aria-hidden className={sorted ? "text-ink" : "invisible"} />
        </button>
      ) : (
        title
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

/** `j` and `k` focus the link of the next row and of the one before; Enter then follows it. */
function useRowKeys(
  scroller: React.RefObject<HTMLElement | null>,
  { count, show }: { count: number; show: (index: number) => void },
): void {
  // Keys may come faster than the table scrolls.
  const target = useRef<number>(undefined);
  const move = (step: number) => {
    const focused = document.activeElement?.closest("tr")?.dataset.index;
    const current = target.current ?? (focused === undefined ? undefined : Number(focused));
    const next = current === undefined ? 0 : current + step;
    const index = Math.min(count - 1, Math.max(0, next));
    target.current = index;
    show(index);
    // The row is in the document once the table has scrolled.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        if (target.current !== index) return;
        target.current = undefined;
        scroller.current?.querySelector<HTMLElement>(`tr[data-index="${index}"] [data-row-link]`)?.focus();
      }),
    );
  };
  useShortcuts([
    { keys: "j", label: "Next row", run: () => move(1) },
    { keys: "k", label: "Row before", run: () => move(-1) },
  ]);
}
