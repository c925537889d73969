import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const installTimeoutMs = 240_000;

/**
 * Installs npm packages outside the repository, once on each machine. Nothing else here depends on them.
 *
 * @param packages each with its version, such as `typescript@5.9.3`
 * @returns the folder that contains their `node_modules`; undefined when they cannot be installed
 */
export function installPackages(...packages: readonly [string, ...string[]]): string | undefined {
  const folder = join(tmpdir(), "call-analysis-validators", packages.join("-").replaceAll("/", "-"));
  const name = packages[0].replace(/@[^@]*$/, "");
  if (existsSync(join(folder, "node_modules", name))) return folder;
  mkdirSync(folder, { recursive: true });
  const options = ["--prefix", folder, "--no-audit", "--no-fund", "--ignore-scripts"];
  const { status } = spawnSync("npm", ["install", ...options, ...packages], {
    // npm would take a folder here that has a package's name for the package.
    cwd: folder,
    stdio: "ignore",
    shell: process.platform === "win32",
    timeout: installTimeoutMs,
  });
  if (status === 0) return folder;
  // A part of an installation must not look like a whole one the next time.
  rmSync(folder, { recursive: true, force: true });
  return undefined;
}
