/**
 * Runs tasks of the repository by `turbo.json`: `node scripts/turbo.ts check:types`. A task is not run again while its
 * inputs are those of a run that succeeded.
 */
import { type SpawnSyncOptions, type SpawnSyncReturns, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

if (import.meta.main) {
  const tasks = process.argv.slice(2);
  if (tasks.includes("check:api")) removeEarlierBuilds();
  process.exitCode = runTurbo(["--filter=//", ...tasks], { stdio: "inherit" }).status ?? 1;
}

/** Removes what earlier builds wrote: Turbo restores a cached build beside it, and both would be published. */
export function removeEarlierBuilds(): void {
  const { stdout } = runTurbo(["build", "--filter=./packages/*", "--dry=json"], { cwd: root });
  const { tasks }: { tasks: { hash: string; directory: string }[] } = JSON.parse(String(stdout));
  for (const { hash, directory } of tasks) {
    const folder = join(root, directory, ".turbo");
    const lastHash = join(folder, "last-build");
    if (existsSync(lastHash) && readFileSync(lastHash, "utf8") === hash) continue;
    rmSync(join(root, directory, "dist"), { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(lastHash, hash);
  }
}

/**
 * Runs `turbo run` with these parameters. It tells nobody about it, and does not ask for a newer turbo.
 *
 * @throws {Error} when turbo is not on the path, as it is for the scripts of package.json
 */
export function runTurbo(parameters: readonly string[], options: SpawnSyncOptions): SpawnSyncReturns<string> {
  const ended = spawnSync("turbo", ["run", ...parameters], {
    // On Windows `turbo` is a script that only a shell starts.
    shell: process.platform === "win32",
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: "1", TURBO_NO_UPDATE_NOTIFIER: "1" },
    ...options,
    encoding: "utf8",
  });
  if (ended.error) throw new Error("turbo is not on the path: use npx -y pnpm@12 build.", { cause: ended.error });
  return ended;
}
