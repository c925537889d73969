import { readFile, writeFile } from "node:fs/promises";
import { documentedOperations } from "../contract/openapi-document.ts";
import type { CaseOutcome, SuiteResult } from "../run/run-cases.ts";

/** The day on which a live run last found each operation to be as documented: YYYY-MM-DD, or never, as for one that is missing. */
export type Fidelity = Readonly<Record<string, string>>;

/** The file of this repository that records it. */
export const fidelityFile = new URL("../../fidelity.json", import.meta.url);

/**
 * The fidelity after a live run. An operation gets the day when all its documented cases passed, `never` when
 * a case failed, and keeps its entry when it was not tested.
 */
export function fidelityAfter(before: Fidelity, { outcomes }: Pick<SuiteResult, "outcomes">, date: string): Fidelity {
  const operations = [...documentedOperations.map(({ operationId }) => operationId), "uploadRecording"];
  const entries = operations.map((operation) => {
    const ofOperation = outcomes.filter((outcome) => outcome.case.operation === operation);
    return [operation, verifiedOn(ofOperation, date) ?? before[operation] ?? "never"] as const;
  });
  return Object.fromEntries(entries);
}

const beginning = "<!-- verified: written by scripts/generate.ts from fidelity.json -->";
const end = "<!-- end of verified -->";

/** A page in which the sentence between the two marks says what was verified. @throws {RangeError} without the marks */
export function withVerified(page: string, fidelity: Fidelity): string {
  const [before, rest] = page.split(beginning);
  const [, after] = rest?.split(end) ?? [];
  if (before === undefined || after === undefined) throw new RangeError(`The page has no ${beginning}.`);
  return `${before}${beginning}${verifiedText(fidelity)}${end}${after}`;
}

/** What was verified on the live service, in bold. */
export function verifiedText(fidelity: Fidelity): string {
  const verified = Object.entries(fidelity).filter(([, day]) => day !== "never");
  if (verified.length === 0) return "**No operation has been verified on the live service yet.**";
  const days = verified.map(([operation, day]) => `\`${operation}\` (${day})`).join(", ");
  const others = Object.keys(fidelity).length - verified.length;
  const rest = others === 0 ? "" : ` ${others} of ${Object.keys(fidelity).length} operations have not been.`;
  return `**Verified on the live service: ${days}.${rest}**`;
}

/** Updates the file after a live run. @param date YYYY-MM-DD */
export async function updateFidelity(file: URL | string, result: SuiteResult, date: string): Promise<void> {
  const before: Fidelity = JSON.parse(await readFile(file, "utf8"));
  await writeFile(file, `${JSON.stringify(fidelityAfter(before, result, date), null, 2)}\n`);
}

function verifiedOn(outcomes: readonly CaseOutcome[], date: string): string | undefined {
  if (outcomes.some(({ verdict }) => verdict === "failed")) return "never";
  return outcomes.some((outcome) => outcome.case.tag === "documented") ? date : undefined;
}
