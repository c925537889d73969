/** Builds the packages that changed, and prints one line. Prints turbo's output only when the build fails. */
import { spawnSync } from "node:child_process";
import { cpSync, rmSync } from "node:fs";
import { basename } from "node:path";

const isTerminal = process.stdout.isTTY === true;
const startMs = performance.now();
if (isTerminal) process.stdout.write("Building the packages …");
// The examples that have their own build are built by their tests, with the packed packages.
const build = ["run", "build", "--filter=./packages/*", "--output-logs=errors-only"];
const { status, stdout, stderr, error } = spawnSync("turbo", build, {
  // On Windows `turbo` is a script that only a shell starts.
  shell: process.platform === "win32",
  encoding: "utf8",
  env: { ...process.env, TURBO_TELEMETRY_DISABLED: "1", TURBO_NO_UPDATE_NOTIFIER: "1" },
});
if (isTerminal) process.stdout.write("\r");
if (status === 0) {
  copyConsole();
  console.log(`Built the packages in ${((performance.now() - startMs) / 1_000).toFixed(1)} s.`);
} else {
  console.error(`${stdout}${stderr}${error ?? ""}\nThe build failed.`);
  process.exitCode = 1;
}

/**
 * Puts the built console into the package of the fake, which serves it: without the fake that runs in the page, for only
 * a console on a host of files needs that. The console is built from the fake, so no task of the fake can wait for the
 * console, and the copy comes last.
 */
function copyConsole(): void {
  const copy = new URL("../packages/mock/dist/console/", import.meta.url);
  rmSync(copy, { recursive: true, force: true });
  const built = new URL("../packages/console/dist/", import.meta.url);
  cpSync(built, copy, { recursive: true, filter: (path) => !basename(path).startsWith("fake-") });
}
