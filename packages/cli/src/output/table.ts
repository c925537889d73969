/** Tables that fit a terminal, without borders, so that they can be read, copied and searched. */
import Table from "cli-table3";
import cliTruncate from "cli-truncate";
import stringWidth from "string-width";
import { oneLine, wrapped } from "./text-width.js";

/** A column of a table. */
export interface Column<Row> {
  title: string;
  text: (row: Row) => string;
  /** Such texts stay in one piece: an id is of use when it is whole. @default false: they are wrapped at words */
  isWhole?: boolean;
  /** A path is cut, and its end is kept. */
  isPath?: boolean;
  align?: "left" | "right";
}

const gap = 2;

/** A path can be told from others by so many columns of its end. */
const shortestPath = 10;

const borders = ["top", "bottom", "left", "mid", "right", "middle"].flatMap((name) => [
  name,
  ...["left", "mid", "right"].map((end) => `${name}-${end}`),
]);
const layout = {
  chars: Object.fromEntries(borders.map((name) => [name, ""])),
  style: { "padding-left": 0, "padding-right": gap, head: [], border: [] },
  wordWrap: true,
};

/**
 * Titles, and the texts of each row below them. Where the columns have no room beside each other, each row has its texts one
 * below the other.
 *
 * @param room the columns of the terminal; infinite where nothing is cut, as in a pipe
 */
export function tableText<Row>(columns: readonly Column<Row>[], rows: readonly Row[], room: number): string {
  if (rows.length === 0) return "";
  const titles = columns.map(({ title }) => title.toUpperCase());
  const texts = rows.map((row) => columns.map(({ text }) => oneLine(text(row))));
  const widest = (index: number, parts = (text: string) => [text]) =>
    Math.max(...[titles, ...texts].flatMap((row) => parts(row[index] ?? "")).map((text) => stringWidth(text)));
  const widths = columns.map((_, index) => widest(index));
  const least = columns.map(({ isWhole, isPath }, index) =>
    isWhole ? widest(index) : isPath ? shortestPath : widest(index, (text) => text.split(" ")),
  );
  for (let excess = widths.reduce((sum, width) => sum + width + gap, -gap) - room; excess > 0; excess -= 1) {
    const shrinkable = [...widths.keys()].filter((index) => (widths[index] ?? 0) > (least[index] ?? 0));
    const [index] = shrinkable.sort((one, other) => (widths[other] ?? 0) - (widths[one] ?? 0));
    if (index === undefined) return below(texts, room);
    widths[index] = (widths[index] ?? 0) - 1;
  }
  const table = new Table({
    ...layout,
    head: titles,
    colWidths: widths.map((width) => width + gap),
    colAligns: columns.map(({ align = "left" }) => align),
  });
  for (const row of texts)
    table.push(row.map((text, index) => (columns[index]?.isPath ? endOf(text, widths[index] ?? 0) : text)));
  return table
    .toString()
    .split("\n")
    .map((line) => `${line.trimEnd()}\n`)
    .join("");
}

function endOf(path: string, width: number): string {
  return cliTruncate(path, width, { position: "start" });
}

function below(rows: readonly (readonly string[])[], columns: number): string {
  const lines = rows.flatMap((row) =>
    row.filter(Boolean).flatMap((text, index) => wrapped(text, { columns, prefix: index === 0 ? "" : "  " })),
  );
  return lines.map((line) => `${line}\n`).join("");
}
