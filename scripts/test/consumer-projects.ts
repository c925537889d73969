/** Projects outside the repository that install the packages as npm would deliver them. */
import { execFile } from "node:child_process";
import { cp, mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

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

/** Packs both packages into a folder, and returns the tarballs' paths. */
export async function packPackages(folder: string): Promise<string[]> {
  for (const name of ["sdk", "mock"]) {
    await run("npx", ["-y", "pnpm@12", "pack", "--pack-destination", folder], join(root, "packages", name));
  }
  const names = await readdir(folder);
  return names.filter((name) => name.endsWith(".tgz")).map((name) => join(folder, name));
}

/** Copies a consumer, installs the tarballs and further packages in it with npm, and returns its folder. */
export async function installConsumer(consumer: string, folder: string, packages: string[]): Promise<string> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true }));
  await cp(join(root, "scripts/consumers", consumer), folder, { recursive: true });
  await run("npm", ["install", "--no-audit", "--no-fund", "--no-package-lock", ...packages], folder);
  return folder;
}

/** The environment without the variables and paths that running this repository's scripts adds. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const path = (process.env.PATH ?? "").split(":").filter((entry) => !entry.startsWith(root));
  const entries = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|pnpm_|vite|node_options|node_env|test$)/i.test(name),
  );
  return { ...Object.fromEntries(entries), PATH: path.join(":") };
}
