import { readFile, writeFile } from "node:fs/promises";
import type { Outcome, RunResult } from "./run/outcome.ts";

/** When each operation was last found to be as documented, on the live service: YYYY-MM-DD, or never. */
export type Fidelity = Readonly<Record<string, string>>;

/** The file that says so in this repository. */
export const fidelityFile = new URL("../fidelity.json", import.meta.url);

/**
 * What a live run makes of it: the day for operations whose documented cases all passed, never for those
 * that departed, and what was for those that were not asked.
 */
export function fidelityAfter(before: Fidelity, { outcomes }: Pick<RunResult, "outcomes">, date: string): Fidelity {
  const entries = Object.entries(before).map(([operation, verified]) => {
    const ofOperation = outcomes.filter((outcome) => outcome.case.operation === operation);
    return [operation, verdictOf(ofOperation, date) ?? verified] as const;
  });
  return Object.fromEntries(entries);
}

/** Brings the file up to date after a live run. @param date YYYY-MM-DD */
export async function updateFidelity(file: URL | string, result: RunResult, date: string): Promise<void> {
  const before: Fidelity = JSON.parse(await readFile(file, "utf8"));
  await writeFile(file, `${JSON.stringify(fidelityAfter(before, result, date), null, 2)}\n`);
}

function verdictOf(outcomes: readonly Outcome[], date: string): string | undefined {
  if (outcomes.some(({ verdict }) => verdict === "failed")) return "never";
  return outcomes.some((outcome) => outcome.case.tag === "documented") ? date : undefined;
}
