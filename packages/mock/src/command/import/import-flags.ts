/** The flags of `call-analysis-mock import`, and what `--help` says of them. */
import { extname } from "node:path";
import { isLoopback } from "../../adapters/http/control-guard.js";
import { FlagError, givenFlags } from "../flags.js";

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

const options = {
  "base-url": { type: "string" },
  out: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

/** The flags as they are given. @throws {FlagError} when one is not known */
export function parsedFlags(args: string[]) {
  if (args.some((arg) => /^--(api-)?key(=|$)/.test(arg)))
    throw new FlagError("The key comes from the environment variable CALL_ANALYSIS_API_KEY, and is never an argument.");
  return givenFlags(args, options, "call-analysis-mock import");
}

/** @throws {FlagError} when a flag is missing or wrong */
export function checkedFlags({ "base-url": baseUrl, out }: ReturnType<typeof parsedFlags>) {
  if (baseUrl === undefined) throw new FlagError("--base-url is required: the address of the external interface.");
  if (out === undefined) throw new FlagError("--out is required: the file to write, such as organization.yaml.");
  if (![".yaml", ".yml", ".json"].includes(extname(out).toLowerCase()))
    throw new FlagError(`--out is "${out}", and must end with .yaml, .yml or .json.`);
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (!url || !["http:", "https:"].includes(url.protocol) || url.username || url.password || url.search || url.hash)
    throw new FlagError("--base-url must be an address such as https://api.example.com/v1, without a user or a query.");
  if (url.protocol === "http:" && !isLoopback(url.hostname.replaceAll(/[[\]]/g, "")))
    throw new FlagError("--base-url must be https beyond this machine, or the key would travel in clear.");
  return { baseUrl, out };
}
