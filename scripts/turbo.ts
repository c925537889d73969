/**
 * Runs tasks of the repository by `turbo.json`: `node scripts/turbo.ts check:types`. A task is not run again while its
 * inputs are those of a run that succeeded.
 */
import { type SpawnSyncOptions, type SpawnSyncReturns, spawnSync } from "node:child_process";

if (import.meta.main)
  process.exitCode = runTurbo(["--filter=//", ...process.argv.slice(2)], { stdio: "inherit" }).status ?? 1;

/** Runs `turbo run` with these parameters. It tells nobody about it, and does not ask for a newer turbo. */
export function runTurbo(parameters: readonly string[], options: SpawnSyncOptions): SpawnSyncReturns<string> {
  return spawnSync("turbo", ["run", ...parameters], {
    // On Windows `turbo` is a script that only a shell starts.
    shell: process.platform === "win32",
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: "1", TURBO_NO_UPDATE_NOTIFIER: "1" },
    ...options,
    encoding: "utf8",
  });
}
