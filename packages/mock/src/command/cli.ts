#!/usr/bin/env node
/** The command `call-analysis-mock`: the process, its signals and its exit code. */
import { type RunResult, run } from "./run.js";

const output = {
  stdout: (text: string) => process.stdout.write(text),
  stderr: (text: string) => process.stderr.write(text),
};

// Who started the fake may close its output, as `grep -m1 ready` does: it goes on without.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

const running = run(process.argv.slice(2), output);

/**
 * A second signal within this time is ignored, in milliseconds. npm and npx forward a Ctrl-C that the terminal has
 * already sent to the process.
 */
const repeatedWithinMs = 300;

let stoppedAtMs: number | undefined;

// By handlers alone: process 1 of a container gets no signal that it does not handle.
for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"] as const) process.on(signal, follow);

running.then(
  (result) => {
    if ("exitCode" in result) process.exitCode = result.exitCode;
    else result.failed.then(fail);
  },
  (error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  },
);

/**
 * The first signal stops the server, once it has started. A later one ends the process at once, with the exit code that
 * shells expect.
 */
function follow(_signal: NodeJS.Signals, number: number): void {
  if (stoppedAtMs !== undefined) {
    if (performance.now() - stoppedAtMs > repeatedWithinMs) process.exit(128 + number);
    return;
  }
  stoppedAtMs = performance.now();
  // A failed start has printed its error and ends by itself.
  running.then(stop, () => {});
}

/** Ends the process, because a fault's latency or a slow upload may still have a timer. */
async function stop(result: RunResult): Promise<void> {
  if ("exitCode" in result) return;
  try {
    await result.server.close();
    process.exit(0);
  } catch (error) {
    fail(error);
  }
}

function fail(error: unknown): never {
  output.stderr(`call-analysis-mock: ${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
