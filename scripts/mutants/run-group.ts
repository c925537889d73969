/** Runs Stryker for the files of one group, with the group's tests. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import { Stryker } from "@stryker-mutator/core";
import { type MutantGroup, testsOf } from "./groups.ts";
import type { Mutant } from "./report.ts";

type StrykerOptions = ConstructorParameters<typeof Stryker>[0];
type StrykerMutant = Awaited<ReturnType<Stryker["runMutationTest"]>>[number];

/** Texts are not changed: what a message says is no promise. */
const textMutations = ["StringLiteral"];

/** What no test of a group reads; copying less starts sooner. */
const notCopied = ["/docs", "/examples", "/packages/*/dist", "/packages/{cli,console}", ".stryker"];

/** How the mutants of a group are tried. */
export interface RunGroupOptions {
  /** From the repository's root. */
  files: readonly string[];
  /** How many mutants are tried side by side. */
  workers: number;
}

/** Tries every mutant of the files. */
export async function runGroup(group: MutantGroup, { files, workers }: RunGroupOptions): Promise<Mutant[]> {
  process.env.MUTANT_TESTS = JSON.stringify(testsOf(group));
  const name = `${group.package}-${group.name.replaceAll(" ", "-")}`;
  const incrementalFile = `.stryker/${name}.json`;
  forgetSurvivors(incrementalFile);
  const mutants = await new Stryker(optionsOf({ files, workers }, incrementalFile)).runMutationTest();
  const sources = new Map<string, string>(files.map((file) => [file, readFileSync(file, "utf8")]));
  const known = mutants.filter(({ status }) => status !== "Ignored").map((mutant) => asMutant(mutant, sources));
  // The report of an earlier run has those of other files, too, but without their survivors.
  return known.filter(({ file }) => files.includes(file));
}

/** Stryker would not try those again that run when a module is loaded, although there are new tests. */
function forgetSurvivors(incrementalFile: string): void {
  if (!existsSync(incrementalFile)) return;
  const report: { files: Record<string, { mutants: { status: string }[] }> } = JSON.parse(
    readFileSync(incrementalFile, "utf8"),
  );
  for (const file of Object.values(report.files)) {
    file.mutants = file.mutants.filter(({ status }) => status === "Killed" || status === "Timeout");
  }
  writeFileSync(incrementalFile, JSON.stringify(report));
}

function optionsOf({ files, workers }: RunGroupOptions, incrementalFile: string): StrykerOptions {
  return {
    mutate: [...files],
    mutator: { excludedMutations: textMutations },
    testRunner: "vitest",
    plugins: ["@stryker-mutator/vitest-runner"],
    vitest: { configFile: "scripts/mutants/vitest.config.ts", related: false, pool: "threads" },
    coverageAnalysis: "perTest",
    // What runs when a module is loaded, such as the table of operations, decides as much as any function.
    ignoreStatic: false,
    // Generous, for a busy machine must not make a mutant look as if it hung.
    timeoutMS: 60_000,
    timeoutFactor: 4,
    concurrency: workers,
    incremental: true,
    incrementalFile,
    tempDirName: ".stryker/tmp",
    cleanTempDir: "always",
    ignorePatterns: notCopied,
    disableTypeChecks: false,
    reporters: ["progress-append-only"],
    allowConsoleColors: false,
    logLevel: "warn" as NonNullable<StrykerOptions["logLevel"]>,
  };
}

function asMutant(mutant: StrykerMutant, sources: ReadonlyMap<string, string>): Mutant {
  const file = relative(process.cwd(), mutant.fileName);
  const lines = (sources.get(file) ?? "").split("\n");
  const { start } = mutant.location;
  const change = `${shortened(originalOf(lines, mutant))} → ${shortened(mutant.replacement ?? "")}`;
  return { file, line: start.line, code: (lines[start.line - 1] ?? "").trim(), change, outcome: outcomeOf(mutant) };
}

/** Stryker counts a test that ran out of its time as one that failed. */
function outcomeOf({ status, statusReason = "" }: StrykerMutant): Mutant["outcome"] {
  if (status === "Timeout" || /^(?:Test|Hook) timed out in /.test(statusReason)) return "timed out";
  // A mutant that keeps a module from loading has an error, and no test that failed.
  return status === "Killed" || status === "RuntimeError" ? "killed" : "survived";
}

function originalOf(lines: readonly string[], { location: { start, end } }: StrykerMutant): string {
  const [first = "", ...others] = lines.slice(start.line - 1, end.line);
  if (others.length === 0) return first.slice(start.column - 1, end.column - 1);
  return [first.slice(start.column - 1), ...others.slice(0, -1), others.at(-1)?.slice(0, end.column - 1)].join(" ");
}

function shortened(code: string): string {
  const line = code.replace(/\s+/g, " ").trim();
  return line.length > 80 ? `${line.slice(0, 77)}...` : line;
}
