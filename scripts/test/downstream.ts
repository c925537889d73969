/** Projects outside the repository, with the packages as npm would deliver them. */
import { execFile } from "node:child_process";
import { cp, mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

export const root = join(import.meta.dirname, "../..");

const execute = promisify(execFile);

/** Runs a command and gives what it printed; a failure shows that too. */
export async function run(command: string, parameters: string[], cwd: string): Promise<string> {
  try {
    const { stdout } = await execute(command, parameters, { cwd, env: cleanEnvironment(), maxBuffer: 2 ** 24 });
    return stdout;
  } catch (cause) {
    const { stdout = "", stderr = "" } = cause as { stdout?: string; stderr?: string };
    throw new Error(`${command} ${parameters.join(" ")} failed.\n${stdout}\n${stderr}`, { cause });
  }
}

/** Packs both packages into a folder; gives the tarballs' paths. */
export async function packPackages(folder: string): Promise<string[]> {
  for (const name of ["sdk", "mock"]) {
    await run("npx", ["-y", "pnpm@12", "pack", "--pack-destination", folder], join(root, "packages", name));
  }
  const names = await readdir(folder);
  return names.filter((name) => name.endsWith(".tgz")).map((name) => join(folder, name));
}

/** A copy of a consumer with the tarballs and further packages installed by npm. */
export async function installConsumer(consumer: string, folder: string, packages: string[]): Promise<string> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true }));
  await cp(join(root, "scripts/consumers", consumer), folder, { recursive: true });
  await run("npm", ["install", "--no-audit", "--no-fund", "--no-package-lock", ...packages], folder);
  return folder;
}

/** What this repository's own run put into the environment must not reach a consumer. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const path = (process.env.PATH ?? "").split(":").filter((entry) => !entry.startsWith(root));
  const entries = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|pnpm_|vite|node_options|node_env|test$)/i.test(name),
  );
  return { ...Object.fromEntries(entries), PATH: path.join(":") };
}
