#!/usr/bin/env node
/** The command `call-analysis`. */
import { run } from "./run.js";

process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  cwd: process.cwd(),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  signals: process,
});
