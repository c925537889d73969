/** The built command, in its own process. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { onTestFinished } from "vitest";

export const commandPath = join(import.meta.dirname, "../../dist/cli.js");

/** A process of the command, and what it has written. */
export interface StartedCommand {
  process: ChildProcess;
  written: { stdout: string; stderr: string };
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals | null>;
}

/** Starts the command, within another program such as `unshare` where one is named; it is killed after the test if it still runs. */
export function startCommand(
  parameters: readonly string[],
  { env, cwd, within = [] }: { env: NodeJS.ProcessEnv; cwd: string; within?: readonly string[] },
): StartedCommand {
  const [program = "", ...others] = [...within, process.execPath, commandPath, ...parameters];
  const child = spawn(program, others, { env, cwd });
  const written = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk) => (written.stdout += chunk));
  child.stderr.on("data", (chunk) => (written.stderr += chunk));
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = once(child, "close").then(([code, signal]) => code ?? signal);
  return { process: child, written, ended };
}
