/** Data on stdout: as a table, JSON, JSON lines or CSV. */
import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Context } from "../context.js";
import { type Column, tableText } from "./table.js";
import { harmless, jsonText, pageText } from "./text-width.js";
import { outputError, writeText } from "./write-text.js";

/** How data is written. */
type Format = "json" | "csv" | "table";

/** The flags that choose a format. */
export interface FormatFlags {
  json?: boolean;
  csv?: boolean;
  table?: boolean;
  escapeFormulas?: boolean;
  /** One row for each criterion, where there are analyses. */
  rows?: "criteria";
}

/** How the rows of one kind of data are shown. */
export interface View<Row> {
  columns: readonly Column[];
  /** The texts of the columns. */
  cells: (row: Row) => string[];
  /** For JSON. @default the row */
  record?: (row: Row) => unknown;
  /** For CSV. @default the row's own */
  fields?: (row: Row) => Record<string, unknown>;
  /** The order of the rows in a table; lines come as they settle. @default as they settle */
  order?: (one: Row, other: Row) => number;
}

/** The format that the flags ask for. */
function formatOf({ json, csv, table }: FormatFlags): Format | undefined {
  if (json) return "json";
  if (csv) return "csv";
  return table ? "table" : undefined;
}

interface PrintOptions {
  context: Context;
  flags: FormatFlags;
}

/** Writes a list: a table, unless the flags ask for JSON (one array) or CSV. */
export async function printList<Row extends object>(
  rows: readonly Row[],
  view: Omit<View<Row>, "record" | "order">,
  { context, flags }: PrintOptions,
): Promise<void> {
  const format = formatOf(flags);
  if (format === "json") return writeText(context.stdout, `${jsonText(rows, 2)}\n`);
  if (format === "csv") return writeText(context.stdout, await csvText(rows, view, { ...flags, header: true }));
  await writeText(context.stdout, tableText(view.columns, rows.map(view.cells), { columns: tableColumns(context) }));
}

/** Writes one thing: its text, wrapped at words in a terminal, unless the flags ask for JSON or CSV. */
export async function printOne<Row extends object>(
  row: Row,
  view: Pick<View<Row>, "fields"> & { text: (row: Row) => string },
  { context, flags }: PrintOptions,
): Promise<void> {
  const format = formatOf(flags);
  if (format === "json") return writeText(context.stdout, `${jsonText(row, 2)}\n`);
  if (format === "csv") return writeText(context.stdout, await csvText([row], view, { ...flags, header: true }));
  await writeText(context.stdout, pageText(view.text(row), tableColumns(context) ?? Number.POSITIVE_INFINITY));
}

/** Where the rows of a batch go, one after the other. */
export interface RowWriter<Row> {
  write(row: Row): Promise<void>;
  /** Writes what only the whole of the rows gives. */
  end(): Promise<void>;
}

/** How the rows of a batch are written: the flags count wherever they go. */
export interface BatchOptions {
  context: Context;
  flags: FormatFlags & { out?: string };
}

/**
 * The rows of a batch on stdout, or in the file of `--out`: JSON lines and CSV as they come, a table at the end.
 *
 * @throws {OutputError} when the disk is full
 */
export async function batchWriter<Row extends object>(
  view: View<Row>,
  { context, flags }: BatchOptions,
): Promise<RowWriter<Row>> {
  const { stdout, cwd } = context;
  const { out } = flags;
  const elsewhere = out?.endsWith(".csv") ? "csv" : "json";
  const format = formatOf(flags) ?? (out === undefined && stdout.isTTY ? "table" : elsewhere);
  const sink = out === undefined ? (text: string) => writeText(stdout, text) : await fileSink(resolve(cwd, out));
  const { columns, cells, record = (row: Row): unknown => row, order } = view;
  const rows: Row[] = [];
  let header = true;
  return {
    async write(row) {
      if (format === "table") rows.push(row);
      else if (format === "json") await sink(`${jsonText(record(row))}\n`);
      else await sink(await csvText([row], view, { ...flags, header }));
      header = false;
    },
    async end() {
      const texts = (order ? rows.toSorted(order) : rows).map(cells);
      const width = out === undefined ? tableColumns(context) : undefined;
      if (rows.length > 0) await sink(tableText(columns, texts, { columns: width }));
    },
  };
}

/** The width that tables and pages get: of the terminal, or `COLUMNS`; undefined in a pipe, where nothing is cut. */
function tableColumns({ stdout, env }: Pick<Context, "stdout" | "env">): number | undefined {
  if (stdout.isTTY && stdout.columns) return stdout.columns;
  return Number(env.COLUMNS) > 0 ? Number(env.COLUMNS) : undefined;
}

/** Empties a file, and then appends to it. @throws {OutputError} when the disk is full */
async function fileSink(path: string): Promise<(text: string) => Promise<void>> {
  const write = (text: string, flag: "a" | "w") =>
    writeFile(path, text, { flag }).catch((cause: Error) => {
      throw outputError(path, cause);
    });
  await write("", "w");
  return (text) => write(text, "a");
}

async function csvText<Row extends object>(
  rows: readonly Row[],
  { fields = (row) => Object.fromEntries(Object.entries(row)) }: Pick<View<Row>, "fields">,
  { header, escapeFormulas = false }: { header: boolean; escapeFormulas?: boolean },
): Promise<string> {
  const { stringify } = await import("csv-stringify/sync");
  // Escaping also changes numbers such as +91…, so it is asked for.
  const cast = { boolean: String, string: withoutControls };
  return stringify(rows.map(fields), { header, escape_formulas: escapeFormulas, cast });
}

/** Texts may have several lines. Whatever else a terminal obeys is no data, also in a file that is shown later. */
function withoutControls(text: string): string {
  return harmless(text.replace(/\r\n?/g, "\n").replaceAll("\t", " "));
}
