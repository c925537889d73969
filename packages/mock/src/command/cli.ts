#!/usr/bin/env node
/** The command `call-analysis-mock`. */
import { type RunResult, run } from "./run.js";

const output = {
  stdout: (text: string) => process.stdout.write(text),
  stderr: (text: string) => process.stderr.write(text),
};

run(process.argv.slice(2), output).then(follow, (error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});

function follow(result: RunResult): void {
  if ("exitCode" in result) {
    process.exitCode = result.exitCode;
    return;
  }
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => result.server.close());
}
