import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const prism = "@stoplight/prism-cli";
const version = "5.16.0";
const installTimeoutMs = 240_000;

/**
 * Installs Prism outside the repository, once on each machine.
 *
 * @returns the folder that contains its `node_modules`; undefined when it cannot be installed
 */
export function installPrism(): string | undefined {
  const folder = join(tmpdir(), "call-analysis-prism", version);
  if (existsSync(join(folder, "node_modules", prism))) return folder;
  mkdirSync(folder, { recursive: true });
  const options = ["--prefix", folder, "--no-audit", "--no-fund", "--ignore-scripts"];
  const { status } = spawnSync("npm", ["install", ...options, `${prism}@${version}`], {
    cwd: folder,
    stdio: "ignore",
    shell: process.platform === "win32",
    timeout: installTimeoutMs,
  });
  if (status === 0) return folder;
  // The next run must not mistake half an installation for a complete one.
  rmSync(folder, { recursive: true, force: true });
  return undefined;
}
