/** Data on stdout: as a table, JSON, JSON lines or CSV. */
import type { Context } from "../context.js";
import { type Column, tableText } from "./table.js";
import { harmless, jsonText } from "./text-width.js";
import { writeText } from "./write-text.js";

/** The flags that choose a format. */
export interface FormatFlags {
  json?: boolean;
  csv?: boolean;
  /** One row for each criterion, where there are analyses. */
  criteria?: boolean;
}

/** Where data goes, and in which form. */
export interface PrintOptions {
  context: Context;
  flags: FormatFlags;
}

type Fields = Record<string, unknown>;

/** How data is shown that is there as a whole. */
export interface ListView<Row> {
  /** The columns of CSV. */
  fields: readonly (keyof Row & string)[];
  /** Of its table, in a pipe too. */
  columns: readonly Column<Row>[];
  /** A page of so many columns instead of the table. */
  page?: (columns: number) => string;
}

/** Writes data: its rows as a table or CSV, or in JSON all of it as it came. */
export async function print<Row extends object>(
  data: object,
  rows: readonly Row[],
  { view: { fields, columns, page }, context, flags }: PrintOptions & { view: ListView<Row> },
): Promise<void> {
  const { stdout } = context;
  const room = roomOf(context);
  if (flags.json) await writeText(stdout, `${jsonText(data, 2)}\n`);
  else if (flags.csv) await writeText(stdout, markOf(context) + (await csvText(rows, { columns: fields })));
  else await writeText(stdout, page ? page(room) : tableText(columns, rows, room));
}

/** How the rows of a batch are shown. */
export interface View<Row> {
  columns: readonly Column<Row>[];
  /** For JSON; in CSV it has the same names for each row, objects as JSON, and of errors the message. */
  record: (row: Row) => Fields;
  /** For CSV. @default the record */
  fields?: (row: Row) => Fields;
  /** What the rows of a table are sorted by; lines come as they settle. @default as they settle */
  sortedBy?: (row: Row) => string;
}

/** Where the rows of a batch go, one after the other. */
export interface RowWriter<Row> {
  write(row: Row): Promise<void>;
  /** Writes what only the whole of the rows gives. */
  end(): Promise<void>;
}

/**
 * The rows of a batch on stdout: JSON lines and CSV as they come, in a terminal a table at the end.
 *
 * @throws {CommandError} when the disk is full
 */
export function batchWriter<Row>(view: View<Row>, { context, flags }: PrintOptions): RowWriter<Row> {
  const { stdout } = context;
  const { columns, record, fields = record, sortedBy } = view;
  const rows: Row[] = [];
  let header = true;
  return {
    async write(row) {
      if (flags.csv)
        await writeText(stdout, (header ? markOf(context) : "") + (await csvText([fields(row)], { header })));
      else if (flags.json || !stdout.isTTY) await writeText(stdout, `${jsonText(record(row))}\n`);
      else rows.push(row);
      header = false;
    },
    async end() {
      const ordered = sortedBy ? rows.toSorted((one, other) => (sortedBy(one) < sortedBy(other) ? -1 : 1)) : rows;
      await writeText(stdout, tableText(columns, ordered, roomOf(context)));
    },
  };
}

/** The width that tables and pages get: of the terminal, or `COLUMNS`; infinite in a pipe, where nothing is cut. */
function roomOf({ stdout, env }: Pick<Context, "stdout" | "env">): number {
  return (stdout.isTTY && stdout.columns) || Number(env.COLUMNS) || Infinity;
}

/** Spreadsheets take a file for UTF-8 by its byte order mark. Programs that read a pipe do not expect one. */
function markOf({ stdout }: Pick<Context, "stdout">): string {
  return stdout.isNewFile ? "\ufeff" : "";
}

async function csvText(
  rows: readonly object[],
  { header = true, columns }: { header?: boolean; columns?: readonly string[] },
): Promise<string> {
  const { stringify } = await import("csv-stringify/sync");
  const object = (value: object) =>
    "message" in value ? withoutControls(String(value.message)) : JSON.stringify(value);
  return stringify([...rows], { header, columns, cast: { boolean: String, string: withoutControls, object } });
}

/** Texts may have several lines. Whatever else a terminal obeys is no data, also in a file that is shown later. */
function withoutControls(text: string): string {
  return harmless(text.replace(/\r\n?/g, "\n").replaceAll("\t", " "));
}
