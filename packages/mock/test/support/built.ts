import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

/** A new folder, below the machine's folder for temporary files. */
export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), "call-analysis-mock-"));
}

const entryPoints = { index: "index.ts", cli: "command/cli.ts" };

/** Builds one of the package's entries from its present source into a folder, and returns the file's path. */
export async function built(entry: keyof typeof entryPoints, folder: string): Promise<string> {
  const outfile = join(folder, `${entry}.mjs`);
  await build({
    entryPoints: [join(root, "packages/mock/src", entryPoints[entry])],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    tsconfig: join(root, "tsconfig.json"),
    // The parser of YAML is CommonJS on Node.
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    logLevel: "error",
  });
  return outfile;
}

/** A server in its own process. */
export interface ServerProcess {
  url: string;
  pid: number;
  /** Ends it at once, as `kill -9` does. */
  kill(): Promise<void>;
  /** Ends it as Ctrl-C does. */
  stop(): Promise<void>;
}

/** Starts the command in its own process; resolves when it is ready. */
export function startServer(cli: string, args: string[]): Promise<ServerProcess> {
  const child = spawn(process.execPath, [cli, "--port", "0", "--log", "none", ...args], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  return new Promise((resolve, reject) => {
    let written = "";
    child.stdout.on("data", (chunk) => {
      const [, url] = /ready at (\S+)\/v1\n/.exec(`${chunk}`) ?? [];
      if (url !== undefined)
        resolve({ url, pid: child.pid ?? 0, kill: () => ended(child, "SIGKILL"), stop: () => ended(child, "SIGTERM") });
    });
    child.stderr.on("data", (chunk) => (written += chunk));
    child.on("close", () => reject(new Error(`The command ended: ${written}`)));
  });
}

function ended(child: ChildProcess, signal: "SIGKILL" | "SIGTERM"): Promise<void> {
  return new Promise((resolve) => {
    child.once("close", () => resolve());
    child.kill(signal);
  });
}
