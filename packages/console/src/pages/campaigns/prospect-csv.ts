/** Reads prospects from a CSV, and names the rows that cannot be sent and why. */
import type { Prospect } from "@call-analysis/sdk";
import Papa from "papaparse";

/** A row of the file. */
export interface ProspectRow {
  /** As a spreadsheet numbers it: the heading is row 1. */
  row: number;
  prospect: Prospect;
  /** Why it is not sent; empty for a good row. */
  problems: readonly string[];
}

/** A file that was read, or why it could not be. */
export type ReadCsv = { rows: readonly ProspectRow[] } | { problem: string };

const mostBytes = 20 * 1_024 * 1_024;

/** Reads a file that a person chose. */
export async function readProspects(file: File): Promise<ReadCsv> {
  if (file.size > mostBytes) return { problem: "The file is larger than 20 MB. Split it." };
  const bytes = await file.arrayBuffer();
  try {
    return prospectsOf(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return { problem: "The file is not a text in UTF-8. Save it as “CSV UTF-8”." };
  }
}

/** Reads the text of a CSV: comma, semicolon or tab, with a heading that has `name` and `phone`. */
export function prospectsOf(text: string): ReadCsv {
  // Without the option `header`: a column named `__proto__` is a column like any other.
  const { data, errors } = Papa.parse<string[]>(text, { delimiter: delimiterOf(text), skipEmptyLines: false });
  const [heading = [], ...lines] = data;
  const columns = heading.map((title) => columnOf(title.trim()));
  const problem = headingProblem(columns);
  if (problem) return { problem };
  const quoteProblems = new Map(
    errors.flatMap(({ row, type, message }) => (type === "Quotes" && row ? [[row, message]] : [])),
  );
  const firstRowOf = new Map<string, number>();
  const rows = lines.flatMap((cells, index) => {
    if (cells.every((cell) => cell.trim() === "")) return [];
    const row = index + 2;
    const prospect = prospectOf(columns, cells);
    const quoting = quoteProblems.get(index + 1);
    const problems = [
      ...(quoting === undefined ? [] : [`The quotation marks are not closed: ${quoting}`]),
      ...cellProblems(cells, columns),
      ...phoneProblems(prospect.phone ?? "", row, firstRowOf),
    ];
    return [{ row, prospect, problems }];
  });
  return rows.length === 0 ? { problem: "The file has a heading and no rows." } : { rows };
}

/** The delimiter that gives the heading the most columns. Papa's own guess counts empty lines as rows of one column. */
function delimiterOf(text: string): string {
  const counts = [",", ";", "\t"].map((delimiter) => {
    const [heading = []] = Papa.parse<string[]>(text, { delimiter, preview: 1 }).data;
    return { delimiter, count: heading.length };
  });
  return counts.reduce((best, each) => (each.count > best.count ? each : best)).delimiter;
}

/** `Name` and ` PHONE ` mean the fields of the service; all other columns are sent under their own names. */
function columnOf(title: string): string {
  const lower = title.toLowerCase();
  return lower === "name" || lower === "phone" ? lower : title;
}

function headingProblem(columns: readonly string[]): string | undefined {
  if (columns.every((column) => column === "")) return "The file is empty.";
  const missing = ["name", "phone"].filter((column) => !columns.includes(column));
  const found = columns.map((column) => `“${column}”`).join(", ");
  if (missing.length > 0)
    return `The first row must name the columns, and lacks ${missing.map((column) => `“${column}”`).join(" and ")}. It has ${found}.`;
  const twice = columns.find((column, index) => column !== "" && columns.indexOf(column) !== index);
  return twice === undefined ? undefined : `The column “${twice}” comes twice.`;
}

/** A cell without a text is left out; one below a column without a name too. */
function prospectOf(columns: readonly string[], cells: readonly string[]): Prospect {
  const entries = columns.map((column, index) => [column, cells[index]?.trim() ?? ""] as const);
  return Object.fromEntries(entries.filter(([column, cell]) => column !== "" && cell !== ""));
}

function cellProblems(cells: readonly string[], columns: readonly string[]): string[] {
  const problems: string[] = [];
  const extra = cells.slice(columns.length).filter((cell) => cell.trim() !== "").length;
  if (extra > 0) problems.push(`There are ${cells.length} cells below ${columns.length} columns.`);
  if (!cells[columns.indexOf("name")]?.trim()) problems.push("The name is missing.");
  return problems;
}

/** The specification does not say what a phone looks like: what is nowhere a phone number is held back. */
function phoneProblems(phone: string, row: number, firstRowOf: Map<string, number>): string[] {
  if (phone === "") return ["The phone is missing."];
  if (/^\d(?:[.,]\d+)?e\+?\d+$/i.test(phone)) return [`A spreadsheet has cut the phone short: ${phone}`];
  if (!/^[+(]?[\d\s()./-]+(?:\s*(?:x|ext\.?)\s*\d+)?$/i.test(phone)) return [`This is no phone: ${phone}`];
  const digits = phone.replaceAll(/\D/g, "");
  if (digits.length < 5 || digits.length > 20) return [`A phone has 5 to 20 digits: ${phone}`];
  const first = firstRowOf.get(digits);
  if (first !== undefined) return [`Row ${first} has the same phone.`];
  firstRowOf.set(digits, row);
  return [];
}
