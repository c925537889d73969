#!/usr/bin/env node
/** The command `call-analysis`. */
import { isatty } from "node:tty";
import { exitCodes } from "./exit-codes.js";

const { stdin, stdout, stderr } = process;
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (major < 22 || (major === 22 && minor < 13)) {
  stderr.write(
    `call-analysis needs Node 22.13 or later, and this is Node ${process.versions.node}. analyze and resume need 22.22.3, 24.15, 26.0 or a later version of these.\n`,
  );
  process.exit(exitCodes.usage);
}

// Loaded only now: an older version would end with an error of the language instead of the sentence above.
const { run } = await import("./run.js");
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
