/** The command `call-analysis-mock import`: writes a real organization's agents and categories as a seed file. */
import { access } from "node:fs/promises";
import { extname } from "node:path";
import { parseArgs } from "node:util";
import { CallAnalysis, CallAnalysisError } from "@call-analysis/sdk";
import { stringify } from "yaml";
import { isMissing } from "../../adapters/files/durable-file.js";
import { isLoopback } from "../../adapters/http/control-guard.js";
import { FlagError } from "../flags.js";
import { readSeedFile } from "../seed-file/seed-file.js";
import { SeedFileError } from "../seed-file/seed-file-error.js";
import { createPrivateFile, FileExistsError } from "./private-file.js";
import { type ReadOrganization, readOrganization } from "./read-organization.js";

/** Where the command writes. */
interface Output {
  stdout(text: string): unknown;
  stderr(text: string): unknown;
}

/** What `call-analysis-mock import --help` prints. */
export const importHelp = `call-analysis-mock import: a real organization's agents and categories as a seed file

Usage: call-analysis-mock import --base-url URL --out FILE [--force]

  --base-url URL             address of the external interface, which ends with the
                             version segment, such as https://api.example.com/v1
  --out FILE                 file to write: .yaml, .yml or .json
  --force                    replaces FILE when it is there
  --help, -h                 prints this text

The external API key comes from the environment variable CALL_ANALYSIS_API_KEY.
It is not part of the file. Nothing is changed in the organization.
`;

const options = {
  "base-url": { type: "string" },
  out: { type: "string" },
  force: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

/**
 * Runs the command, and returns the code to exit with: 1 when the service or the file fails.
 *
 * @throws {FlagError} when a flag or the key is missing or wrong; then nothing was requested
 */
export async function runImport(args: string[], output: Output): Promise<number> {
  const flags = parsedFlags(args);
  if (flags.help) {
    output.stdout(importHelp);
    return 0;
  }
  const { baseUrl, out, force } = checkedFlags(flags);
  const apiKey = process.env.CALL_ANALYSIS_API_KEY;
  if (!apiKey) throw new FlagError("Set CALL_ANALYSIS_API_KEY to an external API key of the organization.");
  if (!force && (await isThere(out))) throw new FlagError(existsText(out));
  try {
    const organization = await readOrganization(new CallAnalysis({ apiKey, baseUrl, logLevel: "off" }));
    await createPrivateFile(out, textOf(organization, { out, baseUrl }), { force });
    output.stdout(writtenText(organization, out));
    if (organization.leftOut.length > 0) output.stderr(leftOutText(organization));
    await readSeedFile(out);
    return 0;
  } catch (error) {
    output.stderr(`call-analysis-mock: ${failureText(error, { out, apiKey })}\n`);
    return 1;
  }
}

function parsedFlags(args: string[]) {
  if (args.some((arg) => /^--(api-)?key(=|$)/.test(arg)))
    throw new FlagError("The key comes from the environment variable CALL_ANALYSIS_API_KEY, and is never an argument.");
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    // An argument in the wrong place may be a key: it is not repeated.
    const [, flag] = /'(--?[\w-]+)/.exec(String(error)) ?? [];
    const what = flag === undefined ? "There is an argument that is no flag" : `The flag ${flag} is not right`;
    throw new FlagError(`${what}. See call-analysis-mock import --help.`, { cause: error });
  }
}

function checkedFlags({ "base-url": baseUrl, out, force = false }: ReturnType<typeof parsedFlags>) {
  if (baseUrl === undefined) throw new FlagError("--base-url is required: the address of the external interface.");
  if (out === undefined) throw new FlagError("--out is required: the file to write, such as organization.yaml.");
  if (![".yaml", ".yml", ".json"].includes(extname(out).toLowerCase()))
    throw new FlagError(`--out is "${out}", and must end with .yaml, .yml or .json.`);
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (!url || !["http:", "https:"].includes(url.protocol) || url.username || url.password || url.search || url.hash)
    throw new FlagError("--base-url must be an address such as https://api.example.com/v1, without a user or a query.");
  if (url.protocol === "http:" && !isLoopback(url.hostname.replaceAll(/[[\]]/g, "")))
    throw new FlagError("--base-url must be https beyond this machine, or the key would travel in clear.");
  return { baseUrl, out, force };
}

async function isThere(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

function existsText(out: string): string {
  return `${out} is there already: pass --force to replace it, or another --out.`;
}

function textOf({ data }: ReadOrganization, { out, baseUrl }: { out: string; baseUrl: string }): string {
  if (extname(out).toLowerCase() === ".json") return `${JSON.stringify(data, null, 2)}\n`;
  const lines = stringify(data, { lineWidth: 0, aliasDuplicateObjects: false, version: "1.2" });
  return `# Agents and categories of the organization at ${baseUrl}, by call-analysis-mock import.\n${lines}`;
}

function writtenText({ data: { agents, categories } }: ReadOrganization, out: string): string {
  return `Wrote ${amount(agents.length, "agent", "agents")} and ${amount(categories.length, "category", "categories")} to ${out}.\n`;
}

function amount(count: number, one: string, several: string): string {
  return `${count} ${count === 1 ? one : several}`;
}

function leftOutText({ leftOut }: ReadOrganization): string {
  return `call-analysis-mock: Left out, because a seed file has no such fields, or they were null: ${leftOut.join(", ")}.\n`;
}

/** One line, in which the key is not, whatever the service or the runtime says. */
function failureText(error: unknown, { out, apiKey }: { out: string; apiKey: string }): string {
  // Its lines name the places in the file that was written.
  if (error instanceof SeedFileError) return `The file is written, and cannot be used as it is. ${error.message}`;
  if (error instanceof FileExistsError) return existsText(out);
  if (!(error instanceof CallAnalysisError) && !(error instanceof Error)) return String(error);
  const [line = ""] = error.message.split("\n");
  return `Nothing was written. ${line.replaceAll(apiKey, "[key]")}`;
}
