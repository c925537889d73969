#!/usr/bin/env node
/** The command `call-analysis`. */
import { fstatSync } from "node:fs";
import { isatty } from "node:tty";
import { exitCodes } from "./errors.js";

const { stdin, stdout, stderr } = process;
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
const isOld = major < 22 || (major === 22 && minor < 13);
const asksForHelp = process.argv.some((parameter) => ["-h", "--help", "-v", "--version"].includes(parameter));

// Help and version need nothing that Node 20 lacks.
if (isOld && !(asksForHelp && major >= 20)) {
  stderr.write(`call-analysis needs Node 22.13 or later. This is Node ${process.versions.node}.\n`);
  process.exit(exitCodes.usage);
}

// Loaded only now: an older version would end with an error of the language instead of the sentence above.
const { run } = await import("./run.js");
const file = fstatSync(stdout.fd);
process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  cwd: process.cwd(),
  stdin,
  stdout: Object.assign(stdout, { isNewFile: file.isFile() && file.size === 0 }),
  stderr,
  signals: process,
});

// Node aborts when it cannot give a terminal its settings back. Without a terminal the signal is what is expected.
const isTerminalGone = [stdin, stdout, stderr].some(({ isTTY, fd }) => isTTY && !isatty(fd));
if (isTerminalGone) {
  process.removeAllListeners("SIGHUP");
  process.kill(process.pid, "SIGHUP");
}
