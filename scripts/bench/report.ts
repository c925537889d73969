/** Writes the results as a Markdown page. */
import { cpus } from "node:os";
import { ratioOf, type Samples, type Spread, spreadOf } from "./measure.ts";
import type { Row, Target } from "./rows.ts";

/** A row with what was measured; without samples, a program failed. */
export interface Result {
  row: Row;
  samples?: Samples;
}

/** @param versions such as `openapi-fetch 0.17.0`, of each peer */
export function report(results: readonly Result[], versions: readonly string[]): string {
  const date = new Date().toISOString().slice(0, 10);
  const model = cpus()[0]?.model.trim() ?? "unknown processor";
  const { versions: node, platform, arch } = process;
  return [
    "# Results",
    `Written by \`npx -y pnpm@12 bench\` on ${date}, and by nothing else. Node ${node.node}, ${platform}-${arch}, ${cpus().length} × ${model}.`,
    "Each number is a median, with its quartiles where it varies. Ratios are medians of the ratios within a round. The median decides whether a target is met.",
    table(["row", "side", "target", "measured", "met"], results.flatMap(targetLines)),
    ...results.map(section),
    `Beside: ${versions.join(", ")}.`,
    "",
  ].join("\n\n");
}

function targetLines({ row, samples }: Result): string[][] {
  return row.targets.map((target) => {
    const { key, name, unit, per = 1 } = row.figures.find((each) => each.key === target.figure) ?? row.figures[0];
    const shownUnit = target.beside === undefined ? unit : "×";
    const aim = `${target.direction ? "≥" : "≤"} ${withUnit(numberText(target.limit), shownUnit)}`;
    const { side, figure, beside } = target;
    const what = `${side}${figure ? `: ${name}` : ""}${beside ? `, in units of ${beside}` : ""}`;
    if (!samples) return [row.title, what, aim, "not measured", ""];
    const measured =
      beside === undefined ? divided(spreadOf(samples, side, key), per) : ratioOf(samples, [side, beside], key);
    return [row.title, what, aim, withUnit(spreadText(measured), shownUnit), metText(target, measured)];
  });
}

function metText({ direction, limit }: Target, { median }: Spread): string {
  return (direction ? median >= limit : median <= limit) ? "yes" : "**no**";
}

function section({ row, samples }: Result): string {
  const head = `## ${row.title}\n\n${row.method}`;
  return samples ? `${head}\n\n${sideTable(row, samples)}` : `${head}\n\n- Not measured: a program failed.`;
}

function sideTable({ sides, figures, reference }: Row, samples: Samples): string {
  const lines = Object.keys(sides).flatMap((side) =>
    figures.map(({ key, name, unit, per = 1 }) => {
      const label = figures.length === 1 ? side : `${side}: ${name}`;
      const cells = [label, withUnit(spreadText(divided(spreadOf(samples, side, key), per)), unit)];
      return reference ? [...cells, spreadText(ratioOf(samples, [side, reference], key))] : cells;
    }),
  );
  return table(["", "median", ...(reference ? ["ratio"] : [])], lines);
}

function divided({ median, low, high }: Spread, by: number): Spread {
  return { median: median / by, low: low / by, high: high / by };
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
  return value.toLocaleString("en", { maximumSignificantDigits: value < 1_000 ? 3 : 5 });
}

function withUnit(text: string, unit: string): string {
  return unit === "" ? text : `${text} ${unit}`;
}
