#!/usr/bin/env node
/** The command `call-analysis`. */
import { isatty } from "node:tty";
import { run } from "./run.js";

const { stdin, stdout, stderr } = process;

process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  cwd: process.cwd(),
  stdin,
  stdout,
  stderr,
  signals: process,
});

// Node aborts when it cannot give a terminal its settings back. Without a terminal the signal is what is expected.
const isTerminalGone = [stdin, stdout, stderr].some(({ isTTY, fd }) => isTTY && !isatty(fd));
if (isTerminalGone) {
  process.removeAllListeners("SIGHUP");
  process.kill(process.pid, "SIGHUP");
}
