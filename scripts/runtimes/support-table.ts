/** The table of what the packages were tried with, in `docs/support.md`. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../test/consumer-projects.ts";
import type { Row } from "./row.ts";
import type { Runtime } from "./runtimes.ts";

const page = join(root, "docs/support.md");
const begin = "<!-- tried -->\n";
const end = "<!-- end of tried -->";

/** When the table was written, and what the machine had. */
export interface RunFacts {
  /** As "2026-11-30". */
  date: string;
  browserVersion: string;
}

/** The table's text: it says "yes" wherever a row has no exception, because only a run that found nothing else writes it. */
export function supportTable(
  rows: readonly Row[],
  runtimes: readonly Runtime[],
  { date, browserVersion }: RunFacts,
): string {
  const reasons = [
    ...new Set(rows.flatMap((row) => runtimes.flatMap(({ name }) => row.exceptions[name]?.because ?? []))),
  ];
  const cellOf = (row: Row, { name }: Runtime): string => {
    const exception = row.exceptions[name];
    if (!exception) return "yes";
    return `${exception.cell} ${letterOf(reasons.indexOf(exception.because))}`;
  };
  const header = ["", ...runtimes.map((runtime) => headingOf(runtime, browserVersion))];
  const body = rows.map((row) => [row.title, ...runtimes.map((runtime) => cellOf(row, runtime))]);
  const lines = [header, header.map(() => "---"), ...body].map((cells) => `| ${cells.join(" | ")} |`);
  const notes = reasons.map((because, index) => `- ${letterOf(index)} ${because}`);
  return `\n${lines.join("\n")}\n\nTried on ${date}, on Linux.\n\n${notes.join("\n")}\n\n`;
}

function headingOf(runtime: Runtime, browserVersion: string): string {
  const { name } = runtime;
  if (runtime.kind === "chromium") return `${name} ${browserVersion}`;
  return runtime.kind === "node" ? `Node ${runtime.version}` : `${name} ${runtime.version}`;
}

const letterOf = (index: number) => `(${String.fromCharCode("a".charCodeAt(0) + index)})`;

/** The page's table as it is. */
export async function readSupportTable(): Promise<string> {
  const text = await readFile(page, "utf8");
  return text.slice(text.indexOf(begin) + begin.length, text.indexOf(end));
}

/** Puts a table into the page. */
export async function writeSupportTable(table: string): Promise<void> {
  const text = await readFile(page, "utf8");
  const [start, stop] = [text.indexOf(begin), text.indexOf(end)];
  if (start < 0 || stop < start) throw new Error(`${page} has no "${begin.trim()}" before "${end}".`);
  await writeFile(page, text.slice(0, start + begin.length) + table + text.slice(stop));
}
