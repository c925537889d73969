/** Tables that fit a terminal. */
import { fit, oneLine, pad, widthOf, wrapped } from "./text-width.js";

/** A column of a table. */
export interface Column {
  title: string;
  /** Such texts stay in one piece: an id is of use when it is whole. @default false: they are wrapped at words */
  isWhole?: boolean;
  /** Cuts what does not fit, and keeps this end: of a path the end. */
  keep?: "end";
  align?: "left" | "right";
}

const gap = "  ";

/** A name can be told from others in so many columns. */
const readable = 12;

/**
 * A table: titles, and the texts of each row below them. Without borders, so that it can be read, copied and searched. Where
 * the columns have no room beside each other, each row has its texts one after the other, in several lines.
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
  const table = inRoom(columns, texts, room);
  const lines = texts.flatMap((row) => (table ? beside(row, table) : following(row, { columns, room })));
  return lines.map((line) => `${line.trimEnd()}\n`).join("");
}

type SizedColumn = Column & { width: number };

/** The columns with their widths: the widest gives up room first. Undefined when they cannot be read in so little. */
function inRoom(
  columns: readonly Column[],
  texts: readonly (readonly string[])[],
  room: number,
): SizedColumn[] | undefined {
  const table = columns.map((column, index) => ({
    ...column,
    width: Math.max(...texts.map((row) => widthOf(row[index] ?? ""))),
  }));
  for (;;) {
    if (table.reduce((sum, { width }) => sum + width + gap.length, -gap.length) <= room) return table;
    const [widest] = table
      .filter(({ isWhole, width }) => !isWhole && width > readable)
      .sort((one, other) => other.width - one.width);
    if (!widest) return undefined;
    widest.width -= 1;
  }
}

function beside(row: readonly string[], table: readonly SizedColumn[]): string[] {
  const cells = table.map(({ keep, width }, index) => {
    const text = row[index] ?? "";
    return keep ? [fit(text, width, { keep })] : wrapped(text, { columns: width, indent: 0 });
  });
  return Array.from({ length: Math.max(...cells.map(({ length }) => length)) }, (_, line) =>
    table
      .map(({ width, align }, index) => {
        const text = cells[index]?.[line] ?? "";
        return align === "right" ? " ".repeat(width - widthOf(text)) + text : pad(text, width);
      })
      .join(gap),
  );
}

function following(row: readonly string[], { columns, room }: { columns: readonly Column[]; room: number }): string[] {
  const lines: string[] = [];
  for (const [index, text] of row.entries()) {
    if (text === "") continue;
    const longer = `${lines.at(-1)}${gap}${text}`;
    const keep = columns[index]?.keep;
    if (lines.length > 0 && widthOf(longer) <= room) lines.splice(-1, 1, longer);
    else if (columns[index]?.isWhole) lines.push(`${lines.length > 0 ? gap : ""}${text}`);
    else if (keep) lines.push(fit(text, room, { keep }));
    else lines.push(...wrapped(text, { columns: room, indent: lines.length > 0 ? gap.length : 0 }));
  }
  return lines;
}
