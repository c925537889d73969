/** A table of any length: only the rows in view are in the document. A click anywhere in a row opens it. */
import { useLocation } from "@tanstack/react-router";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { classNames } from "./class-names.ts";

/** A column. */
export interface TableColumn<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Classes of the column's cells, such as a width, or `hidden sm:table-cell` to hide it in narrow windows. */
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
  /** Called when the last rows come into view, to load more. */
  onEnd?: () => void;
  /** The row that is shown beside the table. */
  selectedId?: string | undefined;
  rowHeightPx?: number;
}

/** The bar stays to be seen also while the row is focused. */
const selectedRow = "bg-accent-soft [&>td:first-child]:shadow-[inset_3px_0_var(--accent)]";

/** The header, and the borders. */
const headerHeightPx = 38;

/** The table. Each row that opens something marks its link or button with `data-row-link`. */
export function DataTable<Row>({
  label,
  rows,
  columns,
  rowId,
  onEnd,
  selectedId,
  rowHeightPx = 44,
}: DataTableProps<Row>) {
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
  const isAtEnd = items.at(-1)?.index === rows.length - 1;
  useEffect(() => {
    if (isAtEnd) onEnd?.();
  }, [isAtEnd, onEnd]);
  return (
    // The link of a row opens it by the keyboard.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div
      ref={scroller}
      // A region that scrolls must be reachable by the keyboard.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
      tabIndex={0}
      // As high as its rows, and in a small window three of them.
      style={{ minHeight: headerHeightPx + Math.min(3, rows.length) * rowHeightPx }}
      onClick={openRow}
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
              <th
                key={column.id}
                scope="col"
                className={cellClasses(
                  column,
                  "h-9 border-b border-line text-xs font-medium text-muted",
                  column.isNumeric ? "" : "text-left",
                )}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Spacer heightPx={items[0]?.start ?? 0} />
          {items.map(({ index, key }) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <tr
                key={key}
                // A long name takes two lines in a narrow window.
                ref={virtual.measureElement}
                data-index={index}
                aria-rowindex={index + 2}
                style={{ height: rowHeightPx }}
                className={classNames(
                  "has-[[data-row-link]]:cursor-pointer has-[[data-row-link]]:hover:bg-canvas has-focus-visible:bg-canvas",
                  rowId(row) === selectedId && selectedRow,
                )}
              >
                {columns.map((column) => (
                  <td key={column.id} className={cellClasses(column, "border-b border-line py-1")}>
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            );
          })}
          <Spacer heightPx={virtual.getTotalSize() - (items.at(-1)?.end ?? 0)} />
        </tbody>
      </table>
    </div>
  );
}

/** Follows the link of the row, unless something else was clicked, or a text was selected. */
function openRow({ target, ctrlKey, metaKey, shiftKey }: MouseEvent): void {
  const clicked = target as Element;
  if (clicked.closest("a, button") || getSelection()?.type === "Range") return;
  // With the keys that open a new tab or a window.
  const click = new window.MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey });
  clicked.closest("tr")?.querySelector("[data-row-link]")?.dispatchEvent(click);
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

function cellClasses(
  { className, isNumeric }: Pick<TableColumn<never>, "className" | "isNumeric">,
  ...names: string[]
): string {
  return classNames("px-3 first:pl-4 last:pr-4", isNumeric && "text-right tabular-nums", className, ...names);
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
