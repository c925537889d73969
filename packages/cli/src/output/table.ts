/** Tables that fit a terminal, without borders, so that they can be read, copied and searched. */
import cliTruncate from "cli-truncate";
import stringWidth from "string-width";
import { oneLine, pad, wrapped } from "./text-width.js";

/** A column of a table. */
export interface Column {
  title: string;
  /** Such texts stay in one piece: an id is of use when it is whole. @default false: they are cut */
  isWhole?: boolean;
  /** Keeps the end of what is cut: of a path the end. */
  keep?: "end";
  align?: "left" | "right";
}

const gap = "  ";

/** A name can be told from others in so many columns. */
const readable = 10;

/**
 * Titles, and the texts of each row below them. Where the columns have no room beside each other, each row has its texts one
 * below the other.
 *
 * @param options.columns of the terminal; undefined where nothing is cut, as in a pipe
 */
export function tableText(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  { columns: room = Number.POSITIVE_INFINITY }: { columns: number | undefined },
): string {
  const titles = columns.map(({ title }) => title.toUpperCase());
  const texts = [titles, ...rows.map((row) => columns.map((_, index) => oneLine(row[index] ?? "")))];
  const widths = columns.map((_, index) => Math.max(...texts.map((row) => stringWidth(row[index] ?? ""))));
  const isTooWide = () => widths.reduce((sum, width) => sum + width + gap.length, -gap.length) > room;
  while (isTooWide()) {
    const cuttable = [...widths.keys()].filter((index) => !columns[index]?.isWhole && (widths[index] ?? 0) > readable);
    const [widest] = cuttable.sort((one, other) => (widths[other] ?? 0) - (widths[one] ?? 0));
    if (widest === undefined) return below(texts.slice(1), room);
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  const lines = texts.map((row) => columns.map((column, index) => cell(row[index] ?? "", column, widths[index] ?? 0)));
  return lines.map((cells) => `${cells.join(gap).trimEnd()}\n`).join("");
}

function cell(text: string, { keep, align }: Column, width: number): string {
  const shown = cliTruncate(text, width, { position: keep === "end" ? "start" : "end" });
  return align === "right" ? " ".repeat(Math.max(0, width - stringWidth(shown))) + shown : pad(shown, width);
}

function below(rows: readonly (readonly string[])[], columns: number): string {
  const lines = rows.flatMap((row) => {
    const [first = "", ...others] = row.filter(Boolean);
    return [...wrapped(first, { columns }), ...others.flatMap((text) => wrapped(text, { columns, indent: 2 }))];
  });
  return lines.map((line) => `${line}\n`).join("");
}
