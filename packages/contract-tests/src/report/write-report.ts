import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { reportAsMarkdown } from "./markdown.ts";
import type { Report } from "./report.ts";

/** Writes a report as `drift.md` and `drift.json`, and makes the folder when there is none. */
export async function writeReport(folder: string, report: Report): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "drift.md"), reportAsMarkdown(report));
  await writeFile(join(folder, "drift.json"), `${JSON.stringify(report, null, 2)}\n`);
}
