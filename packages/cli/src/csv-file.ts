/** Reads a CSV file, and reports all problems of its rows at once. */
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { InvalidArgumentError } from "commander";
import { CommandError, usageError } from "./errors.js";

/** A row that is not empty. */
export interface CsvRow {
  /** The number of the row, as in a spreadsheet: the titles are row 1, and empty rows count. */
  row: number;
  cells: Record<string, string>;
  /** Runs a step, and collects the problems of the row. */
  attempt: <T>(step: () => T | Promise<T>) => Promise<T | undefined>;
}

interface ReadOptions<T> {
  /** The flag of the file, for messages. */
  flag: string;
  cwd: string;
  /** The titles of the required columns. */
  required: readonly string[];
  /** The other columns: their titles for messages, and a check of a title. @default any */
  further?: { names: string; isKnown: (title: string) => boolean };
  read: (row: CsvRow) => T | undefined | Promise<T | undefined>;
}

/** @throws {CommandError} if the file cannot be read, if its columns are wrong, or with the problems of all rows */
export async function readCsvFile<T>(
  name: string,
  { flag, cwd, required, further, read }: ReadOptions<T>,
): Promise<{ values: T[]; emptyRows: number }> {
  const refuse = (why: string, details: readonly string[] = []) =>
    usageError(`${flag}: ${name} ${why} Nothing was sent.`, { details });
  const [titles = [], ...records] = await readFile(resolve(cwd, name))
    .then((bytes) => recordsOf(textOf(bytes)))
    .catch((cause: Error) => {
      throw refuse(`cannot be read: ${cause.message}.`);
    });
  if (titles.length === 1 && /[;\t]/.test(titles.join()))
    throw refuse("has no commas. Separate the columns with commas.");
  const untitled = titles.findIndex((title, index) => title === "" || titles.indexOf(title) < index);
  if (untitled >= 0) throw refuse(`needs a unique title in column ${untitled + 1}.`);
  const missing = required.filter((title) => !titles.includes(title));
  if (missing.length > 0)
    throw refuse(`has no column ${missing.join(" and no column ")}. Its columns are: ${titles.join(", ")}.`);
  const unknown = titles.find((title) => !required.includes(title) && further?.isKnown(title) === false);
  if (unknown !== undefined) throw refuse(`has an unknown column, "${unknown}". Use ${required}, ${further?.names}.`);
  const filled = records.map((record, index) => ({ record, row: index + 2 })).filter(({ record }) => !isEmpty(record));
  if (filled.length === 0) throw refuse("has no rows below its titles.");
  const faults: string[] = [];
  const values: T[] = [];
  for (const { record, row } of filled) {
    const cells = Object.fromEntries(titles.map((title, column) => [title, record[column] ?? ""]));
    const attempt: CsvRow["attempt"] = async (step) => {
      try {
        return await step();
      } catch (error) {
        if (!(error instanceof CommandError || error instanceof InvalidArgumentError)) throw error;
        const { message, hint = "" } = error as CommandError;
        faults.push(`row ${row}: ${message} ${hint}`.trim());
        return undefined;
      }
    };
    if (record.length !== titles.length)
      faults.push(`row ${row}: it has ${record.length} cells for ${titles.length} titles.`);
    for (const title of required) if (!cells[title]) faults.push(`row ${row}: ${title} is missing.`);
    const value = await read({ row, cells, attempt });
    if (value !== undefined) values.push(value);
  }
  if (faults.length > 0) throw refuse("has errors.", faults);
  return { values, emptyRows: records.length - filled.length };
}

function isEmpty(record: readonly string[]): boolean {
  return record.every((cell) => cell === "");
}

/** Decodes UTF-8, or UTF-16 with a byte order mark. */
function textOf(bytes: Buffer): string {
  const mark = bytes.toString("hex", 0, 2);
  const encoding = mark === "fffe" ? "utf-16le" : mark === "feff" ? "utf-16be" : "utf-8";
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new Error("it is not UTF-8. Save it as UTF-8");
  }
}

async function recordsOf(text: string): Promise<string[][]> {
  const { parse } = await import("csv-parse/sync");
  return parse(text, { trim: true, relax_column_count: true });
}
