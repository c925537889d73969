/** Runs the suite in a terminal: `npx -y pnpm@12 contract`. */
import { runCommand } from "./command.ts";

const interruption = new AbortController();
process.once("SIGINT", () => interruption.abort());

process.exitCode = await runCommand(process.argv.slice(2), {
  environment: process.env,
  print: console.log,
  signal: interruption.signal,
});
