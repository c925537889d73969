/** The report of `call-analysis check`: for people, and as JSON. Pure. Nothing of an answer is in it. */
import {
  type Answer,
  compare,
  type Finding,
  nextAfter,
  type ReadOperation,
} from "@call-analysis/contract-tests/read-only";
import { jsonText, wrapped } from "../output/text-width.js";
import { type Gap, gapOfCall } from "./gaps.js";
import type { ReadAnswers } from "./read-answers.js";

/** What a run of the check found. It can be shown to anybody. */
export interface CheckReport {
  /** The day of the run, as YYYY-MM-DD. */
  date: string;
  /** How many answers of each operation were compared with the contract, because there was something to compare. */
  checked: Partial<Record<ReadOperation, number>>;
  findings: readonly ReportedFinding[];
  notChecked: readonly ReportedGap[];
  /** Whether all that was asked for could be read and compared. */
  isComplete: boolean;
  /** How many calls were asked for. */
  callCount: number;
  /** The settings with which the fake answers alike, as far as the findings tell. */
  policies: NonNullable<Finding["policies"]>;
}

type ReportedFinding = Finding & {
  /** What to do next. */
  next: string;
};

type ReportedGap = Omit<Gap, "call"> & {
  /** Other operations of which the same is true. */
  alsoIn: ReadOperation[];
  /** The positions of the calls that it is about, from 1; only when it is about calls that were asked for. */
  calls?: number[];
};

/** What was read, as a report. */
export function reportOf({ answers, callIds, gaps }: ReadAnswers, { date }: { date: string }): CheckReport {
  const { compared, calls, ...comparison } = compare(answers);
  const isAddressRight = compared.length > 0;
  const findings = comparison.findings.map((finding) => ({ ...finding, next: nextOf(finding, { isAddressRight }) }));
  const policies = Object.assign({}, ...findings.map((finding) => finding.policies));
  const ofCalls = answers.calls.flatMap(({ answer: { call } }, at) => {
    const gap = gapOfCall(calls[at] ?? "unread");
    return gap && call !== undefined ? [{ ...gap, call }] : [];
  });
  const notChecked = mergedGaps([...gaps, ...ofCalls]);
  const isComplete =
    notChecked.every(({ kind }) => kind === "nothing") && findings.every(({ notCompared }) => notCompared.length === 0);
  return { date, checked: countsOf(compared), findings, notChecked, isComplete, callCount: callIds.length, policies };
}

function countsOf(answers: readonly Answer[]): CheckReport["checked"] {
  const counts: CheckReport["checked"] = {};
  for (const { operation } of answers) counts[operation] = (counts[operation] ?? 0) + 1;
  return counts;
}

/** What keeps several answers from being read is told once. */
function mergedGaps(gaps: readonly Gap[]): ReportedGap[] {
  const unique = new Map<string, ReportedGap>();
  for (const { call, ...gap } of gaps) {
    const first = unique.get(gap.reason) ?? { ...gap, alsoIn: [] };
    unique.set(gap.reason, first);
    if (first.operation !== gap.operation && !first.alsoIn.includes(gap.operation)) first.alsoIn.push(gap.operation);
    if (call !== undefined) first.calls = [...(first.calls ?? []), call].sort((one, other) => one - other);
  }
  return [...unique.values()];
}

function nextOf(finding: Finding, { isAddressRight }: { isAddressRight: boolean }): string {
  const { kind, operation, status, row, setting, policies, isMixed, notCompared, retryAfterMs, statement } = finding;
  if (row === "rate-limits") {
    const again = nextAfter({ status: 429, retryAfterMs }, { isAddressRight });
    const next = notCompared.length > 0 ? again : "Nothing is missing: it was asked for again after the pause.";
    return `${next} The policy rateLimit gives the fake a limit.`;
  }
  if (row === "further-fields") {
    return "The client returns them too. call-analysis with --json shows their names, if your code is to use them.";
  }
  if (row === "call-statuses" && !policies) {
    return "See it with call-analysis calls get ID. Tell the client by poll.classify what the status means.";
  }
  const isUnread = notCompared.includes(operation) && (status === undefined || status >= 300);
  if (isUnread) return nextAfter({ status: status ?? 200, retryAfterMs, statement }, { isAddressRight });
  if (kind === "violation") return "Expect it in your code, and open an issue with this report as JSON.";
  if (isMixed)
    return "The answers differ, so no policy makes the fake answer as all of them. Expect each in your code.";
  if (policies) return "Give the fake this policy, in a seed file.";
  if (row === "criterion-results") {
    return `Set the fake's policy ${setting} to the words that call-analysis calls get shows.`;
  }
  return "No policy makes the fake answer alike. Open an issue with this report as JSON.";
}

/** The whole report as JSON. */
export function reportJson(report: CheckReport): string {
  return `${jsonText(report, 2)}\n`;
}

/** The report for a terminal, in lines of at most so many columns. */
export function reportText(report: CheckReport, { columns }: { columns: number }): string {
  const { findings, notChecked, isComplete, callCount } = report;
  const violations = findings.filter(({ kind }) => kind === "violation");
  const assumptions = findings.filter(({ kind }) => kind === "assumption");
  const line = (text: string, indent = 0) => wrapped(text, { columns, indent });
  return [
    ...line(headOf(report)),
    ...(findings.length === 0 && isComplete ? line("Nothing departs from the contract or from the assumptions.") : []),
    ...section(
      "The service departs from its specification here:",
      violations.map((finding) => violationLines(finding, callCount)),
    ),
    ...section("The specification leaves these open, and the service answers otherwise than assumed:", [
      ...assumptions.map((finding) => assumptionLines(finding, callCount)),
    ]),
    ...section(
      "Not checked:",
      notChecked.map((gap) => gapLines(gap, callCount)),
    ),
  ]
    .map((text) => `${text}\n`)
    .join("");

  function section(title: string, items: readonly string[][]): string[] {
    if (items.length === 0) return [];
    const lines = items.flatMap(([first = "", ...others]) => [
      "",
      ...line(first, 2),
      ...others.flatMap((text) => line(text, 4)),
    ]);
    return ["", ...line(title), ...lines];
  }
}

function headOf({ checked }: CheckReport): string {
  const counts = Object.entries(checked).map(([operation, count]) =>
    count > 1 ? `${count} × ${operation}` : operation,
  );
  const compared =
    counts.length === 0 ? "There was nothing to compare" : `Compared with the contract: ${counts.join(", ")}`;
  return `${compared}. Nothing was created.`;
}

function violationLines(finding: ReportedFinding, callCount: number): string[] {
  const { place, row, statement, source, calls } = finding;
  const [first = "", ...others] = statement.startsWith(place) ? [statement] : [place, statement];
  return [
    `${operationsText(finding)}${whichText(calls?.which, callCount)}: ${first}`,
    ...others,
    `Shown in: ${source}`,
    ...(row === null ? [] : [`Row: ${row}`]),
    ...endLines(finding, callCount),
  ];
}

function assumptionLines(finding: ReportedFinding, callCount: number): string[] {
  const { place, row, question, statement, policies, calls } = finding;
  const policy = Object.entries(policies ?? {}).map(([name, value]) => `Policy: ${name}: ${jsonText(value)}`);
  return [
    `${row}, in ${operationsText(finding)}${whichText(calls?.which, callCount)}: ${place}`,
    ...(question ? [question] : []),
    statement,
    ...policy,
    ...endLines(finding, callCount),
  ];
}

function endLines({ notCompared, calls, next }: ReportedFinding, callCount: number): string[] {
  const which = notCompared.some((what) => what.startsWith("getCallAnalysis"))
    ? whichText(calls?.which, callCount)
    : "";
  return [...(notCompared.length > 0 ? [`Not compared: ${notCompared.join(", ")}${which}`] : []), `Next: ${next}`];
}

function gapLines({ calls, reason, next, ...gap }: ReportedGap, callCount: number): string[] {
  return [`${operationsText(gap)}${whichText(calls, callCount)}`, reason, `Next: ${next}`];
}

/** Which calls something is about, unless it is about all of them. */
function whichText(calls: readonly number[] = [], callCount: number): string {
  if (calls.length === 0 || calls.length === callCount) return "";
  return `, call${calls.length === 1 ? "" : "s"} ${calls.join(", ")} of ${callCount}`;
}

function operationsText({ operation, alsoIn }: Pick<Finding, "operation" | "alsoIn">): string {
  return [operation, ...alsoIn].join(", ");
}
