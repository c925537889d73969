/** `call-analysis check`: compares the live service with the contract, without creating anything. */
import { type Comparison, compare, type Finding, type Gap } from "../check/comparison.js";
import type { Context } from "../context.js";
import { type ExitCode, exitCodes } from "../errors.js";
import { print } from "../output/data.js";
import { type Column, tableText } from "../output/table.js";
import { type CommonFlags, openSession } from "../session.js";

type Flags = CommonFlags & { call?: string[]; category?: string };

/** How long all requests may take, in milliseconds, so that a run ends within a minute. */
const defaultTotalMs = 50_000;

/**
 * Reads both lists, one category and some calls, and reports the differences. Exits with 1 if the specification is
 * violated.
 */
export async function check(flags: Flags, context: Context): Promise<ExitCode> {
  const session = openSession(flags, context);
  const { client, baseUrl, reporter } = session;
  reporter.say(`Reading from ${baseUrl}. Nothing is created.`);
  const totalMs = context.pauses?.checkMs ?? defaultTotalMs;
  const comparison = await compare(client, { categoryId: flags.category, callIds: [...new Set(flags.call)], totalMs });
  const { checked, findings, gaps, isComplete } = comparison;
  const rows = [...findings, ...gaps.map(rowOfGap)];
  // It quotes nothing of the service, so it can be shown to anybody.
  const report = { date: new Date().toISOString().slice(0, 10), checked, findings, notChecked: gaps, isComplete };
  const page = (_report: object, room: number) => tableText(columns, rows, room);
  if (flags.csv) await print(rows, { ...session, view: { columns } });
  else await print([report], { ...session, view: { columns: [], page } });
  reporter.say(summaryOf(comparison), { findings: findings.length });
  const isViolated = findings.some(({ kind }) => kind === "violation");
  return isViolated || !isComplete ? exitCodes.failed : exitCodes.ok;
}

type Row = Omit<Finding, "kind"> & { kind: string };

function rowOfGap({ operation, reason }: Gap): Row {
  return { kind: "not checked", operation, place: "", expected: reason };
}

function summaryOf({ checked, findings, isComplete }: Comparison): string {
  const operations = Object.keys(checked).join(", ");
  if (operations === "") return "Nothing to compare.";
  const none = findings.length === 0 && isComplete ? " No differences from the specification or the assumptions." : "";
  return `Compared with the specification: ${operations}.${none}`;
}

const columns: readonly Column<Row>[] = [
  { title: "What", text: ({ kind }) => kind, isWhole: true },
  { title: "Where", text: ({ operation, place }) => `${operation} ${place}`.trim() },
  { title: "Expected, or reason", text: ({ expected }) => expected },
];
