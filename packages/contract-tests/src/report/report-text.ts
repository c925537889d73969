/** Writes results as text: the report's two files, and a run's lines on the terminal. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { inspect } from "node:util";
import { lastingText } from "../run/clean-up.ts";
import type { CaseOutcome, SuiteResult } from "../run/run-cases.ts";
import { countsOf, type Report } from "./report.ts";

/** Writes a report as `drift.md` and `drift.json`. Creates the folder when it does not exist. */
export async function writeReport(folder: string, report: Report): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "drift.md"), reportAsMarkdown(report));
  await writeFile(join(folder, "drift.json"), `${JSON.stringify(report, null, 2)}\n`);
}

/** A report as a Markdown page. */
export function reportAsMarkdown(report: Report): string {
  return [`# The live service on ${report.date}`, summaryOf(report), ...sectionsOf(report)].join("\n\n").concat("\n");
}

/** A run in a few lines for a terminal. The values that the service returned are printed for the fake only. */
export function resultAsText(result: SuiteResult): string {
  const { passed, failed, recorded, skipped } = countsOf(result);
  const head = `${result.target}: ${passed} passed, ${failed} failed, ${recorded} recorded, ${skipped} not run`;
  const lines = result.outcomes
    .filter(({ verdict }) => verdict !== "passed")
    .map((outcome) => outcomeAsText(outcome, result.target === "live"));
  return [head, ...lines].join("\n");
}

function summaryOf({ counts, leftBehind }: Report): string {
  const { passed, failed, recorded, skipped } = counts;
  const { remainingAgents, ...staying } = leftBehind;
  return [
    `${passed} cases passed, ${failed} failed, ${recorded} found an assumption wrong, ${skipped} were not run.`,
    `Left behind: ${remainingAgents} agents, ${lastingText(staying)}.`,
  ].join("\n");
}

function sectionsOf({ drift, questions, skipped }: Report): string[] {
  const answers = questions.map(({ assumption, question, expected, observed }) => [
    `\`${assumption}\``,
    question,
    expected,
    observed,
  ]);
  const reasons = skipped.map(({ name, reason }) => [name, reason]);
  return [
    `## What differs, and what should change\n\n${driftTable(drift)}`,
    `## Answers to open questions\n\n${tableOrNone(["row", "question", "assumed", "answered"], answers)}`,
    `## Not run\n\n${tableOrNone(["case", "reason"], reasons)}`,
  ];
}

function driftTable(drift: Report["drift"]): string {
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

/** The first difference of an outcome says what is wrong. */
function outcomeAsText({ case: testCase, verdict, drift: [first] }: CaseOutcome, isLive: boolean): string {
  const lines = [`  ${verdict}: ${testCase.name}`, `    ${first?.statement}`, `    ${first?.place}`];
  const actual = isLive ? undefined : first?.actual;
  return actual === undefined ? lines.join("\n") : [...lines, `    ${indented(actual)}`].join("\n");
}

function indented(value: unknown): string {
  return inspect(value, { depth: 6 }).replaceAll("\n", "\n    ");
}
