/** `call-analysis check`: compares the live service with the contract, without creating anything. */
import { type Comparison, compare, type Finding } from "../check/comparison.js";
import type { Context } from "../context.js";
import { type ExitCode, exitCodes } from "../errors.js";
import { print } from "../output/data.js";
import { type CommonFlags, openSession } from "../session.js";

/** The flags of `check`. */
export interface CheckFlags extends CommonFlags {
  call?: string[];
  category?: string;
}

/** How long all requests may take, in milliseconds: a run ends within a minute. */
const defaultTotalMs = 50_000;

/** Reads both lists, one category and some calls, and tells where they depart. Exits with 1 when the specification is violated. */
export async function check(flags: CheckFlags, context: Context): Promise<ExitCode> {
  const session = openSession(flags, context);
  const { client, baseUrl, reporter } = session;
  reporter.say(`Reads ${baseUrl}, and creates nothing.`);
  const totalMs = context.pauses?.checkMs ?? defaultTotalMs;
  const comparison = await compare(client, { categoryId: flags.category, callIds: [...new Set(flags.call)], totalMs });
  const { checked, findings, gaps: notChecked, isComplete } = comparison;
  // It quotes nothing of the service, so it can be shown to anybody.
  const report = { date: new Date().toISOString().slice(0, 10), checked, findings, notChecked, isComplete };
  await print(report, rowsOf(comparison), { ...session, view });
  reporter.say(summaryOf(comparison), { findings: findings.length });
  if (notChecked.some(({ kind }) => kind === "key")) return exitCodes.authentication;
  const isViolated = findings.some(({ kind }) => kind === "violation");
  return isViolated || !isComplete ? exitCodes.failed : exitCodes.ok;
}

type Row = Omit<Finding, "kind"> & { kind: string };

function rowsOf({ findings, gaps }: Comparison): Row[] {
  const missed = gaps.map(({ operation, reason }) => ({ kind: "not checked", operation, place: "", expected: reason }));
  return [...findings, ...missed];
}

function summaryOf({ checked, findings, isComplete }: Comparison): string {
  const counts = Object.entries(checked).map(([operation, count]) =>
    count > 1 ? `${count} × ${operation}` : operation,
  );
  if (counts.length === 0) return "There was nothing to compare.";
  const none = findings.length === 0 && isComplete ? " Nothing departs from the contract or from the assumptions." : "";
  return `Compared with the contract: ${counts.join(", ")}.${none}`;
}

const view = {
  fields: ["kind", "operation", "place", "expected"],
  columns: [
    { title: "What", text: ({ kind }: Row) => kind, isWhole: true },
    { title: "Where", text: ({ operation, place }: Row) => `${operation} ${place}`.trim() },
    { title: "Expected, or why not", text: ({ expected }: Row) => expected },
  ],
} as const;
