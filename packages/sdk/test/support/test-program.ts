/** Programs that tests start as separate processes. */
import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { onTestFinished } from "vitest";
import { temporaryFile } from "../upload/recordings.js";

const bundles = new Map<string, Promise<Uint8Array>>();

/** Bundles a TypeScript program once, and returns the path of the result. The file is gone when the test has ended. */
export async function bundleProgram(entry: URL): Promise<string> {
  const bundled = bundles.get(entry.href) ?? bundle(entry);
  bundles.set(entry.href, bundled);
  return temporaryFile("program.mjs", await bundled);
}

async function bundle(entry: URL): Promise<Uint8Array> {
  const options = { bundle: true, format: "esm", platform: "node", target: "node20", write: false } as const;
  const { outputFiles } = await build({ entryPoints: [fileURLToPath(entry)], ...options });
  return outputFiles[0]?.contents ?? new Uint8Array();
}

/** Starts Node with a bundled program. The process is killed when the test has ended. */
export function startProgram(path: string, parameters: string[], nodeFlags: string[] = []): ChildProcess {
  const child = spawn(process.execPath, [...nodeFlags, path, ...parameters], { stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}
