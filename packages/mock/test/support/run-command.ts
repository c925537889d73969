import { onTestFinished } from "vitest";
import { run } from "../../src/command/run.js";

/** Runs the command with arguments, and gives what it came to and all that it wrote. */
export async function runCommand(...args: string[]) {
  const written = { stdout: "", stderr: "" };
  const result = await run(args, {
    stdout: (text) => (written.stdout += text),
    stderr: (text) => (written.stderr += text),
  });
  return { result, written };
}

/** Runs the command with a server on a free port, until the test has ended. @throws {Error} with what it said, when it ended itself */
export async function serveByCommand(...args: string[]) {
  const { result, written } = await runCommand("--port", "0", ...args);
  if (!("server" in result)) throw new Error(`The command ended: ${written.stderr}`);
  onTestFinished(result.server.close);
  return { ...result.server, written };
}
