/** The fake as its users start it: the built command, in its own process. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const command = fileURLToPath(new URL("../../../mock/dist/cli.js", import.meta.url));

/** A command that runs. */
export interface RunningCommand {
  /** The address of the console, as it was printed. */
  printedUrl: string;
  stop(): Promise<void>;
}

/** Starts the command on a free port. */
export async function startCommand(...flags: string[]): Promise<RunningCommand> {
  const child = spawn(process.execPath, [command, "--port", "0", "--log", "none", ...flags]);
  return {
    printedUrl: await printedUrlOf(child),
    async stop() {
      child.kill("SIGTERM");
      if (child.exitCode === null && child.signalCode === null) await once(child, "close");
    },
  };
}

function printedUrlOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let written = "";
    const read = (chunk: unknown) => {
      written += chunk;
      const [, url] = /console at (\S+)\n/.exec(written) ?? [];
      if (url) resolve(url);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.on("close", () => reject(new Error(`The command ended: ${written}`)));
  });
}
