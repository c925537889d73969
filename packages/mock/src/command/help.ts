/** The layout of `--help`. The table of flags has the text of each flag. */
import { type Flag, flagTable } from "./flags.js";

const textColumn = 29;

/** As many words as fit beside the flags in 80 columns. No word is longer. */
const lineOfText = /.{1,51}(?: |$)/g;

/** What `--help` prints. */
export function helpText(): string {
  return `call-analysis-mock: the whole Call Analysis Service, in memory, over HTTP

Usage: call-analysis-mock [flags]
       call-analysis-mock import --base-url URL --out FILE

${Object.entries<Flag>(flagTable).flatMap(flagLines).join("\n")}

The external interface is at http://HOST:PORT/v1, the campaign interface at
http://HOST:PORT. Control and the web console are at
http://HOST:PORT/__mock__/.

import writes the agents and the complete categories of a real organization
as a seed file, and omits fields that seed files cannot have. URL is the
address of its external interface, which ends with the version segment. The
key comes from the environment variable CALL_ANALYSIS_API_KEY, and is not in
the file. Nothing is changed in the organization, and no file is replaced.
It exits with 4 when the key is missing or refused.
`;
}

function flagLines([name, flag]: [string, Flag]): string[] {
  const usage = ["", ` --${name}`, flag.placeholder].filter((part) => part !== undefined).join(" ");
  const names = flag.short ? `${usage}, -${flag.short}` : usage;
  const repeated = flag.multiple ? "; may be repeated" : "";
  const byDefault = flag.default === undefined ? "" : ` (default: ${flag.default})`;
  const lines = `${flag.help}${repeated}${byDefault}`.match(lineOfText) ?? [];
  return lines.map((line, index) => (index === 0 ? names : "").padEnd(textColumn) + line.trimEnd());
}
