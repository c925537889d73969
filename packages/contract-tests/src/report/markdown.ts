import type { CoverageRow } from "./coverage.ts";
import type { Drift } from "./drift.ts";
import type { Report } from "./report.ts";

/** A report as a page for people. */
export function reportAsMarkdown(report: Report): string {
  return [`# The live service on ${report.date}`, summaryOf(report), ...sectionsOf(report)].join("\n\n").concat("\n");
}

/** The table of operation, documented status and door. */
export function coverageTable(rows: readonly CoverageRow[]): string {
  const doors = Object.keys(rows[0]?.counts ?? {}) as (keyof CoverageRow["counts"])[];
  const cells = rows.map(({ operation, status, counts }) => [
    operation,
    status,
    ...doors.map((door) => String(counts[door])),
  ]);
  return table(["operation", "status", ...doors], cells);
}

function summaryOf({ counts, leftBehind }: Report): string {
  const { passed, failed, recorded, skipped } = counts;
  const { remainingAgents, calls, prospects } = leftBehind;
  return [
    `${passed} cases passed, ${failed} failed, ${recorded} found an assumption wrong, ${skipped} were not run.`,
    `Left behind: ${remainingAgents} agents, ${calls} calls, ${prospects} prospects.`,
  ].join("\n");
}

function sectionsOf({ drift, questions, coverage, skipped }: Report): string[] {
  const answers = questions.map(({ assumption, question, expected, observed }) => [
    `\`${assumption}\``,
    question,
    expected,
    observed,
  ]);
  const reasons = skipped.map(({ name, reason }) => [name, reason]);
  return [
    `## What differs, and what should change\n\n${driftTable(drift)}`,
    `## What the service answers to open questions\n\n${tableOrNone(["row", "question", "assumed", "answered"], answers)}`,
    `## Answers seen\n\n${coverageTable(coverage)}`,
    `## Not run\n\n${tableOrNone(["case", "reason"], reasons)}`,
  ];
}

function driftTable(drift: readonly Drift[]): string {
  const rows = drift.map(({ place, statement, setting, foundBy }) => [place, statement, setting ?? "—", foundBy]);
  return tableOrNone(["change", "because", "setting of the fake", "found by"], rows);
}

function tableOrNone(head: string[], rows: string[][]): string {
  return rows.length === 0 ? "Nothing." : table(head, rows);
}

function table(head: string[], rows: string[][]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.map(escaped).join(" | ")} |`).join("\n");
}

function escaped(cell: string): string {
  return cell.replaceAll("|", "\\|").replaceAll("\n", " ");
}
