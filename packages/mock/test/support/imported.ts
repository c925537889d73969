/** Runs `call-analysis-mock import` in this process, with a key in the environment, and files in a folder that is removed. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, vi } from "vitest";
import { temporaryFolder } from "./built.js";
import { runCommand } from "./run-command.js";

export const key = "live-key-4711";

/** What the tests of a file share. */
export function importTests() {
  const folder = temporaryFolder();
  let files = 0;
  beforeEach(() => void vi.stubEnv("CALL_ANALYSIS_API_KEY", key));
  afterEach(() => void vi.unstubAllEnvs());
  afterAll(() => rmSync(folder, { recursive: true }));
  return {
    folder,
    newPath(extension = "yaml"): string {
      files += 1;
      return join(folder, `imported-${files}.${extension}`);
    },
  };
}

/** Runs the command, and returns its exit code and what it wrote. The key is never in it. */
export async function runWith(...args: string[]) {
  const { result, written } = await runCommand(...args);
  expect(written.stdout + written.stderr).not.toContain(key);
  return { exitCode: "exitCode" in result ? result.exitCode : undefined, ...written };
}

export const importFrom = (baseUrl: string, out: string, ...args: string[]) =>
  runWith("import", "--base-url", baseUrl, "--out", out, ...args);
