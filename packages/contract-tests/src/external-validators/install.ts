import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Installs an npm package outside the repository, once on each machine. Nothing else here depends on it.
 *
 * @returns the folder that contains its `node_modules`; undefined when it cannot be installed
 */
export function installValidator(name: string, version: string): string | undefined {
  const folder = join(tmpdir(), "call-analysis-validators", `${name.replaceAll("/", "-")}-${version}`);
  if (existsSync(join(folder, "node_modules", name))) return folder;
  mkdirSync(folder, { recursive: true });
  const args = ["install", "--prefix", folder, "--no-audit", "--no-fund", "--ignore-scripts", `${name}@${version}`];
  const { status } = spawnSync("npm", args, { stdio: "ignore", shell: process.platform === "win32" });
  return status === 0 ? folder : undefined;
}
