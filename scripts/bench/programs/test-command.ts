/** Prints how long the repository's tests take. Fails when a test does. */
import { execFileSync } from "node:child_process";

const startMs = performance.now();
execFileSync("npx", ["-y", "pnpm@12", "test"], { cwd: `${import.meta.dirname}/../../..`, stdio: "ignore" });
console.log(JSON.stringify({ seconds: (performance.now() - startMs) / 1_000 }));
