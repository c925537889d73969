import { spawnSync } from "node:child_process";
import { atMost, type Benchmark } from "../harness/benchmark.ts";
import { rootPath } from "../harness/paths.ts";
import { exactly } from "../harness/samples.ts";

export const testCommand: Benchmark = {
  name: "test-command",
  title: "Time of the repository's tests",
  method: "Wall time of `npx -y pnpm@12 test`, once, with what it builds in the cache.",
  isSlow: true,
  async run() {
    const startMs = performance.now();
    const { status } = spawnSync("npx", ["-y", "pnpm@12", "test"], { cwd: rootPath(""), stdio: "ignore" });
    if (status !== 0) return { entries: [], targets: [], notes: ["The tests failed: not measured."] };
    const measured = exactly((performance.now() - startMs) / 1_000);
    return {
      entries: [{ name: "the whole command", value: measured, unit: "s" }],
      targets: [atMost(180, "s", { what: "the whole command", measured })],
    };
  },
};
