/** What tests need of a machine beside Node. Where it is missing they are skipped, and the summary says for want of what. */
import { spawnSync } from "node:child_process";
import type { TestOptions } from "vitest";

/** Something that a machine may not have. */
export interface Requirement {
  /** Its name, such as `redis-server`. */
  what: string;
  /** How to have it. */
  how: string;
}

declare module "vitest" {
  interface TaskMeta {
    /** What a test is skipped for. */
    missing?: Requirement;
  }
}

/** The options of a test, or of a suite, that cannot run here. */
export const skippedFor = (missing: Requirement): TestOptions => ({ skip: true, meta: { missing } });

/**
 * The options of a test, or of a suite, that needs something.
 *
 * @throws {Error} when it is missing and `CI` is set: there, nothing is skipped for want of a program
 */
export function requires({ isThere, ...missing }: Requirement & { isThere: boolean }): TestOptions {
  if (isThere) return {};
  if (process.env.CI) throw new Error(`${missing.what} is missing: ${missing.how}.`);
  return skippedFor(missing);
}

/** The options of a test that runs a program, which has the name of its Debian package. */
export const requiresProgram = (what: string): TestOptions =>
  requires({ what, how: `apt-get install ${what}`, isThere: spawnSync(what, ["--version"]).status === 0 });

/** The options of what takes so long that `.ci/run` alone runs it, and on a busy machine longer than other tests may. */
export const requiresLongTests: TestOptions = process.env.LONG_TESTS
  ? { timeout: 600_000 }
  : skippedFor({ what: "LONG_TESTS", how: "set LONG_TESTS=1, and it takes minutes more" });
