/** How `--help` is laid out. What it says of each flag is in the table of flags. */
import { type Flag, flagTable } from "./flags.js";

const width = 80;
const textColumn = 29;
const formColumn = textColumn + 16;

/** What `--help` prints. */
export function helpText(): string {
  return `call-analysis-mock: the whole Call Analysis Service, in memory, behind a port

Usage: call-analysis-mock [flags]
       call-analysis-mock import --base-url URL --out FILE

${Object.entries<Flag>(flagTable).flatMap(flagLines).join("\n")}

The external interface is at http://HOST:PORT/v1, the campaign interface at
http://HOST:PORT. Control, and a page to look at, are at
http://HOST:PORT/__mock__/.

import writes the agents and categories of a real organization as a seed
file. The key comes from CALL_ANALYSIS_API_KEY. See import --help.
`;
}

function flagLines([name, flag]: [string, Flag]): string[] {
  const usage = [`--${name}`, flag.placeholder].filter(Boolean).join(" ");
  const names = flag.short ? `${usage}, -${flag.short}` : usage;
  const forms = Object.entries(flag.forms ?? {});
  return [
    ...row(names, `${flag.help}${notesOn(flag)}`, { from: 2, to: textColumn }),
    ...forms.flatMap(([form, text]) => row(form, text, { from: textColumn + 2, to: formColumn })),
  ];
}

function notesOn(flag: Flag): string {
  if (flag.placeholder === undefined) return "";
  const repeated = flag.multiple ? "; may be repeated" : "";
  const byDefault = flag.default ?? flag.defaultText;
  return byDefault === undefined ? repeated : `${repeated} (default: ${byDefault})`;
}

/** A term and what it means, in lines of the terminal's width. A term that is too long has its own line. */
function row(term: string, text: string, { from, to }: { from: number; to: number }): string[] {
  const [first = "", ...rest] = wrapped(text, width - to).map((line) => " ".repeat(to) + line);
  const start = " ".repeat(from) + term;
  return start.length + 1 < to ? [start.padEnd(to) + first.trimStart(), ...rest] : [start, first, ...rest];
}

/** The lines of a text, broken between words, but not inside of brackets. */
export function wrapped(text: string, columns: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/ (?![^(]*\))/)) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= columns) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}
