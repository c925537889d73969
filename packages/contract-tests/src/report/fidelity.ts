import { readFile, writeFile } from "node:fs/promises";
import { documentedOperations } from "../contract/openapi-document.ts";
import type { SuiteResult } from "../run/run-cases.ts";
import type { Fidelity } from "./verified-text.ts";

/** The file of this repository that records it. */
export const fidelityFile = new URL("../../fidelity.json", import.meta.url);

/**
 * The fidelity after a live run. An operation gets the day when all its documented cases passed, loses its entry when
 * a case failed, and keeps it when it was not tested.
 */
export function fidelityAfter(before: Fidelity, { outcomes }: Pick<SuiteResult, "outcomes">, date: string): Fidelity {
  const operations = [...documentedOperations.map(({ operationId }) => operationId), "uploadRecording"];
  const entries = operations.flatMap((operation) => {
    const ofOperation = outcomes.filter((outcome) => outcome.case.operation === operation);
    if (ofOperation.some(({ verdict }) => verdict === "failed")) return [];
    const isVerified = ofOperation.some((outcome) => outcome.case.tag === "documented");
    const day = isVerified ? date : before[operation];
    return day === undefined ? [] : [[operation, day] as const];
  });
  return Object.fromEntries(entries);
}

/** Updates the file after a live run. @param date YYYY-MM-DD */
export async function updateFidelity(file: URL | string, result: SuiteResult, date: string): Promise<void> {
  const before: Fidelity = JSON.parse(await readFile(file, "utf8"));
  await writeFile(file, `${JSON.stringify(fidelityAfter(before, result, date), null, 2)}\n`);
}
