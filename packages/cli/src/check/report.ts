/** The report of `call-analysis check`: for people, as JSON, and as a seed file. Pure. Nothing of an answer is in it. */
import { isDeepStrictEqual } from "node:util";
import type { Answer, Answers, Finding, ReadOperation } from "@call-analysis/contract-tests/read-only";
import { compare } from "@call-analysis/contract-tests/read-only";
import { jsonText, wrapped } from "../output/text-width.js";
import { type Gap, gapOfAnswer, gapOfCall } from "./gaps.js";
import type { ReadAnswers } from "./read-answers.js";

/** What a run of the check found. It can be shown to anybody. */
export interface CheckReport {
  /** The day of the run, as YYYY-MM-DD. */
  date: string;
  /** How many answers of each operation were compared with the contract, because there was something to compare. */
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
export function reportOf({ answers, callIds, ...read }: ReadAnswers, { date }: { date: string }): CheckReport {
  const { compared, calls, ...comparison } = compare(answers);
  const findings = comparison.findings.map((finding) => ({ ...finding, next: nextOf(finding) }));
  const policies = Object.assign({}, ...findings.map((finding) => finding.policies).toReversed());
  const ofCalls = answers.calls.flatMap(({ callId }, position) => {
    const which = { index: callIds.indexOf(callId), count: callIds.length, isNamed: read.areNamed };
    return gapOfCall(calls[position] ?? "unread", which) ?? [];
  });
  const ofAnswers = answersIn(answers).filter((answer) => !compared.includes(answer));
  const notChecked = mergedGaps([...ofAnswers.map(gapOfAnswer), ...read.gaps, ...ofCalls]);
  const isComplete = notChecked.every(({ kind }) => kind === "nothing");
  return { date, checked: countsOf(compared), findings, notChecked, isComplete, policies };
}

function countsOf(answers: readonly Answer[]): CheckReport["checked"] {
  const counts: CheckReport["checked"] = {};
  for (const { operation } of answers) counts[operation] = (counts[operation] ?? 0) + 1;
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
  if (row === "further-fields") {
    return "The client returns them too. call-analysis with --json shows their names, if your code is to use them.";
  }
  if (row === "call-statuses" && !policies) {
    return "See it with call-analysis calls get ID. Tell the client by poll.classify what the status means.";
  }
  if (status !== undefined) return nextAfterStatus(status, operation);
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

function nextAfterStatus(status: number, operation: ReadOperation): string {
  if (status >= 500 || status === 408) return "Run it again later. If it stays so, ask whoever runs the service.";
  if (status >= 300 && status < 400) {
    return "No redirect is followed. Check that --base-url is the service's own address, with https, and no page to log in.";
  }
  if (status < 300) return "Expect it in your code, and open an issue with this report as JSON.";
  if (status === 404 && operation === "getCategory") {
    return "The list of categories names it. Run it again, and if it stays so, open an issue with this report as JSON.";
  }
  if (status === 404) return "Check that --base-url is the service's address, and ends with a version such as /v1.";
  return "Ask whoever runs the service why it refuses to be read, and check --base-url.";
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
  const compared =
    counts.length === 0 ? "There was nothing to compare" : `Compared with the contract: ${counts.join(", ")}`;
  return `${compared}. Nothing was created.`;
}

function violationLines({ operation, alsoIn, place, row, rows, statement, source, next }: ReportedFinding): string[] {
  const open = row === null ? [] : [`Row: ${row}`];
  const said = rows ? `${statement}, in ${rows.departing} of ${rows.all} rows` : statement;
  const what = statement.startsWith(place) ? [said] : [place, said];
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

/** What the policies are good for: they make the fake answer alike in everything, in something, or in nothing. */
export function policiesMeaning({ findings, policies }: CheckReport): string {
  // Two findings may name one policy and different values.
  const isKept = ([name, value]: [string, unknown]) => isDeepStrictEqual(Reflect.get(policies, name), value);
  const ofPolicies = findings.filter((finding) => finding.policies && Object.entries(finding.policies).every(isKept));
  const [all, found] = [findings.length, ofPolicies.length];
  if (Object.keys(policies).length === 0)
    return "No finding has a policy, so with this file the fake answers as without it.";
  if (found === all) return "With these policies the fake answers as the service did, in all that was found.";
  return `With these policies the fake answers as the service did in ${found} of ${all} findings. The others have no policy.`;
}

/** A seed file of the fake with the policies. @param path ends with `.json` for JSON, else it is YAML */
export function policiesText(report: CheckReport, { path }: { path: string }): string {
  const { policies, date } = report;
  if (/\.json$/i.test(path)) return `${jsonText({ policies }, 2)}\n`;
  const lines = Object.entries(policies).map(([name, value]) => `  ${name}: ${jsonText(value)}\n`);
  const head = `# Written by call-analysis check on ${date}.\n# ${policiesMeaning(report)}\n`;
  return `${head}policies:${lines.length === 0 ? " {}\n" : `\n${lines.join("")}`}`;
}
