/** Reads a CSV file that a person has written. */
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { usageError } from "./errors.js";

/** The rows of a file that have something in them. */
export interface CsvFile {
  titles: string[];
  /** The number of a row is from 1, without the titles. Empty rows count. */
  rows: { row: number; cells: Record<string, string> }[];
  emptyRows: number;
}

interface ReadOptions {
  /** The flag that names the file, for messages. */
  flag: string;
  cwd: string;
  required: readonly string[];
}

/** @throws {CommandError} for a file that is not there, is no CSV, lacks a column, or whose columns have no titles of their own */
export async function readCsvFile(name: string, { flag, cwd, required }: ReadOptions): Promise<CsvFile> {
  const refuse = (why: string, hint?: string) => usageError(`${flag}: ${name} ${why} Nothing was sent.`, { hint });
  const bytes = await readFile(resolve(cwd, name)).catch((cause: Error) => {
    throw refuse(`cannot be read: ${cause.message}.`);
  });
  const text = textOf(bytes);
  if (text === undefined) throw refuse("is not UTF-8: save it as UTF-8.");
  const [head = ""] = text.split(/\r?\n/, 1);
  if (/[;\t]/.test(head) && !head.includes(",")) throw refuse("has no commas.", "Separate its columns by commas.");
  const [titles = [], ...records] = await linesOf(text).catch((cause: Error) => {
    throw refuse(`cannot be read: ${cause.message}.`);
  });
  const untitled = titles.indexOf("");
  if (untitled >= 0) throw refuse(`has a column without a title: column ${untitled + 1}.`);
  const twice = titles.find((title, index) => titles.indexOf(title) < index);
  if (twice !== undefined) throw refuse(`has the title ${JSON.stringify(twice)} twice.`);
  const missing = required.filter((title) => !titles.includes(title));
  if (missing.length > 0)
    throw refuse(`has no column ${missing.join(" and no ")}. Its titles are: ${titles.join(", ")}.`);
  const rows = records.map((cells, index) => ({
    row: index + 1,
    cells: Object.fromEntries(titles.map((title, column) => [title, cells[column] ?? ""])),
  }));
  const filled = rows.filter(({ cells }) => Object.values(cells).some((cell) => cell !== ""));
  if (filled.length === 0) throw refuse("has no rows below its titles.");
  return { titles, rows: filled, emptyRows: rows.length - filled.length };
}

/** @throws {CommandError} that lists what is wrong in each row, when anything is */
export function refuseFaults(faults: readonly string[], { name, flag }: { name: string; flag: string }): void {
  if (faults.length === 0) return;
  throw usageError(`${flag}: ${name} cannot be used. Nothing was sent.`, { details: faults });
}

/** The text of UTF-8, or of the UTF-16 that a byte order mark tells; undefined for another encoding. */
function textOf(bytes: Buffer): string | undefined {
  const mark = bytes.toString("hex", 0, 2);
  const encoding = mark === "fffe" ? "utf-16le" : mark === "feff" ? "utf-16be" : "utf-8";
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

async function linesOf(text: string): Promise<string[][]> {
  const { parse } = await import("csv-parse/sync");
  return parse(text, { trim: true, skip_empty_lines: true });
}
