import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import type { Vitest } from "vitest/node";
import WaitingFilesFirst from "./scripts/waiting-files-first.ts";

const { ACCEPTANCE_PROJECT: givenProject, LONG_TESTS: areLongTestsRun } = process.env;

/** These share a process with others, which load the sources or the packed packages once: that takes half the time. */
const sharing = ["{packages,examples}/*/test/**/*.test.ts", "scripts/test/**/*.test.ts"];

/**
 * These of them need a process for each file: they take one module for another, hold much memory, collect garbage, or have a
 * page of jsdom.
 */
const separate = [
  "packages/sdk/test/client/schemas.test.ts",
  "packages/mock/test/adapters/msw-2.test.ts",
  "packages/mock/test/adapters/peer-versions.test.ts",
  "packages/mock/test/adapters/garbage-collection.test.ts",
  "packages/mock/test/store/large-recordings.test.ts",
  "examples/react-query/test/app.test.tsx",
];

/** Runs in jsdom. Without `LONG_TESTS` its tests are skipped, and jsdom is not loaded. */
const drawn = areLongTestsRun ? ["packages/console/test/drawn.test.ts"] : [];

/** These share a process with each other alone: they count its timers, and other files may leave some behind. */
const counting = [
  "packages/mock/test/domain/time.test.ts",
  "packages/mock/test/field-reports.test.ts",
  "packages/mock/test/journal/wait-for.test.ts",
  "packages/mock/test/service.test.ts",
  "packages/sdk/test/flow/stops.test.ts",
  "packages/sdk/test/flow/tolerance.test.ts",
  "packages/sdk/test/flow/waiting.test.ts",
  "packages/sdk/test/request/leftovers.test.ts",
  "packages/sdk/test/request/retry-rules.test.ts",
];

// `test:watch` does not build what the tests named `*.built.test.ts` run.
const isWatch = process.argv.includes("watch");
const built = isWatch ? ["**/*.built.test.ts"] : [];

/** For files that share a process: what a test leaves behind would change the next one, and the next file of its process. */
const sharedProcess = {
  isolate: false,
  setupFiles: ["./scripts/clean-start.ts"],
  restoreMocks: true,
  unstubEnvs: true,
  unstubGlobals: true,
};

/** The public tests on the packed packages; with `ACCEPTANCE_PROJECT`, on what that project has in its `node_modules`. */
function packed(): TestProjectInlineConfiguration {
  let vitest: Vitest | undefined;
  return {
    extends: true,
    resolve: { tsconfigPaths: false },
    plugins: [
      {
        name: "installed-packages",
        enforce: "pre",
        configureVitest(context) {
          vitest = context.vitest;
        },
        async resolveId(name) {
          if (!name.startsWith("@call-analysis/")) return undefined;
          const project = vitest?.getRootProject().getProvidedContext().installedProject ?? "";
          const installed = await this.resolve(name, join(project, "package.json"), { skipSelf: true });
          return installed ?? this.error(`${name} is not installed in ${project}`);
        },
      },
    ],
    test: {
      name: "packed",
      include: ["packages/{sdk,mock,cli}/test/public/**/*.test.ts"],
      provide: { isPacked: true },
      ...sharedProcess,
    },
  };
}

export default defineConfig({
  // The packages are tested from their sources, by the paths of tsconfig.json.
  resolve: { tsconfigPaths: true },
  // What React has in both of its builds.
  oxc: { jsx: { runtime: "automatic", development: false } },
  test: {
    projects: givenProject
      ? [packed()]
      : [
          {
            extends: true,
            test: {
              name: "isolated",
              include: separate,
              exclude: ["**/node_modules/**", ...built],
            },
          },
          { extends: true, test: { name: "drawn", include: drawn, environment: "jsdom" } },
          { extends: true, test: { name: "counting", include: counting, ...sharedProcess } },
          {
            extends: true,
            test: {
              name: "sharing",
              include: sharing,
              exclude: ["**/node_modules/**", ...separate, ...drawn, ...counting, ...built],
              ...sharedProcess,
            },
          },
          ...(areLongTestsRun ? [packed()] : []),
        ],
    // What tests share that run side by side: the browser, and the packed packages.
    globalSetup: ["./scripts/browser/global-setup.ts", "./scripts/test/packed-packages-setup.ts"],
    // More than there are cores: many tests wait, most of all the long ones. By default there is one fewer.
    maxWorkers: availableParallelism() + (areLongTestsRun ? 2 : 1),
    // A test that hangs ends, and none ends because other programs keep the machine busy.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    sequence: { sequencer: WaitingFilesFirst },
    reporters: ["default", "./scripts/summary-reporter.ts"],
  },
});
