/** The command `call-analysis-mock import`: writes a real organization, and calls of it, as a seed file. */
import { access } from "node:fs/promises";
import { extname } from "node:path";
import { parseArgs } from "node:util";
import { CallAnalysis } from "@call-analysis/sdk";
import { isMissing } from "../../adapters/files/durable-file.js";
import { isLoopback } from "../../adapters/http/control-guard.js";
import type { SeedData } from "../../scenarios/seed-schema.js";
import { FlagError } from "../flags.js";
import { readSeedFile } from "../seed-file/seed-file.js";
import { SeedFileError } from "../seed-file/seed-file-error.js";
import { type NamedCalls, namedCalls } from "./named-calls.js";
import { createPrivateFile, FileExistsError } from "./private-file.js";
import { readCalls } from "./read-calls.js";
import { UnreadError } from "./read-data.js";
import { readOrganization } from "./read-organization.js";
import { type SeedWithCalls, seedWithCalls } from "./seed-calls.js";
import { amount, listed, screenText, seedText } from "./seed-text.js";

/** Where the command writes. */
interface Output {
  stdout(text: string): unknown;
  stderr(text: string): unknown;
}

/** What `call-analysis-mock import --help` prints. */
export const importHelp = `call-analysis-mock import: a real organization, and calls of it, as a seed file

Usage: call-analysis-mock import --base-url URL --out FILE [--force]
                                 [--call ID]… [--calls FILE] [--texts]

  --base-url URL             address of the external interface, which ends with
                             the version segment, such as
                             https://api.example.com/v1
  --out FILE                 file to write: .yaml, .yml or .json
  --force                    replaces FILE when it is there
  --call ID                  completed call to import as well; may be repeated
  --calls FILE               calls to import as well: JSON lines with a callId,
                             as call-analysis analyze --json writes them
  --texts                    imports the rationales of the calls too, as
                             sentences for new reviews; they are not anonymised
  --help, -h                 prints this text

Without calls, the file has the agents and categories as they are. With calls,
it has ids, scores, results and times as the service gave them, and of the
categories names, icons, sections, questions, labels, fields to extract with
their options, and tags. What is kept may name people. Names and e-mails of
agents and addresses of recordings are invented. Rationales, summaries,
observations, extractions, user-defined fields, and the descriptions,
purposes, contexts, hints and expressions of categories are left out.

The external API key comes from the environment variable
CALL_ANALYSIS_API_KEY. It is not part of the file. Nothing is changed in the
organization.

It exits with 1 when a call could not be imported, and imports the others;
with 4 when the key is missing or refused (401 or 403).
`;

/** The same codes as those of `call-analysis`. */
const exitCodes = { ok: 0, failed: 1, authentication: 4 } as const;

const options = {
  "base-url": { type: "string" },
  out: { type: "string" },
  force: { type: "boolean" },
  call: { type: "string", multiple: true },
  calls: { type: "string" },
  texts: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

/** The longest wait for one request, and for all attempts of one. */
const limits = { timeoutMs: 15_000, deadlineMs: 60_000 };

/**
 * Runs the command, and returns the code to exit with: 1 when the service or the file fails, or a call is not imported;
 * 4 when the key is missing or refused.
 *
 * @throws {FlagError} when a flag is missing or wrong; then nothing was requested
 */
export async function runImport(args: string[], output: Output): Promise<number> {
  const flags = parsedFlags(args);
  if (flags.help) {
    output.stdout(importHelp);
    return exitCodes.ok;
  }
  const checked = checkedFlags(flags);
  const { baseUrl, out, force } = checked;
  const apiKey = process.env.CALL_ANALYSIS_API_KEY;
  if (!apiKey) {
    output.stderr("call-analysis-mock: Set CALL_ANALYSIS_API_KEY to an external API key of the organization.\n");
    return exitCodes.authentication;
  }
  const sdk = newClient({ apiKey, baseUrl });
  const named = await namedCalls(checked.ids, checked.calls);
  if (!force && (await isThere(out))) throw new FlagError(existsText(out));
  output.stdout(readingText(named, checked));
  try {
    const imported = await importedData(sdk, named, checked);
    const told = [...named.problems, ...imported.problems];
    if (imported.data === undefined) told.push(`Nothing was written: none of the calls could be imported.`);
    else {
      await createPrivateFile(out, seedText(imported.data, { out, head: imported.head }), { force });
      output.stdout(screenText(`Wrote ${out}. ${imported.told}`));
    }
    if (imported.leftOut.length > 0) output.stderr(leftOutText(imported.leftOut));
    for (const line of told) output.stderr(`call-analysis-mock: ${line.replaceAll(apiKey, "[key]")}\n`);
    if (imported.data) await readSeedFile(out);
    if (imported.isForbidden) return exitCodes.authentication;
    return told.length > 0 ? exitCodes.failed : exitCodes.ok;
  } catch (error) {
    output.stderr(`call-analysis-mock: ${failureText(error, { out, apiKey })}\n`);
    const isOfKey = error instanceof UnreadError && (error.kind === "refused" || error.kind === "forbidden");
    return isOfKey ? exitCodes.authentication : exitCodes.failed;
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

type CheckedFlags = ReturnType<typeof checkedFlags>;

function checkedFlags({ "base-url": baseUrl, out, ...flags }: ReturnType<typeof parsedFlags>) {
  if (baseUrl === undefined) throw new FlagError("--base-url is required: the address of the external interface.");
  if (out === undefined) throw new FlagError("--out is required: the file to write, such as organization.yaml.");
  if (![".yaml", ".yml", ".json"].includes(extname(out).toLowerCase()))
    throw new FlagError(`--out is "${out}", and must end with .yaml, .yml or .json.`);
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (!url || !["http:", "https:"].includes(url.protocol) || url.username || url.password || url.search || url.hash)
    throw new FlagError("--base-url must be an address such as https://api.example.com/v1, without a user or a query.");
  if (url.protocol === "http:" && !isLoopback(url.hostname.replaceAll(/[[\]]/g, "")))
    throw new FlagError("--base-url must be https beyond this machine, or the key would travel in clear.");
  const { force = false, texts = false, call: ids = [], calls } = flags;
  if (texts && ids.length === 0 && calls === undefined)
    throw new FlagError("--texts goes with --call or --calls: rationales are those of calls.");
  return { baseUrl, out, force, texts, ids, calls };
}

function newClient(connection: { apiKey: string; baseUrl: string }): CallAnalysis {
  try {
    return new CallAnalysis({ ...connection, logLevel: "off", ...limits });
  } catch (error) {
    // What the client says of its options, as one of this command's users knows them.
    const message = String(Object(error).message)
      .replaceAll("apiKey", "CALL_ANALYSIS_API_KEY")
      .replaceAll("baseUrl", "--base-url");
    throw new FlagError(message, { cause: error });
  }
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

/** What is going to be read; with `--texts`, what that means comes first. */
function readingText({ calls }: NamedCalls, { baseUrl, texts }: CheckedFlags): string {
  const what = listed(["the agents", "the categories", ...(calls.length > 0 ? [amount(calls.length, "call")] : [])]);
  const reading = screenText(`Reading ${what} of ${baseUrl}. Nothing is created or changed there.`);
  return texts ? `${screenText(notAnonymised)}${reading}` : reading;
}

const notAnonymised =
  "Not anonymised: the file has rationales of calls as the service gave them, and whatever they say about people.";

interface Imported {
  /** Undefined when there is nothing to write. */
  data: SeedData | undefined;
  /** What the file says about itself. */
  head: string;
  /** What the screen says about the file. */
  told: string;
  leftOut: string[];
  /** What was not imported, and why. */
  problems: string[];
  /** Whether that is because the key may not read it. */
  isForbidden: boolean;
}

async function importedData(
  sdk: CallAnalysis,
  { calls: named }: NamedCalls,
  { texts, baseUrl }: CheckedFlags,
): Promise<Imported> {
  const organization = await readOrganization(sdk);
  const by = `by call-analysis-mock import.`;
  if (named.length === 0) {
    const { data, leftOut, problems } = organization;
    const head = `Agents and categories of the organization at ${baseUrl}, ${by}`;
    return { data, head, told: `${readText(data)}, as they are.`, leftOut, problems, isForbidden: false };
  }
  const read = await readCalls(sdk, named);
  const seed = seedWithCalls(organization, read.calls, { texts });
  const problems = [...organization.problems, ...read.problems, ...seed.problems];
  const told = contentText(seed, { texts, read: { ...organization.data, calls: seed.data.calls } });
  const warning = texts ? `${notAnonymised} ` : "";
  return {
    data: seed.data.calls.length > 0 ? seed.data : undefined,
    head: `${warning}Calls of the organization at ${baseUrl}, ${by} ${told}`,
    told,
    leftOut: [...organization.leftOut, ...seed.leftOut],
    problems,
    isForbidden: read.isForbidden,
  };
}

function readText({ agents = [], categories = [], calls }: SeedData): string {
  const counts = [amount(agents.length, "agent"), amount(categories.length, "category", "categories")];
  return `Read ${listed([...counts, ...(calls ? [amount(calls.length, "completed call")] : [])])}`;
}

const lookThrough = "What is kept may name people: look through it before you show the file to others.";

/** Texts of a category that say what somebody has thought of. */
const textsOfCategories = [
  "descriptions",
  "purposes of categories",
  "contexts of categories",
  "hints of options",
  "expressions of rules",
];

/** What was read, what was left out, what was invented, and what was kept, in one sentence, and what that means. */
function contentText(seed: SeedWithCalls, { texts, read }: { texts: boolean; read: SeedData }): string {
  const { drawnAgents, untimedCalls, inventedCategories, rationales } = seed;
  const unplaced = amount(
    rationales.unplaced,
    "rationale whose result or question is",
    "rationales whose result or question is",
  );
  const leftOut = [
    ...(texts ? [] : ["rationales", ...textsOfCategories]),
    ...(rationales.unplaced > 0 ? [`${unplaced} not known`] : []),
    "summaries",
    "observations",
    "extractions",
    "user-defined fields",
    "user ids of agents",
    "pictures of agents",
    "dates of agents",
  ];
  const invented = [
    "names of agents",
    "e-mails of agents",
    "addresses of recordings",
    ...(drawnAgents > 0 ? [`the agent of ${amount(drawnAgents, "call")}, which the service does not tell`] : []),
    ...(untimedCalls > 0 ? [`times or lengths of ${amount(untimedCalls, "call")}, which it does not tell`] : []),
    ...(inventedCategories > 0
      ? [`${amount(inventedCategories, "category", "categories")} for calls that fit none of the list`]
      : []),
  ];
  const kept = [
    "ids",
    "names of categories",
    "icons of categories",
    "names of sections",
    "questions",
    "labels of outcomes",
    "fields to extract with their options",
    "tags",
    "results",
    "scores",
    "times",
    ...(texts ? textsOfCategories : []),
    ...(texts ? [amount(rationales.taken, "rationale")] : []),
  ];
  return `${readText(read)}; left out ${listed(leftOut)}; invented ${listed(invented)}; kept as they are: ${listed(kept)}. ${lookThrough}`;
}

function leftOutText(leftOut: readonly string[]): string {
  const fields = leftOut.join(", ");
  return screenText(
    `call-analysis-mock: Left out, because a seed file has no such fields, or they had no value of the right type: ${fields}. … stands for names that the specification does not have.`,
  );
}

/** One line, in which the key is not, whatever the service or the runtime says. */
function failureText(error: unknown, { out, apiKey }: { out: string; apiKey: string }): string {
  // Its lines name the places in the file that was written.
  if (error instanceof SeedFileError) {
    const places = error.message.replaceAll(/ too: ".*"$/gm, " too");
    return `The file is written, and cannot be used as it is. ${places}`;
  }
  if (error instanceof FileExistsError) return existsText(out);
  const [line = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
  return `Nothing was written. ${line.replaceAll(apiKey, "[key]").replace(/\.?$/, ".")}`;
}
