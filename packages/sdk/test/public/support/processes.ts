/** The packages' commands, and programs that use the packages, in their own processes. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { MockService, MockServiceOptions } from "@call-analysis/mock";
import * as mockPackage from "@call-analysis/mock";
import { onTestFinished, type TestContext } from "vitest";
import { cleanEnvironment } from "../../../../../scripts/test/consumer-projects.ts";
import { folder } from "./project.ts";

/** A process, what it has written, and how it ended. */
export interface StartedProcess {
  process: ChildProcess;
  written: { stdout: string; stderr: string };
  ended: Promise<number | NodeJS.Signals>;
  /** Waits until something is on stdout. */
  printed(text: string): Promise<void>;
}

/** Of the test that asks; a test that runs beside others has its own in its context. */
type OnTestFinished = TestContext["onTestFinished"];

interface StartOptions {
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  onFinished?: OnTestFinished;
}

/** A command of the packages, such as `call-analysis`. It is killed after the test if it still runs. */
export function startCommand(name: string, parameters: readonly string[], options: StartOptions = {}): StartedProcess {
  return start([join(folder, "node_modules/.bin", name), ...parameters], options);
}

/** A script, which imports the packages that the project has. */
export function startScript(path: string, parameters: readonly string[], options: StartOptions = {}): StartedProcess {
  return start([copyToProject(path), ...parameters], options);
}

/** Copies a file into the project, and returns its path there. */
export function copyToProject(path: string): string {
  const copy = join(folder, basename(path));
  copyFileSync(path, copy);
  return copy;
}

function start(parameters: string[], options: StartOptions): StartedProcess {
  const { env = {}, cwd = folder, onFinished = onTestFinished } = options;
  const child = spawn(process.execPath, parameters, {
    cwd,
    env: { ...cleanEnvironment(), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const written = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk) => (written.stdout += chunk));
  child.stderr.on("data", (chunk) => (written.stderr += chunk));
  onFinished(() => void child.kill("SIGKILL"));
  const ended = once(child, "close").then(([code, signal]) => code ?? signal);
  const printed = async (text: string) => {
    while (!written.stdout.includes(text)) {
      const more = await Promise.race([once(child.stdout, "data").then(() => true), ended.then(() => false)]);
      if (!more) throw new Error(`It ended without ${text}: ${written.stdout}${written.stderr}`);
    }
  };
  return { process: child, written, ended, printed };
}

/** A folder that is removed after the test. */
export function temporaryFolder(onFinished: OnTestFinished = onTestFinished): string {
  const path = mkdtempSync(join(tmpdir(), "call-analysis-acceptance-"));
  onFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** A fake behind a port, and what a process needs to reach it. */
export interface ServedFake {
  service: MockService;
  url: string;
  env: NodeJS.ProcessEnv;
  memberId: string;
  categoryId: string;
  calls(): number;
}

/** Serves a fake whose analyses are there at the first poll, until the test has ended. */
export async function serveFake(
  options: MockServiceOptions = {},
  onFinished: OnTestFinished = onTestFinished,
): Promise<ServedFake> {
  const { serve } = await import("@call-analysis/mock/server");
  const service = mockPackage.createMockService({ progression: { mode: "immediate" }, ...options });
  const { url, close } = await serve(service, { port: 0 });
  onFinished(close);
  const home = temporaryFolder(onFinished);
  return {
    service,
    url,
    env: {
      HOME: home,
      XDG_STATE_HOME: join(home, "state"),
      CALL_ANALYSIS_BASE_URL: `${url}/v1`,
      CALL_ANALYSIS_CAMPAIGN_BASE_URL: url,
      CALL_ANALYSIS_API_KEY: service.clientOptions().apiKey,
    },
    memberId: service.db.agents.list()[0]?.id ?? "",
    categoryId: service.db.categories.list()[0]?.id ?? "",
    calls: () => service.db.calls.list().length,
  };
}

/** The lines of JSON lines. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into what was printed.
export function jsonLines(text: string): any[] {
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}
