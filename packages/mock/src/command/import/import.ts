/** The command `call-analysis-mock import`: writes the agents and categories of a real organization as a seed file. */
import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { FlagError, type Output } from "../flags.js";
import { readSeedFile } from "../seed-file/seed-file.js";
import { checkedFlags, importHelp, parsedFlags } from "./import-flags.js";
import { existsText, failureText, leftOutText, seedText, writtenText } from "./import-text.js";
import { problemLines } from "./problems.js";
import { UnreadError } from "./read-data.js";
import { readOrganization } from "./read-organization.js";

/** The same codes as those of `call-analysis`. */
const exitCodes = { ok: 0, failed: 1, authentication: 4 } as const;

/**
 * Runs the command, and returns the exit code: 1 when the service or the file fails, or a row is left out; 4 when the key is
 * missing or refused.
 *
 * @throws {FlagError} when a flag is missing or wrong; then nothing was requested
 */
export async function runImport(args: string[], output: Output): Promise<number> {
  const flags = parsedFlags(args);
  if (flags.help) {
    output.stdout(importHelp);
    return exitCodes.ok;
  }
  const { baseUrl, out } = checkedFlags(flags);
  const apiKey = process.env.CALL_ANALYSIS_API_KEY;
  if (!apiKey) {
    output.stderr("call-analysis-mock: Set CALL_ANALYSIS_API_KEY to an external API key of the organization.\n");
    return exitCodes.authentication;
  }
  if (!/^[\x21-\x7e]+$/.test(apiKey))
    throw new FlagError("CALL_ANALYSIS_API_KEY must be visible ASCII characters, without a space or a line break.");
  if (existsSync(out)) throw new FlagError(existsText(out));
  const say = (text: string) => output.stdout(`${text}\n`);
  const warn = (text: string) => output.stderr(`call-analysis-mock: ${text.replaceAll(apiKey, "[key]")}\n`);
  say(`Reading the agents and the categories of ${baseUrl}. Nothing is created or changed there.`);
  try {
    const { data, leftOut, problems } = await readOrganization({ baseUrl, apiKey });
    await write(seedText(data, { out, baseUrl }), out);
    say(writtenText(data, out));
    if (leftOut.length > 0) warn(leftOutText(leftOut));
    for (const line of problemLines(problems)) warn(line);
    await readSeedFile(out);
    return problems.length > 0 ? exitCodes.failed : exitCodes.ok;
  } catch (error) {
    warn(failureText(error, out));
    const isOfKey = error instanceof UnreadError && (error.kind === "refused" || error.kind === "forbidden");
    return isOfKey ? exitCodes.authentication : exitCodes.failed;
  }
}

/** Writes the file for its owner alone. A file that has come in the meantime is not replaced. */
async function write(text: string, out: string): Promise<void> {
  try {
    await writeFile(out, text, { flag: "wx", mode: 0o600, flush: true });
  } catch (error) {
    if (Object(error).code !== "EEXIST") await rm(out, { force: true });
    throw error;
  }
}
