/** Builds the packages that changed, and prints one line. Prints turbo's output only when the build fails. */
import { spawnSync } from "node:child_process";

const isTerminal = process.stdout.isTTY === true;
const startMs = performance.now();
if (isTerminal) process.stdout.write("Building the packages …");
const { status, stdout, stderr, error } = spawnSync("turbo", ["run", "build", "--output-logs=errors-only"], {
  // On Windows `turbo` is a script that only a shell starts.
  shell: process.platform === "win32",
  encoding: "utf8",
  env: { ...process.env, TURBO_TELEMETRY_DISABLED: "1", TURBO_NO_UPDATE_NOTIFIER: "1" },
});
if (isTerminal) process.stdout.write("\r");
if (status === 0) {
  console.log(`Built the packages in ${((performance.now() - startMs) / 1_000).toFixed(1)} s.`);
} else {
  console.error(`${stdout}${stderr}${error ?? ""}\nThe build failed.`);
  process.exitCode = 1;
}
