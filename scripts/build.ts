/** Builds the packages that changed, and prints one line. Prints turbo's output only when the build fails. */
import { removeEarlierBuilds, runTurbo } from "./turbo.ts";

const isTerminal = process.stdout.isTTY === true;
const startMs = performance.now();
if (isTerminal) process.stdout.write("Building the packages …");
removeEarlierBuilds();
// The examples that have their own build are built by their tests, with the packed packages.
const { status, stdout, stderr } = runTurbo(["build", "copy-console", "--filter=./packages/*", "--filter=//"], {});
if (isTerminal) process.stdout.write("\r");
if (status === 0) {
  console.log(`Built the packages in ${((performance.now() - startMs) / 1_000).toFixed(1)} s.`);
} else {
  console.error(`${stdout}${stderr}\nThe build failed.`);
  process.exitCode = 1;
}
