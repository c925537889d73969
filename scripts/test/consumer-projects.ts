/** Projects outside the repository that install the packages as npm would deliver them. */
import { execFile } from "node:child_process";
import { cp, mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { publicPackages } from "../release/public-packages.ts";

export const root = join(import.meta.dirname, "../..");

const execute = promisify(execFile);

/** Runs a command and returns its output. @throws {Error} with all of its output, when it fails */
export async function run(
  command: string,
  parameters: string[],
  cwd: string,
  variables: NodeJS.ProcessEnv = {},
): Promise<string> {
  const env = { ...cleanEnvironment(), ...variables };
  try {
    const { stdout } = await execute(command, parameters, { cwd, env, maxBuffer: 2 ** 24 });
    return stdout;
  } catch (cause) {
    const { stdout = "", stderr = "" } = cause as { stdout?: string; stderr?: string };
    throw new Error(`${command} ${parameters.join(" ")} failed.\n${stdout}\n${stderr}`, { cause });
  }
}

/** Packs the packages that are published into a folder, and returns the tarballs' paths. */
export async function packPackages(folder: string): Promise<string[]> {
  const chosen = publicPackages().flatMap(({ manifest }) => ["--filter", manifest.name]);
  await run("npx", ["-y", "pnpm@12", "--recursive", ...chosen, "pack", "--pack-destination", folder], root);
  return tarballsIn(folder);
}

/** The paths of the tarballs in a folder. */
export async function tarballsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  return names.filter((name) => name.endsWith(".tgz")).map((name) => join(folder, name));
}

/** Copies consumers into one folder, installs the tarballs and further packages in it with npm, and returns the folder. */
export async function installConsumer(
  consumers: string | readonly string[],
  folder: string,
  packages: string[],
): Promise<string> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true }));
  for (const consumer of [consumers].flat()) {
    await cp(join(root, "scripts/consumers", consumer), folder, { recursive: true });
  }
  const flags = ["--no-audit", "--no-fund", "--no-package-lock", "--prefer-offline"];
  await run("npm", ["install", ...flags, ...packages], folder);
  return folder;
}

/** The environment without the variables and paths that running this repository's scripts adds. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const path = (process.env.PATH ?? "").split(":").filter((entry) => !entry.startsWith(root));
  const entries = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|pnpm_|vite|node_options|node_env|test$)/i.test(name),
  );
  return { ...Object.fromEntries(entries), PATH: path.join(":") };
}
