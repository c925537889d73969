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

const gap = "  ";

/** A name can be told from others in so many columns. */
const readable = 12;

/** No column gets narrower. */
const narrowest = 6;

/**
 * A table: titles, and a line for each row. Without borders, so that it can be read, copied and searched. When it is too wide,
 * optional columns are left out, the last first; then the widest of those that may be cut gives up room.
 *
 * @param options.columns of the terminal; undefined where nothing is cut, as in a pipe
 */
export function tableText(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  { columns: room = Number.POSITIVE_INFINITY }: { columns: number | undefined },
): string {
  const table = columns.map((column, index) => {
    const texts = [column.title.toUpperCase(), ...rows.map((row) => oneLine(row[index] ?? ""))];
    const width = texts.reduce((most, text) => Math.max(most, widthOf(text)), 0);
    return { ...column, texts, width, least: column.isWhole ? width : Math.min(width, readable) };
  });
  const excess = (what: "width" | "least") =>
    table.reduce((sum, column) => sum + column[what] + gap.length, -gap.length) - room;
  for (let index = table.length - 1; index >= 0 && excess("least") > 0; index -= 1)
    if (table[index]?.isOptional) table.splice(index, 1);
  while (excess("width") > 0) {
    const [widest] = table
      .filter(({ isWhole, width }) => !isWhole && width > narrowest)
      .sort((one, other) => other.width - one.width);
    if (!widest) break;
    widest.width -= 1;
  }
  const cells = table.map((column) => column.texts.map((text) => cellOf(text, column)));
  const lines = ["titles", ...rows].map((_, row) => cells.map((texts) => texts[row]).join(gap));
  return lines.map((line) => `${line.trimEnd()}\n`).join("");
}

function cellOf(text: string, { width, align, keep = "start" }: Column & { width: number }): string {
  const shown = fit(text, width, { keep });
  return align === "right" ? " ".repeat(Math.max(0, width - widthOf(shown))) + shown : pad(shown, width);
}
