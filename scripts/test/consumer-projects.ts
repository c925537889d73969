/** Projects outside the repository that install the packages as npm would deliver them. */
import { execFile } from "node:child_process";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { publicPackages } from "../release/public-packages.ts";

export const root = join(import.meta.dirname, "../..");

/** The oldest versions that the fake takes. */
export const oldestTools = ["msw@2.10.0", "vitest@4.1.0"] as const;

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

/** Compiles the project of a folder or a `tsconfig.json` by TypeScript 7. Returns what it prints: nothing when all is well. */
export async function compile(path: string, ...parameters: string[]): Promise<string> {
  const compiler = join(root, "node_modules/@typescript/native/bin/tsc");
  const compiling = execute(process.execPath, [compiler, "-p", path, ...parameters]);
  return compiling.then(
    ({ stdout, stderr }) => stdout + stderr,
    // A compiler that was killed has printed nothing.
    ({ stdout, stderr, message }) => stdout + stderr || message,
  );
}

/**
 * Packs the packages that are published into a folder by pnpm, which writes versions in place of `workspace:` and
 * `catalog:`. Returns the tarballs' paths.
 */
export async function packPackages(folder: string): Promise<string[]> {
  const chosen = publicPackages().flatMap(({ manifest }) => ["--filter", manifest.name]);
  await pnpm(["--recursive", ...chosen, "pack", "--pack-destination", folder], root);
  return tarballsIn(folder);
}

/** Runs the pnpm that runs these tests; where none does, npx looks for it, which takes a second. */
function pnpm(parameters: string[], cwd: string): Promise<string> {
  const { npm_execpath: path = "" } = process.env;
  return basename(path) === "pnpm" ? run(path, parameters, cwd) : run("npx", ["-y", "pnpm@12", ...parameters], cwd);
}

/**
 * Installs packages from the registry in a folder by pnpm, in a tenth of npm's time: for what is beside our own packages,
 * which npm installs.
 */
export async function installTools(folder: string, packages: readonly string[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  // By hand: `pnpm add` would take Bun and Deno from elsewhere than the registry.
  // A name and a version of `name@version`: a name may begin with the sign, and a version may have it too.
  const dependencies = Object.fromEntries(packages.map((text) => text.split(/(?<=.)@(.*)/)));
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, dependencies }));
  await installByPnpm(folder);
}

/** Installs what the `package.json` of a folder names by pnpm, in the flat layout of npm. */
export async function installByPnpm(folder: string, overrides: Record<string, string> = {}): Promise<void> {
  const layout = { nodeLinker: "hoisted", pmOnFail: "ignore", strictDepBuilds: false, allowBuilds: { bun: true } };
  await writeFile(join(folder, "pnpm-workspace.yaml"), JSON.stringify({ ...layout, overrides }));
  await pnpm(["install", "--prefer-offline"], folder);
}

/** The paths of the tarballs in a folder. */
export async function tarballsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  return names.filter((name) => name.endsWith(".tgz")).map((name) => join(folder, name));
}

/** Installs the tarballs and further packages in a folder with npm. */
export async function installConsumer(folder: string, packages: string[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true }));
  const flags = ["--no-audit", "--no-fund", "--no-package-lock", "--prefer-offline"];
  await run("npm", ["install", ...flags, ...packages], folder);
}

/** The environment without the variables and paths that running this repository's scripts adds. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const path = (process.env.PATH ?? "").split(":").filter((entry) => !entry.startsWith(root));
  const entries = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|pnpm_|vite|node_options|node_env|test$)/i.test(name),
  );
  return { ...Object.fromEntries(entries), PATH: path.join(":") };
}
