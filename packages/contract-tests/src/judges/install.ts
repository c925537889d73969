import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Installs a package of npm's outside the repository, once a machine: nothing here depends on it.
 *
 * @returns the folder that has its `node_modules`; undefined when it cannot be installed
 */
export function installJudge(name: string, version: string): string | undefined {
  const folder = join(tmpdir(), "call-analysis-judges", `${name.replaceAll("/", "-")}-${version}`);
  if (existsSync(join(folder, "node_modules", name))) return folder;
  mkdirSync(folder, { recursive: true });
  const args = ["install", "--prefix", folder, "--no-audit", "--no-fund", "--ignore-scripts", `${name}@${version}`];
  const { status } = spawnSync("npm", args, { stdio: "ignore", shell: process.platform === "win32" });
  return status === 0 ? folder : undefined;
}
