import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import WatchSequencer from "./scripts/watch-sequencer.ts";

export default defineConfig({
  // The packages are tested from their sources, by the paths of tsconfig.json.
  resolve: { tsconfigPaths: true },
  test: {
    // Tests named `*.built.test.ts` run what was built. `test:watch` leaves them out, for it does not build.
    include: ["packages/*/test/**/*.test.ts", "examples/*/test/**/*.test.{ts,tsx}", "scripts/test/**/*.test.ts"],
    // What tests share that run side by side: the browser, and a folder for the packed packages.
    globalSetup: ["./scripts/browser/global-setup.ts", "./scripts/test/packed-packages-setup.ts"],
    // One more than there are cores: many tests wait. By default there is one fewer, which doubles the time on two.
    maxWorkers: availableParallelism() + 1,
    // A test that hangs ends, and none ends because other programs keep the machine busy.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    ...(process.argv.includes("watch") && { sequence: { sequencer: WatchSequencer } }),
    reporters: ["default", "./scripts/summary-reporter.ts"],
  },
});
