import type { RuntimeName } from "./runtimes.ts";
import type { Trial } from "./trial.ts";

/** A consumer of the packages, installed once for all rows that use it. */
export interface Project {
  name: string;
  /** Folders of `scripts/consumers`, which are copied into one. */
  consumers: string[];
  /** From npm, besides our own. */
  packages: string[];
}

/** Why a cell of the table does not say "yes" alone. */
export interface Exception {
  /** What is tried must work for "yes", and fail for "no". For "–" nothing is tried. */
  cell: "yes" | "no" | "–";
  /** A sentence below the table. */
  because: string;
}

/** A row of the table: the packages with one version of one tool, on each runtime. */
export interface Row {
  /** For `--only`; rows may share it. */
  name: string;
  /** As the table has it, with the version. */
  title: string;
  project: Project;
  /** Runs once, before the runtimes. */
  prepare?(project: string): Promise<void>;
  /** @throws when the combination does not work */
  attempt(trial: Trial): Promise<void>;
  exceptions: Partial<Record<RuntimeName, Exception>>;
}

/** It is tried, and must fail: a combination that begins to work loses its exception. */
export function fails(because: string): Exception {
  return { cell: "no", because };
}

/** What is tried works, and something else does not. */
export function isLimited(because: string): Exception {
  return { cell: "yes", because };
}

/** There is nothing to try. */
export function notApplicable(because: string): Exception {
  return { cell: "–", because };
}
