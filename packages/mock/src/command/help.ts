/** The layout of `--help`. The texts are in the table of flags. */
import { type Flag, flagTable } from "./flags.js";

const textColumn = 29;

/** Matches a line of text beside the flags, within 80 columns. No word is longer than that. */
const lineOfText = /.{1,51}(?: |$)/g;

/** The text that `--help` prints. */
export function helpText(): string {
  return `call-analysis-mock: a fake of the whole Call Analysis Service, in memory

Usage: call-analysis-mock [flags]
       call-analysis-mock import --base-url URL --out FILE

${Object.entries<Flag>(flagTable).flatMap(flagLines).join("\n")}

The external interface is at http://HOST:PORT/v1, the campaign interface at
http://HOST:PORT. Control and the web console are at
http://HOST:PORT/__mock__/.

import writes the agents and the complete categories of a real organization
to a seed file, without the fields that seed files cannot have. URL is the
organization's base URL with the version segment, such as https://host/v1.
The key comes from CALL_ANALYSIS_API_KEY, and is not written to the file.
The command changes nothing in the organization and replaces no file. It
exits with 4 if the key is missing or refused.
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
