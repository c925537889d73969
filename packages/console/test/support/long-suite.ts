import { describe, test } from "vitest";
import { requiresLongTests } from "../../../../scripts/test-requirements.ts";

/** A suite in a file of its own. Where the long tests do not run, it is not loaded, and is one skipped test. */
export function longSuite(name: string, load: () => Promise<unknown>): void {
  if (requiresLongTests.skip) test(name, requiresLongTests, () => {});
  else describe(name, requiresLongTests, async () => void (await load()));
}
