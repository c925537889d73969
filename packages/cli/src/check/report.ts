/** The report of `call-analysis check`: for people, as JSON, and as a seed file. Pure. Nothing of an answer is in it. */
import type { Answer, Answers, Finding, ReadOperation } from "@call-analysis/contract-tests/read-only";
import { findingsIn } from "@call-analysis/contract-tests/read-only";
import { jsonText, wrapped } from "../output/text-width.js";
import type { Gap, ReadAnswers } from "./read-answers.js";

/** What a run of the check found. It can be shown to anybody. */
export interface CheckReport {
  /** The day of the run, as YYYY-MM-DD. */
  date: string;
  /** How many answers of each operation were compared with the contract. */
  checked: Partial<Record<ReadOperation, number>>;
  findings: readonly ReportedFinding[];
  notChecked: readonly ReportedGap[];
  /** Whether all that was asked for could be read. */
  isComplete: boolean;
  /** The settings with which the fake answers alike, as far as the findings tell. */
  policies: NonNullable<Finding["policies"]>;
}

type ReportedFinding = Finding & {
  /** What to do next. */
  next: string;
};

type ReportedGap = Gap & {
  /** Other operations of which the same is true. */
  alsoIn: ReadOperation[];
};

/** What was read, as a report. */
export function reportOf({ answers, gaps }: ReadAnswers, { date }: { date: string }): CheckReport {
  const findings = findingsIn(answers).map((finding) => ({ ...finding, next: nextOf(finding) }));
  const policies = Object.assign({}, ...findings.map((finding) => finding.policies).toReversed());
  const isLimited = answersIn(answers).some(({ status }) => status === 429);
  const isComplete = !isLimited && gaps.every(({ kind }) => kind === "nothing");
  return { date, checked: countsOf(answers), findings, notChecked: mergedGaps(gaps), isComplete, policies };
}

function countsOf(answers: Answers): CheckReport["checked"] {
  const counts: CheckReport["checked"] = {};
  for (const { operation } of answersIn(answers)) counts[operation] = (counts[operation] ?? 0) + 1;
  return counts;
}

function answersIn({ agents, categories, category, calls }: Answers): Answer[] {
  return [agents, categories, category, ...calls.map(({ answer }) => answer)].filter((answer) => answer !== undefined);
}

/** What keeps several answers from being read is told once. */
function mergedGaps(gaps: readonly Gap[]): ReportedGap[] {
  const unique = new Map<string, ReportedGap>();
  for (const gap of gaps) {
    const first = unique.get(gap.reason);
    if (!first) unique.set(gap.reason, { ...gap, alsoIn: [] });
    else if (first.operation !== gap.operation && !first.alsoIn.includes(gap.operation))
      first.alsoIn.push(gap.operation);
  }
  return [...unique.values()];
}

function nextOf({ kind, operation, place, status, row, setting, policies }: Finding): string {
  if (row === "rate-limits") return "Wait, and run it again. The policy rateLimit gives the fake a limit.";
  if (status !== undefined && status >= 500) return "Run it again later. If it stays so, ask whoever runs the service.";
  if (status !== undefined && operation === "getCategory") {
    return "The list of categories names it. Run it again, and if it stays so, open an issue with this report as JSON.";
  }
  if (status !== undefined)
    return "Check that --base-url is the service's address, and ends with a version such as /v1.";
  if (kind === "violation" && /^(?:body|header )/.test(place)) {
    return "Check that --base-url is the service's address, and that nothing in between answers for it.";
  }
  if (kind === "violation") return "Expect it in your code, and open an issue with this report as JSON.";
  if (policies) return "Give the fake this policy: --policies writes it into a seed file.";
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
  const { findings, notChecked, isComplete } = report;
  const violations = findings.filter(({ kind }) => kind === "violation");
  const assumptions = findings.filter(({ kind }) => kind === "assumption");
  const line = (text: string, indent = 0) => wrapped(text, { columns, indent });
  return [
    ...line(headOf(report)),
    ...(findings.length === 0 && isComplete ? line("Nothing departs from the contract or from the assumptions.") : []),
    ...section("The service departs from its specification here:", violations.map(violationLines)),
    ...section("The specification leaves these open, and the service answers otherwise than assumed:", [
      ...assumptions.map(assumptionLines),
    ]),
    ...section("Not checked:", notChecked.map(gapLines)),
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
  return counts.length === 0 ? "Nothing was read." : `Read: ${counts.join(", ")}. Nothing was created.`;
}

function violationLines({ operation, alsoIn, place, row, statement, source, next }: ReportedFinding): string[] {
  const open = row === null ? [] : [`Row: ${row}`];
  const what = statement.startsWith(place) ? [statement] : [place, statement];
  const [first = "", ...others] = what;
  return [`${operationsText(operation, alsoIn)}: ${first}`, ...others, `Shown in: ${source}`, ...open, `Next: ${next}`];
}

function assumptionLines(finding: ReportedFinding): string[] {
  const { operation, alsoIn, place, row, question, statement, policies, next } = finding;
  const policy = Object.entries(policies ?? {}).map(([name, value]) => `Policy: ${name}: ${jsonText(value)}`);
  return [
    `${row}, in ${operationsText(operation, alsoIn)}: ${place}`,
    ...(question ? [question] : []),
    statement,
    ...policy,
    `Next: ${next}`,
  ];
}

function gapLines({ operation, alsoIn, reason, next }: ReportedGap): string[] {
  return [operationsText(operation, alsoIn), reason, `Next: ${next}`];
}

function operationsText(operation: string, alsoIn: readonly string[]): string {
  return [operation, ...alsoIn].join(", ");
}

/** A seed file of the fake with the policies. @param path ends with `.json` for JSON, else it is YAML */
export function policiesText({ policies, date }: CheckReport, { path }: { path: string }): string {
  if (path.endsWith(".json")) return `${jsonText({ policies }, 2)}\n`;
  const lines = Object.entries(policies).map(([name, value]) => `  ${name}: ${jsonText(value)}\n`);
  const head = `# Written by call-analysis check on ${date}. With these policies the fake answers as the service did.\n`;
  return `${head}policies:${lines.length === 0 ? " {}\n" : `\n${lines.join("")}`}`;
}
