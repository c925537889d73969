/** Writes data to stdout: a table in a terminal, JSON lines in a pipe or with `--json`, or CSV. */
import type { Context } from "../context.js";
import { type Column, tableText } from "./table.js";
import { harmless, jsonText } from "./text-width.js";
import { writeText } from "./write-text.js";

/** The flags that choose a format. */
export interface FormatFlags {
  json?: boolean;
  csv?: boolean;
  /** Whether to write one row for each criterion. */
  criteria?: boolean;
}

/** The destination and the format of data. */
export interface PrintOptions {
  context: Context;
  flags: FormatFlags;
}

/** How rows are shown. */
export interface View<Row extends object> {
  columns: readonly Column<Row>[];
  /** For a terminal: each row as its own page of this width, instead of a table. */
  page?: (row: Row, columns: number) => string;
  /** The JSON of a row. @default the row itself */
  record?: (row: Row) => object;
  /**
   * The CSV record of a row, with the same names in each row. Objects become JSON, and errors their message.
   * @default the JSON record
   */
  fields?: (row: Row) => object;
  /**
   * The sort key of a table's rows. Lines are printed as soon as they are ready.
   * @default the order in which rows are ready
   */
  sortedBy?: (row: Row) => string;
}

/** A writer of rows. */
export interface RowWriter<Row> {
  write(row: Row): Promise<void>;
  /** Writes the rows that need all others, such as a table. */
  end(): Promise<void>;
}

/** Writes complete rows. */
export async function print<Row extends object>(
  rows: readonly Row[],
  { view, ...options }: PrintOptions & { view: View<Row> },
): Promise<void> {
  const writer = rowWriter(view, options);
  for (const row of rows) await writer.write(row);
  await writer.end();
}

/**
 * Writes rows to stdout. JSON lines, CSV and pages are written at once, and a table at the end.
 *
 * @throws {CommandError} when the disk is full
 */
export function rowWriter<Row extends object>(view: View<Row>, { context, flags }: PrintOptions): RowWriter<Row> {
  const { stdout } = context;
  const { columns, page, record = (row) => row, fields = record, sortedBy } = view;
  const room = stdout.columns || Infinity;
  const rows: Row[] = [];
  let isFirst = true;
  return {
    async write(row) {
      // Spreadsheets take a file for UTF-8 by its byte order mark. Programs that read a pipe do not expect one.
      const mark = isFirst && stdout.isNewFile ? "\ufeff" : "";
      if (flags.csv) await writeText(stdout, mark + (await csvText(fields(row), isFirst)));
      else if (flags.json || !stdout.isTTY) await writeText(stdout, `${jsonText(record(row))}\n`);
      else if (page) await writeText(stdout, page(row, room));
      else rows.push(row);
      isFirst = false;
    },
    async end() {
      const ordered = sortedBy ? rows.toSorted((one, other) => (sortedBy(one) < sortedBy(other) ? -1 : 1)) : rows;
      await writeText(stdout, tableText(columns, ordered, room));
    },
  };
}

async function csvText(row: object, header: boolean): Promise<string> {
  const { stringify } = await import("csv-stringify/sync");
  const object = (value: object) =>
    "message" in value ? withoutControls(String(value.message)) : JSON.stringify(value);
  return stringify([row], { header, cast: { boolean: String, string: withoutControls, object } });
}

/** Keeps the lines of a text, and removes other control characters, also in files, which may be shown later. */
function withoutControls(text: string): string {
  return harmless(text.replace(/\r\n?/g, "\n").replaceAll("\t", " "));
}
