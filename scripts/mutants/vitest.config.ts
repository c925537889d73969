/** The tests of one group of mutants, which `test:mutants` names in `MUTANT_TESTS`. */
import { matchesGlob } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const tests: string[] = JSON.parse(process.env.MUTANT_TESTS ?? "[]");

/** The cheap tests first: a mutant that they notice never reaches the others. */
class InListedOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((left, right) => placeOf(left) - placeOf(right));
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  return tests.findIndex((glob) => matchesGlob(moduleId, `**/${glob}`));
}

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    include: tests,
    sequence: { sequencer: InListedOrder },
    // None of these tests takes more than a few seconds. What a mutant makes hang ends here, and is reported apart.
    testTimeout: 10_000,
    hookTimeout: 10_000,
    reporters: [],
    // As where all tests run.
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
  },
});
