import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const demo = join(import.meta.dirname, "../src/demo.ts");
const { NO_COLOR: _, FORCE_COLOR: __, ...env } = process.env;
const { stdout: plain } = await promisify(execFile)(process.execPath, [demo], { env });

test("the demo shows each stage in order, then a scorecard, the status, and what to try next", () => {
  const lines = plain.trimEnd().split("\n");
  const stages = lines
    .map((line) => line.split(" ")[0])
    .filter((word) => /^(granting|upload|creat|completed)/.test(word ?? ""));
  expect(stages).toEqual(["granting", "uploading", "uploaded", "creating", "created", "completed"]);
  expect(plain).toMatch(/polling +reading 1: processing/);
  expect(plain).toContain("DISCOVERY: ");
  expect(lines).toContain("status: completed");
  expect(lines.slice(lines.indexOf("status: completed")).join(" ")).toContain("Next: ");
});

test("in a pipe the demo prints plain lines of at most 80 characters", () => {
  expect(plain.replaceAll("\n", "")).not.toMatch(/\p{Cc}/u);
  const lines = plain.split("\n");
  expect(Math.max(...lines.map((line) => line.length))).toBe(80);
});
