/** The command `call-analysis-mock import`: writes the agents and categories of a real organization as a seed file. */
import { writeFile } from "node:fs/promises";
import { AuthenticationError, CallAnalysis, PermissionDeniedError } from "@call-analysis/sdk";
import { stringify } from "yaml";
import { seedSchema } from "../scenarios/seed-schema.js";
import { FlagError, givenFlags, type Output } from "./flags.js";
import { helpText } from "./help.js";
import { readSeedFile } from "./seed-file.js";

const flagOptions = {
  "base-url": { type: "string" },
  out: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

/** The exit codes, which are the same as those of `call-analysis`. */
const exitCodes = { ok: 0, authentication: 4 } as const;

/**
 * Runs the command, and returns the exit code: 4 when the key is missing or refused.
 *
 * @throws {FlagError} if a flag is missing or wrong, or if the written file cannot be used unchanged
 * @throws {Error} if the service cannot be read, or the file cannot be written
 */
export async function runImport(args: string[], { stdout, stderr }: Output): Promise<number> {
  const { "base-url": baseUrl, out, help } = givenFlags(args, flagOptions);
  if (help) {
    stdout(helpText());
    return exitCodes.ok;
  }
  if (baseUrl === undefined || out === undefined) throw new FlagError("import needs --base-url URL and --out FILE.");
  const refuse = (reason: string) => {
    stderr(`call-analysis-mock: ${reason}\n`);
    return exitCodes.authentication;
  };
  const apiKey = process.env.CALL_ANALYSIS_API_KEY;
  if (!apiKey) return refuse("Set CALL_ANALYSIS_API_KEY to an external API key of the organization.");
  try {
    const data = await read(new CallAnalysis({ apiKey, baseUrl, logLevel: "off" }));
    const comment = `The agents and categories of the organization at ${baseUrl}. Written by "call-analysis-mock import".`;
    const text = out.toLowerCase().endsWith(".json")
      ? `${JSON.stringify({ $comment: comment, ...data }, null, 2)}\n`
      : `# ${comment}\n${stringify(data, { lineWidth: 0, aliasDuplicateObjects: false, version: "1.2" })}`;
    // For its owner alone, and never in the place of another file.
    await writeFile(out, text, { flag: "wx", mode: 0o600, flush: true }).catch((cause) => {
      const reason = cause.code === "EEXIST" ? "the file already exists" : cause.message;
      throw new Error(`--out ${out} cannot be written: ${reason}.`, { cause });
    });
    stdout(`Wrote ${out} (agents: ${data.agents.length}, categories: ${data.categories.length}).\n`);
  } catch (error) {
    if (AuthenticationError.is(error) || PermissionDeniedError.is(error)) return refuse(error.message);
    throw error;
  }
  await readSeedFile(out);
  return exitCodes.ok;
}

/**
 * Reads everything with GET requests, and leaves out the fields that a seed file cannot have, because the service may
 * have others.
 */
async function read({ agents, categories }: CallAnalysis) {
  const data = { agents: await agents.list(), categories: [] as object[] };
  for (const { id } of await categories.list()) data.categories.push(await categories.get(id));
  for (const issue of seedSchema.safeParse(data).error?.issues ?? []) {
    if (issue.code !== "unrecognized_keys") continue;
    const row = issue.path.reduce<object>((value, key) => Reflect.get(value, key), data);
    for (const key of issue.keys) Reflect.deleteProperty(row, key);
  }
  return data;
}
