import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

test("the demo shows each stage in order, then a scorecard, and ends with the status", {
  timeout: 60_000,
}, async () => {
  const demo = join(import.meta.dirname, "../src/demo.ts");
  const { stdout } = await promisify(execFile)(process.execPath, [demo]);
  const lines = stdout.trimEnd().split("\n");
  const stages = lines
    .map((line) => line.split(" ")[0])
    .filter((word) => /^(granting|upload|creat|completed)/.test(word ?? ""));
  expect(stages).toEqual(["granting", "uploading", "uploaded", "creating", "created", "completed"]);
  expect(stdout).toMatch(/polling +reading 1: processing/);
  expect(stdout).toContain("DISCOVERY: ");
  expect(lines.at(-1)).toBe("status: completed");
});
