/** Data on stdout: as a table, JSON, JSON lines or CSV. */
import wrapAnsi from "wrap-ansi";
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

/** How the rows of one kind of data are shown. */
export interface View<Row> {
  columns: readonly Column[];
  /** The texts of the columns. */
  cells: (row: Row) => string[];
  /** For JSON; in CSV it has the same names for each row, objects as JSON, and of errors the message. */
  record: (row: Row) => Record<string, unknown>;
  /** For CSV. @default the record */
  fields?: (row: Row) => Record<string, unknown>;
  /** The order of the rows in a table; lines come as they settle. @default as they settle */
  order?: (one: Row, other: Row) => number;
}

/** How a list is shown; in JSON it is as it came. */
export type ListView<Row> = Required<Pick<View<Row>, "columns" | "cells" | "fields">>;

/** Where data goes, and in which form. */
export interface PrintOptions {
  context: Context;
  flags: FormatFlags;
}

/** Writes a list: a table, unless the flags ask for JSON (one array) or CSV. */
export async function printList<Row extends object>(
  rows: readonly Row[],
  view: ListView<Row>,
  { context, flags }: PrintOptions,
): Promise<void> {
  if (flags.json) return writeText(context.stdout, `${jsonText(rows, 2)}\n`);
  if (flags.csv) return writeText(context.stdout, markOf(context) + (await csvText(rows.map(view.fields))));
  await writeText(context.stdout, tableText(view.columns, rows.map(view.cells), { columns: tableColumns(context) }));
}

/** Writes one thing: its text, wrapped at words in a terminal, unless the flags ask for JSON or CSV. */
export async function printOne<Row extends object>(
  row: Row,
  view: { fields: (row: Row) => Record<string, unknown>; text: (row: Row) => string },
  { context, flags }: PrintOptions,
): Promise<void> {
  if (flags.json) return writeText(context.stdout, `${jsonText(row, 2)}\n`);
  if (flags.csv) return writeText(context.stdout, markOf(context) + (await csvText([view.fields(row)])));
  const columns = tableColumns(context);
  const text = view.text(row);
  await writeText(context.stdout, columns === undefined ? text : wrapAnsi(text, columns, { trim: false }));
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
 * @throws {OutputError} when the disk is full
 */
export function batchWriter<Row extends object>(view: View<Row>, { context, flags }: PrintOptions): RowWriter<Row> {
  const { stdout } = context;
  const isTable = stdout.isTTY && !flags.json && !flags.csv;
  const { columns, cells, record, fields = record, order } = view;
  const rows: Row[] = [];
  let header = true;
  return {
    async write(row) {
      if (isTable) rows.push(row);
      else if (flags.csv)
        await writeText(stdout, (header ? markOf(context) : "") + (await csvText([fields(row)], { header })));
      else await writeText(stdout, `${jsonText(record(row))}\n`);
      header = false;
    },
    async end() {
      const texts = (order ? rows.toSorted(order) : rows).map(cells);
      if (rows.length > 0) await writeText(stdout, tableText(columns, texts, { columns: tableColumns(context) }));
    },
  };
}

/** The width that tables and pages get: of the terminal, or `COLUMNS`; undefined in a pipe, where nothing is cut. */
function tableColumns({ stdout, env }: Pick<Context, "stdout" | "env">): number | undefined {
  if (stdout.isTTY && stdout.columns) return stdout.columns;
  return Number(env.COLUMNS) > 0 ? Number(env.COLUMNS) : undefined;
}

/** Spreadsheets take a file for UTF-8 by its byte order mark. Programs that read a pipe do not expect one. */
function markOf({ stdout }: Pick<Context, "stdout">): string {
  return stdout.isNewFile ? "\ufeff" : "";
}

async function csvText(rows: readonly Record<string, unknown>[], { header = true } = {}): Promise<string> {
  const { stringify } = await import("csv-stringify/sync");
  const object = (value: object) =>
    "message" in value ? withoutControls(String(value.message)) : JSON.stringify(value);
  return stringify([...rows], { header, cast: { boolean: String, string: withoutControls, object } });
}

/** Texts may have several lines. Whatever else a terminal obeys is no data, also in a file that is shown later. */
function withoutControls(text: string): string {
  return harmless(text.replace(/\r\n?/g, "\n").replaceAll("\t", " "));
}
