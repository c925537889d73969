/** `call-analysis check`: compares the live service with the contract, without creating anything. */
import { existsSync } from "node:fs";
import { journalPlace, withJournal } from "../analyze/command-journal.js";
import { readAnswers } from "../check/read-answers.js";
import { type CheckReport, reportJson, reportOf, reportText } from "../check/report.js";
import type { Context } from "../context.js";
import { UsageError } from "../errors.js";
import { type ExitCode, exitCodes } from "../exit-codes.js";
import { Reporter } from "../output/reporter.js";
import { writeText } from "../output/write-text.js";
import { type ConnectionFlags, connect } from "../settings/connection.js";

/** The flags of `check`. */
export interface CheckFlags extends ConnectionFlags {
  call?: string[];
  category?: string;
  journal?: string;
  csv?: boolean;
}

/** Without --call, so many calls of the journal are read. */
const mostOfJournal = 5;

/** How long all requests may take, in milliseconds: a run ends within a minute. */
const defaultTotalMs = 50_000;

/** Reads both lists, one category and some calls, and tells where they depart. Exits with 1 when the specification is violated. */
export async function check(flags: CheckFlags, context: Context): Promise<ExitCode> {
  if (flags.csv) throw new UsageError("check prints text, or JSON with --json.");
  const { baseUrl, apiKey } = connect(flags, context);
  const callIds = [...new Set(flags.call ?? (await callsOfJournal(flags.journal, { baseUrl, context })))];
  new Reporter(context, flags).say(`Reads ${baseUrl}, and creates nothing.`);
  const areNamed = flags.call !== undefined;
  const { checkMs: totalMs = defaultTotalMs, retryMs: pauseMs } = context.pauses ?? {};
  const service = { baseUrl, apiKey };
  const read = await readAnswers({ service, categoryId: flags.category, callIds, areNamed, totalMs, pauseMs });
  const report = reportOf(read, { date: new Date().toISOString().slice(0, 10) });
  const columns = Math.min(context.stdout.columns ?? 80, 100);
  await writeText(context.stdout, flags.json ? reportJson(report) : reportText(report, { columns }));
  return exitCodeOfReport(report);
}

/** A key that is refused counts most, and what could not be read as much as a violation. */
function exitCodeOfReport({ findings, notChecked, isComplete }: CheckReport): ExitCode {
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
