/** The command `call-analysis-mock import`: writes a real organization, and calls of it, as a seed file. */
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import { CallAnalysis } from "@call-analysis/sdk";
import type { SeedData } from "../../scenarios/seed-schema.js";
import { FlagError, type Output } from "../flags.js";
import { readSeedFile } from "../seed-file/seed-file.js";
import { checkedFlags, type ImportFlags, importHelp, parsedFlags } from "./import-flags.js";
import {
  contentText,
  existsText,
  failureText,
  leftOutText,
  notAnonymised,
  readingText,
  readText,
  seedText,
} from "./import-text.js";
import { type NamedCalls, namedCalls } from "./named-calls.js";
import { type Problem, problemLines } from "./problems.js";
import { readCalls } from "./read-calls.js";
import { UnreadError } from "./read-data.js";
import { readOrganization } from "./read-organization.js";
import { seedWithCalls } from "./seed-calls.js";

/** The same codes as those of `call-analysis`. */
const exitCodes = { ok: 0, failed: 1, authentication: 4 } as const;

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
  const say = (text: string) => output.stdout(`${text}\n`);
  const tell = (text: string) => output.stderr(`call-analysis-mock: ${text.replaceAll(apiKey, "[key]")}\n`);
  if (!force && existsSync(out)) throw new FlagError(existsText(out));
  say(readingText(named, checked));
  try {
    const imported = await importedData(sdk, named, checked);
    const told = problemLines([...named.problems, ...imported.problems]);
    if (imported.data === undefined) told.push("Nothing was written: none of the calls could be imported.");
    else {
      await write(seedText(imported.data, { out, head: imported.head }), { out, force });
      say(`Wrote ${out}. ${imported.told}`);
    }
    if (imported.leftOut.length > 0) tell(leftOutText(imported.leftOut));
    for (const line of told) tell(line);
    if (imported.data) await readSeedFile(out);
    if (imported.isForbidden) return exitCodes.authentication;
    return told.length > 0 ? exitCodes.failed : exitCodes.ok;
  } catch (error) {
    tell(failureText(error, out));
    const isOfKey = error instanceof UnreadError && (error.kind === "refused" || error.kind === "forbidden");
    return isOfKey ? exitCodes.authentication : exitCodes.failed;
  }
}

/** Writes the file for its owner alone. Without `force` a file that has come in the meantime is not replaced. */
async function write(text: string, { out, force }: Pick<ImportFlags, "out" | "force">): Promise<void> {
  // The old file goes when the new one is whole: the disk may be full.
  const path = force ? `${out}.${randomUUID()}.part` : out;
  try {
    await writeFile(path, text, { flag: "wx", mode: 0o600, flush: true });
    if (force) await rename(path, out);
  } catch (error) {
    if (Object(error).code !== "EEXIST") await rm(path, { force: true });
    throw error;
  }
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

interface Imported {
  /** Undefined when there is nothing to write. */
  data: SeedData | undefined;
  /** What the file says about itself. */
  head: string;
  /** What the screen says about the file. */
  told: string;
  leftOut: string[];
  problems: Problem[];
  /** Whether that is because the key may not read it. */
  isForbidden: boolean;
}

async function importedData(
  sdk: CallAnalysis,
  { calls: named }: NamedCalls,
  { texts, baseUrl }: ImportFlags,
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
  const problems = [...organization.problems, ...read.problems];
  const told = contentText({ ...organization.data, calls: seed.data.calls }, { texts });
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
