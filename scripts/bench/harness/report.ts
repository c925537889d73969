/** The results as Markdown: the targets first, then each row with all its sides. */
import { cpus } from "node:os";
import { type Benchmark, type Entry, type Findings, isMet, type Spread, type Target } from "./benchmark.ts";

/** A row, with what it has found or why it found nothing. */
export interface Row {
  benchmark: Benchmark;
  findings: Findings | undefined;
  failure?: string;
}

/** What the numbers depend on. */
export interface Circumstances {
  /** The peers, such as `openapi-fetch 0.17.0`. */
  versions: readonly string[];
  /** What keeps a row from its target, by the row's name. */
  knownMisses: Readonly<Record<string, string>>;
}

export function report(rows: readonly Row[], { versions, knownMisses }: Circumstances): string {
  const date = new Date().toISOString().slice(0, 10);
  return [
    "# Results",
    `Written by \`npx -y pnpm@12 bench\` on ${date}, and by nothing else. ${machine()}.`,
    "Each number is a median, with its quartiles where it varies. Ratios are medians of the ratios within a round. The median decides whether a target is met.",
    targetTable(rows),
    ...rows.map((row) => section(row, knownMisses[row.benchmark.name])),
    `Beside: ${versions.join(", ")}.`,
    "",
  ].join("\n\n");
}

/** Where the numbers come from, for whoever compares them with others. */
function machine(): string {
  const processors = cpus();
  const model = processors[0]?.model.trim() ?? "unknown processor";
  return `Node ${process.versions.node}, ${process.platform}-${process.arch}, ${processors.length} × ${model}`;
}

function targetTable(rows: readonly Row[]): string {
  const lines = rows.flatMap(({ benchmark, findings }) =>
    (findings?.targets ?? []).map((target) => targetLine(benchmark.title, target)),
  );
  return table(["row", "what", "target", "measured", "met"], lines);
}

function targetLine(title: string, target: Target): string[] {
  const { what, direction, limit, unit, measured } = target;
  const aim = `${direction === "at most" ? "≤" : "≥"} ${withUnit(numberText(limit), unit)}`;
  return [title, what, aim, withUnit(spreadText(measured), unit), isMet(target) ? "yes" : "**no**"];
}

function section({ benchmark, findings, failure }: Row, limit: string | undefined): string {
  const { title, method } = benchmark;
  const isMissed = findings?.targets.some((target) => !isMet(target)) ?? false;
  const remarks = [...(findings?.notes ?? []), ...(failure ? [`Failed: ${failure}`] : [])];
  return [
    `## ${title}`,
    method,
    ...(findings && findings.entries.length > 0 ? [entryTable(findings.entries)] : []),
    ...(remarks.length > 0 ? [remarks.map((remark) => `- ${remark}`).join("\n")] : []),
    ...(isMissed && limit ? [`What limits it: ${limit}`] : []),
  ].join("\n\n");
}

function entryTable(entries: readonly Entry[]): string {
  const hasRatios = entries.some(({ ratio }) => ratio !== undefined);
  const lines = entries.map(({ name, value, unit, ratio }) => {
    const cells = [name, withUnit(spreadText(value), unit)];
    return hasRatios ? [...cells, ratio ? spreadText(ratio) : ""] : cells;
  });
  return table(["", "median", ...(hasRatios ? ["ratio"] : [])], lines);
}

function table(head: readonly string[], lines: readonly string[][]): string {
  const rule = head.map((_, column) => (column === 0 ? "---" : "---:"));
  return [head, rule, ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** Such as `1.02 (0.99–1.06)`; what has no spread is shown without one. */
function spreadText({ median, low, high }: Spread): string {
  const [middle, from, to] = [median, low, high].map(numberText);
  return from === to ? `${middle}` : `${middle} (${from}–${to})`;
}

/** Three digits that count, and no point where there is nothing behind it. */
function numberText(value: number): string {
  if (!Number.isFinite(value)) return "–";
  const digits = value === 0 ? 0 : Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toLocaleString("en", { maximumFractionDigits: Math.min(digits, 3) });
}

function withUnit(text: string, unit: string): string {
  return unit === "" ? text : `${text} ${unit}`;
}
