/** Reads a CSV file that a person has written, and says everything that is wrong with it at once. */
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { UsageError } from "./errors.js";

/** A row below the titles. */
export interface CsvRow {
  /** From 1, without the titles. Empty rows count. */
  row: number;
  /** Its cells by their titles. */
  cells: Record<string, string>;
}

/** The rows of a file that have something in them. */
export interface CsvFile {
  titles: string[];
  rows: CsvRow[];
  emptyRows: number;
}

/** @throws {UsageError} for a file that is not there, is no CSV, or whose columns have no titles of their own */
export async function readCsvFile(name: string, { flag, cwd }: { flag: string; cwd: string }): Promise<CsvFile> {
  const text = await readText(name, { flag, cwd });
  const { parse } = await import("csv-parse/sync");
  const lines = await unlessBroken(name, { flag, text }, () =>
    parse(text, { trim: true, skip_empty_lines: true, bom: true }),
  );
  const [titles = [], ...records] = lines;
  checkTitles(titles, { name, flag });
  const rows = records.map((cells, index) => ({
    row: index + 1,
    cells: Object.fromEntries(titles.map((title, column) => [title, cells[column] ?? ""])),
  }));
  const filled = rows.filter(({ cells }) => Object.values(cells).some((cell) => cell !== ""));
  if (filled.length === 0) throw new UsageError(`${flag}: ${name} has no rows. Its first line must have the titles.`);
  return { titles, rows: filled, emptyRows: rows.length - filled.length };
}

/** @throws {UsageError} that lists what is wrong in each row, when anything is */
export function refuseFaults(faults: readonly string[], { name, flag }: { name: string; flag: string }): void {
  if (faults.length === 0) return;
  throw new UsageError(`${flag}: ${name} cannot be used. Nothing was sent.`, { details: faults });
}

/** The text of UTF-8, or of the UTF-16 that a byte order mark tells. */
async function readText(name: string, { flag, cwd }: { flag: string; cwd: string }): Promise<string> {
  const bytes = await readFile(resolve(cwd, name)).catch((cause: Error) => {
    throw new UsageError(`${flag}: ${name} cannot be read: ${cause.message}. Nothing was sent.`, { cause });
  });
  const mark = bytes.toString("hex", 0, 2);
  const encoding = mark === "fffe" ? "utf-16le" : mark === "feff" ? "utf-16be" : "utf-8";
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new UsageError(`${flag}: ${name} is not UTF-8: save it as UTF-8. Nothing was sent.`, { cause });
  }
}

async function unlessBroken(
  name: string,
  { flag, text }: { flag: string; text: string },
  parse: () => string[][],
): Promise<string[][]> {
  try {
    return parse();
  } catch (cause) {
    const hint = /^[^,\r\n]*[;\t]/.test(text) ? "Separate its columns by commas." : undefined;
    throw new UsageError(`${flag}: ${name} cannot be read: ${(cause as Error).message}. Nothing was sent.`, {
      hint,
      cause,
    });
  }
}

function checkTitles(titles: readonly string[], { name, flag }: { name: string; flag: string }): void {
  const untitled = titles.indexOf("");
  if (untitled >= 0) throw new UsageError(`${flag}: column ${untitled + 1} of ${name} has no title. Nothing was sent.`);
  const twice = titles.find((title, index) => titles.indexOf(title) < index);
  if (twice !== undefined)
    throw new UsageError(`${flag}: ${name} has the title ${JSON.stringify(twice)} twice. Give each column its own.`);
}

/** @throws {UsageError} when a column is missing, or has its title in other letters */
export function requireColumns(
  titles: readonly string[],
  { required, name, flag }: { required: readonly string[]; name: string; flag: string },
): void {
  const missing = required.filter((title) => !titles.includes(title));
  if (missing.length === 0) return;
  const inCapitals = missing.filter((title) => titles.some((found) => found.toLowerCase() === title));
  const hints = [
    ...(titles.some((title) => /[;\t]/.test(title)) ? ["Separate them by commas."] : []),
    ...(inCapitals.length > 0 ? [`Write ${inCapitals.join(" and ")} in lower case.`] : []),
  ];
  throw new UsageError(
    `${flag}: ${name} has no column ${missing.join(" and no ")}. Its titles are: ${titles.join(", ")}.`,
    { hint: hints.join(" ") || undefined },
  );
}
