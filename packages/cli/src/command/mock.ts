/** `call-analysis mock`: starts the fake service. Its flags are those of `call-analysis-mock`. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { type ExitCode, exitCodes } from "../exit-codes.js";

/** Becomes the command `call-analysis-mock`, in this process. */
export async function runMockCommand(flags: readonly string[]): Promise<ExitCode> {
  const path = createRequire(import.meta.url).resolve("@call-analysis/mock/package.json");
  const { bin } = JSON.parse(await readFile(path, "utf8"));
  process.argv = [process.execPath, "call-analysis-mock", ...flags];
  await import(pathToFileURL(join(dirname(path), bin["call-analysis-mock"])).href);
  // The command sets the process's own exit code, later.
  return exitCodes.ok;
}
