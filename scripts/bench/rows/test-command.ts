import { spawnSync } from "node:child_process";
import type { Benchmark } from "../harness/benchmark.ts";
import { rootFolder } from "../harness/folders.ts";
import { exactly } from "../harness/statistics.ts";

const longestOutputBytes = 2 ** 26;

export const testCommand: Benchmark = {
  name: "test-command",
  title: "Time of the repository's tests",
  method: "Wall time of `npx -y pnpm@12 test`, once, with what it builds in the cache.",
  isSlow: true,
  async run() {
    const startMs = performance.now();
    const options = { cwd: rootFolder, encoding: "utf8", maxBuffer: longestOutputBytes } as const;
    const { status, stdout, stderr } = spawnSync("npx", ["-y", "pnpm@12", "test"], options);
    const seconds = (performance.now() - startMs) / 1_000;
    return {
      entries: [{ name: "the whole command", value: exactly(seconds), unit: "s" }],
      targets: [],
      notes: status === 0 ? [] : ["The tests failed, so the time says little.", ...failuresOf(stdout + stderr)],
    };
  },
};

function failuresOf(output: string): string[] {
  return output.split("\n").filter((line) => line.includes(" FAIL "));
}
