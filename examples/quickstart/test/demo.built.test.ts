import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const { NO_COLOR: _, FORCE_COLOR: __, ...environment } = process.env;

/** Runs the demo with its output in a pipe. */
async function runDemo(variables: NodeJS.ProcessEnv = {}): Promise<string> {
  const demo = join(import.meta.dirname, "../src/demo.ts");
  const { stdout } = await promisify(execFile)(process.execPath, [demo], { env: { ...environment, ...variables } });
  return stdout;
}

const [plain, coloured] = await Promise.all([runDemo(), runDemo({ FORCE_COLOR: "1" })]);

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
  const lines = plain.split("\n").filter((line) => !line.includes("http"));
  expect(Math.max(...lines.map((line) => line.length))).toBe(80);
});

test("FORCE_COLOR colours a pipe too, and writes no line over", () => {
  expect(coloured).toContain("\u001b[1m");
  expect(coloured).not.toContain("\u001b[1A");
});
