/** `call-analysis check`: compares the live service with the contract, without creating anything. */
import { existsSync } from "node:fs";
import { journalPlace, withJournal } from "../analyze/command-journal.js";
import { type Gap, type ReadOperation, readAnswers } from "../check/answers.js";
import { type Finding, findingsOf } from "../check/findings.js";
import type { Context } from "../context.js";
import { UsageError } from "../errors.js";
import { type ExitCode, exitCodes } from "../exit-codes.js";
import { Reporter } from "../output/reporter.js";
import { jsonText, wrapped } from "../output/text-width.js";
import { writeText } from "../output/write-text.js";
import { type ConnectionFlags, connect } from "../settings/connection.js";

/** The flags of `check`. */
export interface CheckFlags extends ConnectionFlags {
  call?: string[];
  category?: string;
  journal?: string;
  csv?: boolean;
}

/** What a run found. It quotes nothing of the service, so it can be shown to anybody. */
interface CheckReport {
  /** The day of the run, as YYYY-MM-DD. */
  date: string;
  /** How many answers of each operation were compared. */
  checked: Partial<Record<ReadOperation, number>>;
  findings: Finding[];
  notChecked: Gap[];
  /** Whether all that was asked for could be read. */
  isComplete: boolean;
}

/** Without --call, so many calls of the journal are read. */
const mostOfJournal = 5;

/** How long all requests may take, in milliseconds: a run ends within a minute. */
const defaultTotalMs = 50_000;

/** Reads both lists, one category and some calls, and tells where they depart. Exits with 1 when the specification is violated. */
export async function check(flags: CheckFlags, context: Context): Promise<ExitCode> {
  if (flags.csv) throw new UsageError("check prints text, or JSON with --json.");
  const { client, baseUrl } = connect(flags, context);
  const callIds = [...new Set(flags.call ?? (await callsOfJournal(flags.journal, { baseUrl, context })))];
  new Reporter(context, flags).say(`Reads ${baseUrl}, and creates nothing.`);
  const totalMs = context.pauses?.checkMs ?? defaultTotalMs;
  const read = await readAnswers({ client, categoryId: flags.category, callIds, totalMs });
  const { findings, gaps } = findingsOf(read);
  const notChecked = uniqueGaps([...read.gaps, ...gaps]);
  const checked: CheckReport["checked"] = {};
  for (const { operation } of read.answers) checked[operation] = (checked[operation] ?? 0) + 1;
  const isComplete = read.unusable.length === 0 && notChecked.every(({ kind }) => kind === "nothing");
  const report = { date: new Date().toISOString().slice(0, 10), checked, findings, notChecked, isComplete };
  const columns = Math.min(context.stdout.columns ?? 80, 100);
  await writeText(context.stdout, flags.json ? `${jsonText(report, 2)}\n` : reportText(report, columns));
  if (notChecked.some(({ kind }) => kind === "key")) return exitCodes.authentication;
  const isViolated = findings.some(({ kind }) => kind === "violation");
  return isViolated || !isComplete ? exitCodes.failed : exitCodes.ok;
}

/** The ids of the first calls of a journal. @throws {UsageError} when the journal that was named is not there */
async function callsOfJournal(
  named: string | undefined,
  { baseUrl, context }: { baseUrl: string; context: Context },
): Promise<string[]> {
  const { path } = journalPlace(named, { baseUrl, context });
  if (!existsSync(path)) {
    if (named === undefined) return [];
    throw new UsageError(`--journal: ${named} is not there.`, { hint: "analyze says where its journal is." });
  }
  const entries = await withJournal({ path }, (journal) => journal.entries());
  return entries.flatMap(({ callId }) => callId ?? []).slice(0, mostOfJournal);
}

function uniqueGaps(gaps: readonly Gap[]): Gap[] {
  return [...new Map(gaps.map((gap) => [`${gap.operation} ${gap.reason}`, gap])).values()];
}

function reportText({ checked, findings, notChecked, isComplete }: CheckReport, columns: number): string {
  const counts = Object.entries(checked).map(([operation, count]) =>
    count > 1 ? `${count} × ${operation}` : operation,
  );
  const head =
    counts.length === 0 ? "There was nothing to compare" : `Compared with the contract: ${counts.join(", ")}`;
  const section = (title: string, items: readonly [first: string, second: string][]) =>
    items.length === 0
      ? []
      : ["", ...line(title), ...items.flatMap(([first, second]) => [...line(first, 2), ...line(second, 4)])];
  const line = (text: string, indent = 0) => wrapped(text, { columns, indent });
  const found = (kind: Finding["kind"]) =>
    findings
      .filter((finding) => finding.kind === kind)
      .map(({ operation, place, expected }): [string, string] => [`${operation} ${place}`, `Expected: ${expected}`]);
  const lines = [
    ...line(`${head}. Nothing was created.`),
    ...(findings.length === 0 && isComplete ? line("Nothing departs from the contract or from the assumptions.") : []),
    ...section("The service departs from its specification here:", found("violation")),
    ...section(
      "The specification leaves these open, and the service answers otherwise than assumed:",
      found("assumption"),
    ),
    ...section(
      "Not checked:",
      notChecked.map(({ operation, reason }) => [operation, reason]),
    ),
  ];
  return lines.map((text) => `${text}\n`).join("");
}
