import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/**
 * Tests of the fake and of the contract suite that need a process for each file: they take one module for another, load
 * other files of tests, hold much memory, or collect garbage.
 */
const separateTests = [
  "packages/mock/test/adapters/**/*.test.ts",
  "packages/mock/test/regressions/adapters.test.ts",
  "packages/mock/test/store/large-recordings.test.ts",
  "packages/contract-tests/test/specification.test.ts",
  "packages/contract-tests/test/client/specification.test.ts",
];

export default defineConfig({
  // The packages are tested from their sources, by the paths of tsconfig.json.
  resolve: { tsconfigPaths: true },
  test: {
    // Tests named `*.built.test.ts` run what was built. `test:watch` leaves them out, for it does not build.
    projects: [
      {
        extends: true,
        test: {
          name: "isolated",
          include: [
            "packages/!(mock|contract-tests)/test/**/*.test.ts",
            "examples/*/test/**/*.test.{ts,tsx}",
            "scripts/test/**/*.test.ts",
            ...separateTests,
          ],
        },
      },
      {
        extends: true,
        test: {
          name: "sharing",
          include: ["packages/{mock,contract-tests}/test/**/*.test.ts"],
          exclude: separateTests,
          // One file after the other in the same process, which loads the sources once: it takes half the time.
          isolate: false,
        },
      },
    ],
    // Finds the browser for the browser tests, before they start side by side.
    globalSetup: "./scripts/browser/global-setup.ts",
    // One more than there are cores: many tests wait. By default there is one fewer, which doubles the time on two.
    maxWorkers: availableParallelism() + 1,
    // A test that hangs ends, and none ends because other programs keep the machine busy.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    reporters: ["default", "./scripts/summary-reporter.ts"],
  },
});
