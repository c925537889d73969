import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const installTimeoutMs = 240_000;

/** What else an installation needs. */
export interface InstallOptions {
  /** Packages that must be beside it in a version of ours, such as `typescript@5.9.3`. @default none */
  beside?: readonly string[];
}

/**
 * Installs an npm package outside the repository, once on each machine. Nothing else here depends on it.
 *
 * @returns the folder that contains its `node_modules`; undefined when it cannot be installed
 */
export function installValidator(
  name: string,
  version: string,
  { beside = [] }: InstallOptions = {},
): string | undefined {
  const folderName = [`${name}-${version}`, ...beside].join("-").replaceAll("/", "-");
  const folder = join(tmpdir(), "call-analysis-validators", folderName);
  if (existsSync(join(folder, "node_modules", name))) return folder;
  mkdirSync(folder, { recursive: true });
  const options = ["--prefix", folder, "--no-audit", "--no-fund", "--ignore-scripts"];
  const { status } = spawnSync("npm", ["install", ...options, `${name}@${version}`, ...beside], {
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
