/** Tables that fit a terminal. */
import { fit, oneLine, pad, widthOf } from "./text-width.js";

/** A column of a table. */
export interface Column {
  title: string;
  /** Such columns are never cut: a terminal wraps what does not fit, and an id is of use when it is whole. @default false */
  isWhole?: boolean;
  /** Which end stays when a text is cut: of a path the end. @default "start" */
  keep?: "start" | "end";
  align?: "left" | "right";
  /** A narrow terminal leaves such a column out, so that names and ids can be read. @default false */
  isOptional?: boolean;
}

/** What a table is fitted to. */
export interface TableOptions {
  /** Of the terminal; undefined where nothing is cut, as in a pipe. */
  columns: number | undefined;
}

/** A table: titles, and a line for each row. Without borders, so that it can be read, copied and searched. */
export function tableText(
  allColumns: readonly Column[],
  rows: readonly (readonly string[])[],
  options: TableOptions,
): string {
  const allCells = rows.map((row) => row.map(oneLine));
  const shown = shownColumns(allColumns, allCells, options.columns);
  const columns = allColumns.filter((_, index) => shown[index]);
  const cells = allCells.map((row) => row.filter((_, index) => shown[index]));
  const widths = widthsOf(columns, cells, options.columns);
  const titles = columns.map(({ title }) => title.toUpperCase());
  return [titles, ...cells].map((row) => `${lineOf(row, columns, widths)}\n`).join("");
}

const gap = "  ";

function lineOf(row: readonly string[], columns: readonly Column[], widths: readonly number[]): string {
  const cells = columns.map(({ align = "left", keep = "start" }, index) => {
    const width = widths[index] ?? 0;
    const text = fit(row[index] ?? "", width, { keep });
    return align === "right" ? " ".repeat(Math.max(0, width - widthOf(text))) + text : pad(text, width);
  });
  return cells.join(gap).trimEnd();
}

/** Whether each column is shown: of those that may be left out, the last goes first. */
function shownColumns(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  terminalColumns: number | undefined,
): boolean[] {
  const shown = columns.map(() => true);
  if (terminalColumns === undefined) return shown;
  const least = naturalWidths(columns, rows).map((width, index) =>
    columns[index]?.isWhole ? width : Math.min(width, readable),
  );
  const needed = () => least.reduce((sum, width, index) => sum + (shown[index] ? width + gap.length : 0), -gap.length);
  for (let index = columns.length - 1; index >= 0 && needed() > terminalColumns; index -= 1) {
    if (columns[index]?.isOptional) shown[index] = false;
  }
  return shown;
}

/** A name can be told from others in so many columns. */
const readable = 12;

function naturalWidths(columns: readonly Column[], rows: readonly (readonly string[])[]): number[] {
  return columns.map(({ title }, index) => Math.max(widthOf(title), ...rows.map((row) => widthOf(row[index] ?? ""))));
}

/** Every column as wide as its texts. When that is too much, the widest of those that may be cut gives up room. */
function widthsOf(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  terminalColumns: number | undefined,
): number[] {
  const widths = naturalWidths(columns, rows);
  if (terminalColumns === undefined) return widths;
  const room = terminalColumns - gap.length * (columns.length - 1);
  let excess = widths.reduce((sum, width) => sum + width, 0) - room;
  const may = columns.flatMap((column, index) => (column.isWhole ? [] : [index]));
  while (excess > 0) {
    const widest = may.reduce(
      (most, index) => ((widths[index] ?? 0) > (widths[most] ?? 0) ? index : most),
      may[0] ?? 0,
    );
    if (may.length === 0 || (widths[widest] ?? 0) <= narrowest) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
    excess -= 1;
  }
  return widths;
}

const narrowest = 6;
