/** Data on stdout: as a table, JSON, JSON lines or CSV. */
import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Context } from "../context.js";
import { type Column, tableText } from "./table.js";
import { harmless, jsonText } from "./text-width.js";
import { outputError, writeText } from "./write-text.js";

/** How data is written. */
export type Format = "json" | "csv" | "table";

/** The flags that choose a format. */
export interface FormatFlags {
  json?: boolean;
  csv?: boolean;
  table?: boolean;
  escapeFormulas?: boolean;
  /** One row for each criterion, where there are analyses. */
  rows?: "criteria";
}

/** How the rows of one kind of data are shown. `cells` belong to `columns`, `record` is for JSON, `fields` for CSV. */
export interface View<Row> {
  columns: readonly Column[];
  cells: (row: Row) => string[];
  record: (row: Row) => unknown;
  fields: (row: Row) => Record<string, unknown>;
  /** The order of the rows in a table; lines come as they settle. @default as they settle */
  order?: (one: Row, other: Row) => number;
}

/** The format that the flags ask for. */
export function formatOf({ json, csv, table }: FormatFlags): Format | undefined {
  if (json) return "json";
  if (csv) return "csv";
  return table ? "table" : undefined;
}

/** Writes a list: a table, unless the flags ask for JSON (one array) or CSV. */
export async function printList<Row>(
  rows: readonly Row[],
  view: View<Row>,
  { context, flags }: { context: Context; flags: FormatFlags },
): Promise<void> {
  const format = formatOf(flags) ?? "table";
  if (format === "json") return writeText(context.stdout, `${jsonText(rows.map(view.record), 2)}\n`);
  if (format === "csv")
    return writeText(context.stdout, await csvText(rows.map(view.fields), { ...flags, header: true }));
  const { columns } = view;
  await writeText(context.stdout, tableText(columns, rows.map(view.cells), { columns: tableColumns(context) }));
}

/** Writes one thing: its text, unless the flags ask for JSON or CSV. */
export async function printOne<Row>(
  row: Row,
  view: Pick<View<Row>, "record" | "fields"> & { text: (row: Row) => string },
  { context, flags }: { context: Context; flags: FormatFlags },
): Promise<void> {
  const format = formatOf(flags) ?? "table";
  if (format === "json") return writeText(context.stdout, `${jsonText(view.record(row), 2)}\n`);
  if (format === "csv") return writeText(context.stdout, await csvText([view.fields(row)], { ...flags, header: true }));
  await writeText(context.stdout, view.text(row));
}

/** Where the rows of a batch go, one after the other. */
export interface RowWriter<Row> {
  write(row: Row): Promise<void>;
  /** Writes what only the whole of the rows gives. */
  end(): Promise<void>;
}

/** Where the texts of a batch go: stdout, or a file. */
type TextSink = (text: string) => Promise<void>;

/** How the rows of a batch are written: the flags count wherever they go. */
export interface BatchOptions {
  context: Context;
  flags: FormatFlags & { out?: string };
}

/** The rows of a batch on stdout, or in the file of `--out`. */
export async function batchWriter<Row>(view: View<Row>, { context, flags }: BatchOptions): Promise<RowWriter<Row>> {
  const { stdout, cwd } = context;
  const { out, escapeFormulas } = flags;
  if (out === undefined) {
    const format = formatOf(flags) ?? (stdout.isTTY ? "table" : "json");
    const sink = (text: string) => writeText(stdout, text);
    return rowWriter(view, { sink, format, columns: tableColumns(context), escapeFormulas });
  }
  const format = formatOf(flags) ?? (out.endsWith(".csv") ? "csv" : "json");
  return rowWriter(view, { sink: await fileSink(resolve(cwd, out)), format, columns: undefined, escapeFormulas });
}

interface WriterOptions {
  sink: TextSink;
  format: Format;
  columns: number | undefined;
  escapeFormulas: boolean | undefined;
}

/** Writes rows as they come: JSON lines and CSV at once, a table at the end. */
function rowWriter<Row>(view: View<Row>, { sink, format, columns, escapeFormulas }: WriterOptions): RowWriter<Row> {
  const rows: Row[] = [];
  let isFirst = true;
  return {
    async write(row) {
      if (format === "table") rows.push(row);
      else if (format === "json") await sink(`${jsonText(view.record(row))}\n`);
      else await sink(await csvText([view.fields(row)], { escapeFormulas, header: isFirst }));
      isFirst = false;
    },
    async end() {
      const cells = (view.order ? rows.toSorted(view.order) : rows).map(view.cells);
      if (format === "table" && rows.length > 0) await sink(tableText(view.columns, cells, { columns }));
    },
  };
}

/** The width that tables get: of the terminal, or `COLUMNS`; undefined in a pipe, where nothing is cut. */
function tableColumns({ stdout, env }: Pick<Context, "stdout" | "env">): number | undefined {
  if (stdout.isTTY && stdout.columns) return stdout.columns;
  return Number(env.COLUMNS) > 0 ? Number(env.COLUMNS) : undefined;
}

/** Empties a file, and then appends to it. @throws {OutputError} when the disk is full */
async function fileSink(path: string): Promise<TextSink> {
  const write = (text: string, flag: "a" | "w") =>
    writeFile(path, text, { flag }).catch((cause: Error) => {
      throw outputError(path, cause);
    });
  await write("", "w");
  return (text) => write(text, "a");
}

interface CsvOptions {
  header: boolean;
  escapeFormulas?: boolean | undefined;
}

async function csvText(
  rows: Record<string, unknown>[],
  { header, escapeFormulas = false }: CsvOptions,
): Promise<string> {
  const { stringify } = await import("csv-stringify/sync");
  // Escaping also changes numbers such as +91…, so it is asked for.
  const cast = { boolean: String, string: withoutControls };
  return stringify(rows, { header, escape_formulas: escapeFormulas, cast });
}

/** Texts may have several lines. Whatever else a terminal obeys is no data, also in a file that is shown later. */
function withoutControls(text: string): string {
  return harmless(text.replace(/\r\n?/g, "\n").replaceAll("\t", " "));
}
