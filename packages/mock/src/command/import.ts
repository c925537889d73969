/** The command `call-analysis-mock import`: writes the agents and categories of a real organization as a seed file. */
import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { extname } from "node:path";
import { stringify } from "yaml";
import { isLoopback } from "../adapters/http/control-guard.js";
import { isHeaderText } from "../options.js";
import { FlagError, givenFlags, type Output } from "./flags.js";
import { type ReadOrganization, readOrganization, UnusableAnswerError, unknownName } from "./read-organization.js";
import { readSeedFile, SeedFileError } from "./seed-file.js";

/** What `call-analysis-mock import --help` prints. */
export const importHelp = `call-analysis-mock import: a real organization as a seed file

Usage: call-analysis-mock import --base-url URL --out FILE

  --base-url URL             address of the external interface, which ends with
                             the version segment, such as
                             https://api.example.com/v1
  --out FILE                 file to write: .yaml, .yml or .json
  --help, -h                 prints this text

The file has the agents, with their names and e-mails, and the complete
categories. A file that exists is not replaced.

The external API key comes from the environment variable
CALL_ANALYSIS_API_KEY. It is not part of the file. Nothing is changed in the
organization.

It exits with 1 when it left out a row, and wrote the others; with 4 when the
key is missing or refused (401 or 403).
`;

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
  if (!isHeaderText(apiKey))
    throw new FlagError("CALL_ANALYSIS_API_KEY must be visible ASCII characters, without a space or a line break.");
  const warn = (text: string) => output.stderr(`call-analysis-mock: ${text.replaceAll(apiKey, "[key]")}\n`);
  output.stdout(`Reading the agents and the categories of ${baseUrl}. Nothing is created or changed there.\n`);
  try {
    const { data, leftOut, problems } = await readOrganization({ baseUrl, apiKey });
    await write(seedText(data, { out, baseUrl }), out);
    output.stdout(`Wrote ${out} (agents: ${data.agents.length}, categories: ${data.categories.length}).\n`);
    if (leftOut.length > 0) warn(leftOutText(leftOut));
    for (const problem of problems) warn(problem);
    await readSeedFile(out);
    return problems.length > 0 ? exitCodes.failed : exitCodes.ok;
  } catch (error) {
    warn(failureText(error, out));
    const isOfKey = error instanceof UnusableAnswerError && (error.status === 401 || error.status === 403);
    return isOfKey ? exitCodes.authentication : exitCodes.failed;
  }
}

function parsedFlags(args: string[]) {
  if (args.some((arg) => /^--(api-)?key(=|$)/.test(arg)))
    throw new FlagError("The key comes from the environment variable CALL_ANALYSIS_API_KEY, and is never an argument.");
  const options = {
    "base-url": { type: "string" },
    out: { type: "string" },
    help: { type: "boolean", short: "h" },
  } as const;
  return givenFlags(args, options, "call-analysis-mock import");
}

function checkedFlags({ "base-url": baseUrl, out }: ReturnType<typeof parsedFlags>) {
  if (baseUrl === undefined) throw new FlagError("--base-url is required: the address of the external interface.");
  if (out === undefined) throw new FlagError("--out is required: the file to write, such as organization.yaml.");
  if (![".yaml", ".yml", ".json"].includes(extname(out).toLowerCase()))
    throw new FlagError(`--out is "${out}", and must end with .yaml, .yml or .json.`);
  if (existsSync(out)) throw new FlagError(existsText(out));
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (!url || !["http:", "https:"].includes(url.protocol) || url.username || url.password || url.search || url.hash)
    throw new FlagError("--base-url must be an address such as https://api.example.com/v1, without a user or a query.");
  if (url.protocol === "http:" && !isLoopback(url.hostname.replaceAll(/[[\]]/g, "")))
    throw new FlagError("--base-url must be https beyond this machine, or the key would travel in clear.");
  return { baseUrl, out };
}

function existsText(out: string): string {
  return `${out} exists already: remove it, or choose another --out.`;
}

function leftOutText(leftOut: readonly string[]): string {
  const fields = leftOut.join(", ");
  const unknown = fields.includes(unknownName)
    ? ` ${unknownName} stands for names that the specification does not have.`
    : "";
  return `Left out, because a seed file has no such fields, or they had no value of the right type: ${fields}.${unknown}`;
}

function failureText(error: unknown, out: string): string {
  // Its lines name the places in the file that was written.
  if (error instanceof SeedFileError)
    return `The file is written, and cannot be used as it is: change these places in it. ${error.message}`;
  if (Object(error).code === "EEXIST") return existsText(out);
  return `Nothing was written. ${error instanceof Error ? error.message : error}`;
}

/** The file, with where it comes from as a comment: of YAML, or in the field `$comment` of JSON. */
function seedText(data: ReadOrganization["data"], { out, baseUrl }: { out: string; baseUrl: string }): string {
  const comment = `Agents and categories of the organization at ${baseUrl}, by call-analysis-mock import.`;
  if (extname(out).toLowerCase() === ".json") return `${JSON.stringify({ $comment: comment, ...data }, null, 2)}\n`;
  return `# ${comment}\n${stringify(data, { lineWidth: 0, aliasDuplicateObjects: false, version: "1.2" })}`;
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
