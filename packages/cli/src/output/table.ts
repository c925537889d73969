/** Tables that fit a terminal, without borders, so that people can read, copy and search them. */
import cliTruncate from "cli-truncate";
import stringWidth from "string-width";
import { oneLine, pad, wrapped } from "./text-width.js";

/** A column of a table. */
export interface Column<Row> {
  title: string;
  text: (row: Row) => string;
  /** True keeps texts in one piece, because only a whole id is useful. @default false: they are wrapped at words */
  isWhole?: boolean;
  /** True cuts a long path, and keeps its end. */
  isPath?: boolean;
  align?: "left" | "right";
}

const gap = 2;

/** The number of columns at the end of a path that distinguish it from others. */
const leastPathWidth = 10;

/**
 * Formats titles, and the texts of each row below them. If the columns do not fit beside each other, each row has its
 * texts one below the other.
 *
 * @param room the width of the terminal; `Infinity` if nothing is cut
 */
export function tableText<Row>(columns: readonly Column<Row>[], rows: readonly Row[], room: number): string {
  if (rows.length === 0) return "";
  const sized = columns.map(({ title, text, ...column }) => {
    const cells = [title.toUpperCase(), ...rows.map((row) => oneLine(text(row)))];
    const width = widthOf(cells);
    const least = column.isWhole
      ? width
      : column.isPath
        ? leastPathWidth
        : widthOf(cells.flatMap((cell) => cell.split(" ")));
    return { ...column, cells, width, least };
  });
  const texts = [undefined, ...rows].map((_, row) => sized.map(({ cells }) => cells[row] ?? ""));
  let excess = sized.reduce((sum, { width }) => sum + width + gap, -gap) - room;
  const widest = () =>
    sized.filter(({ width, least }) => width > least).sort((one, other) => other.width - one.width)[0];
  for (let column = widest(); excess > 0 && column; column = widest()) {
    column.width -= 1;
    excess -= 1;
  }
  const isNarrow = excess > 0;
  const lines = isNarrow
    ? texts.slice(1).flatMap((row) => below(row, room))
    : texts.flatMap((row) => beside(row, sized));
  return lines.map((line) => `${line}\n`).join("");
}

function widthOf(texts: readonly string[]): number {
  return Math.max(...texts.map((text) => stringWidth(text)));
}

type Sized = Pick<Column<never>, "isPath" | "align"> & { width: number };

/** The lines of a row. Each text has the width of its column. */
function beside(texts: readonly string[], columns: readonly Sized[]): string[] {
  const cells = columns.map(({ isPath, width }, index) => {
    const text = texts[index] ?? "";
    return isPath ? [cliTruncate(text, width, { position: "start" })] : wrapped(text, { columns: width });
  });
  const height = Math.max(...cells.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) =>
    columns
      .map((column, index) => pad(cells[index]?.[line] ?? "", column))
      .join(" ".repeat(gap))
      .trimEnd(),
  );
}

function below(texts: readonly string[], columns: number): string[] {
  return texts
    .filter(Boolean)
    .flatMap((text, index) => wrapped(text, { columns, prefix: index === 0 ? "" : " ".repeat(gap) }));
}
