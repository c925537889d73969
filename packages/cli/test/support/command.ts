/** The command in this process, with streams that keep what was written. */
import { EventEmitter } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Readable, Writable } from "node:stream";
import { createMockService, type MockService, type MockServiceOptions } from "@call-analysis/mock";
import { serve } from "@call-analysis/mock/server";
import { onTestFinished } from "vitest";
import type { Pauses } from "../../src/context.ts";
import { run } from "../../src/run.ts";

/** A folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "call-analysis-cli-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A WAV file's bytes, of which the rest is random for each number. */
export function wavBytes(number = 1, sizeBytes = 2_000): Buffer {
  const bytes = Buffer.alloc(sizeBytes, `recording ${number} `);
  bytes.write("RIFF....WAVE", 0, "latin1");
  return bytes;
}

/** A service behind a port, and what the command needs to reach it. */
export interface ServedService {
  service: MockService;
  url: string;
  env: NodeJS.ProcessEnv;
  memberId: string;
  categoryId: string;
  /** The calls that were created. */
  calls(): { id: string; audioUrl: string }[];
}

/** Starts a service whose analyses are there at the first look. */
export async function startService(options: MockServiceOptions = {}): Promise<ServedService> {
  const service = createMockService({ progression: { mode: "immediate" }, ...options });
  const { url, close } = await serve(service, { port: 0 });
  onTestFinished(close);
  const home = temporaryFolder();
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    CALL_ANALYSIS_BASE_URL: `${url}/v1`,
    CALL_ANALYSIS_CAMPAIGN_BASE_URL: url,
    CALL_ANALYSIS_API_KEY: "test-key",
  };
  const memberId = service.db.agents.list()[0]?.id ?? "";
  const categoryId = service.db.categories.list()[0]?.id ?? "";
  return { service, url, env, memberId, categoryId, calls: () => service.db.calls.list() };
}

/** A file of a folder that was changed just now is left for the next run. */
export const longAgo = new Date("2026-01-01");

/** A service, a folder with recordings by their names and contents, and the command in it. */
export async function setUpFolder(recordings: Readonly<Record<string, number>> = {}) {
  const served = await startService();
  const cwd = temporaryFolder();
  for (const [name, number] of Object.entries(recordings)) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), wavBytes(number));
    utimesSync(join(cwd, name), longAgo, longAgo);
  }
  const flags = ["--member", served.memberId, "--category", served.categoryId];
  const run = (parameters: readonly string[], { env, ...options }: Partial<RunOptions> = {}) =>
    runCommand(parameters, { env: { ...served.env, ...env }, cwd, ...options });
  return { ...served, cwd, flags, run };
}

/** Names of recordings with contents from 0. */
export function numbered(count: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: count }, (_, number) => [`recordings/${number}.wav`, number]));
}

/** What a run of the command came to. */
export interface RunResult {
  exitCode: number;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  env: NodeJS.ProcessEnv;
  cwd?: string;
  signals?: EventEmitter;
  stdout?: Writable;
  /** Makes stdout a terminal of so many columns. */
  columns?: number;
  stderr?: Writable;
  pauses?: Pauses;
}

/** The services of the tests have each analysis at the first poll. */
export const noPauses: Pauses = { poll: { initialDelayMs: 0, intervalMs: 10 }, retryMs: 1, freshMs: 0 };

/** Runs the command in this process. */
export async function runCommand(
  parameters: readonly string[],
  { env, cwd = process.cwd(), signals = new EventEmitter(), stdout, columns, stderr, pauses = noPauses }: RunOptions,
): Promise<RunResult> {
  const written = { stdout: "", stderr: "" };
  const exitCode = await run(parameters, {
    env,
    cwd,
    stdin: Readable.from([]),
    stdout:
      stdout ??
      Object.assign(
        collector((text) => (written.stdout += text)),
        columns && { isTTY: true, columns },
      ),
    stderr: stderr ?? collector((text) => (written.stderr += text)),
    signals,
    pauses,
  });
  return { exitCode, ...written };
}

/** The lines of JSON lines. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into what was printed.
export function jsonLines(text: string): any[] {
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

function collector(onText: (text: string) => void): Writable {
  return new Writable({
    write(chunk, _encoding, done) {
      onText(String(chunk));
      done();
    },
  });
}
