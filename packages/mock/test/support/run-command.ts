import { run } from "../../src/command/run.js";

/** Runs the command with arguments, and gives what it came to and all that it wrote. */
export async function runCommand(...args: string[]) {
  const written = { stdout: "", stderr: "" };
  const result = await run(args, {
    stdout: (text) => {
      written.stdout += text;
    },
    stderr: (text) => {
      written.stderr += text;
    },
  });
  return { result, written };
}
