import { readFileSync } from "node:fs";
import { parse } from "yaml";

/** A change that no test notices, and why it may stay unnoticed: an entry of `accepted-survivors.yaml`. */
export interface AcceptedSurvivor {
  /** From the repository's root. */
  file: string;
  /** The source's line on which the change begins, without its indentation. */
  code?: string;
  /** In place of it, a regular expression for several such lines. */
  pattern?: string;
  /** What is changed into what, as the run prints it. */
  change: string;
  reason: string;
}

/** Whether a line, without its indentation, is one that an accepted survivor names. */
export function isOf({ code, pattern }: AcceptedSurvivor, line: string): boolean {
  return pattern === undefined ? code === line : new RegExp(pattern).test(line);
}

// The file has this form: mutants.test.ts checks each entry.
const byFile: Record<string, Omit<AcceptedSurvivor, "file">[]> = parse(
  readFileSync(new URL("accepted-survivors.yaml", import.meta.url), "utf8"),
);

/** The changes that may survive. */
export const acceptedSurvivors: readonly AcceptedSurvivor[] = Object.entries(byFile).flatMap(([file, entries]) =>
  entries.map((entry) => ({ file, ...entry })),
);
