/** Texts in the columns of a terminal: how wide they are, and how they are cut. Pure. */
import stringWidth from "string-width";

/** How many columns a text takes; one of Chinese or an emoji takes two. */
export function widthOf(text: string): number {
  return stringWidth(text);
}

const segmenter = new Intl.Segmenter();

/** The text in at most so many columns. What was left out is an ellipsis, at the end or at the start. */
export function fit(text: string, columns: number, { keep = "start" }: { keep?: "start" | "end" } = {}): string {
  if (widthOf(text) <= columns) return text;
  if (columns < 1) return "";
  const characters = Array.from(segmenter.segment(text), ({ segment }) => segment);
  if (keep === "end") characters.reverse();
  const kept: string[] = [];
  let room = columns - 1;
  for (const character of characters) {
    room -= widthOf(character);
    if (room < 0) break;
    kept.push(character);
  }
  return keep === "end" ? `…${kept.reverse().join("")}` : `${kept.join("")}…`;
}

/** The text, filled up with spaces to so many columns. */
export function pad(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - widthOf(text)));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out.
const controls = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A text from outside on one line: no line breaks, and nothing that a terminal would obey. */
export function oneLine(text: string): string {
  return text.replace(/\s*[\r\n]+\s*/g, " ").replace(controls, "�");
}

/** JSON in which what a terminal would obey is escaped. `JSON.stringify` leaves some of it as it is. */
export function jsonText(value: unknown, indent?: number): string {
  const escaped = (control: string) => `\\u${control.charCodeAt(0).toString(16).padStart(4, "0")}`;
  const text = JSON.stringify(value, null, indent);
  return text.replace(controls, (control) => (control === "\n" ? control : escaped(control)));
}

/** A text of several lines, with nothing else that a terminal would obey. */
export function harmless(text: string): string {
  return text.replace(controls, (control) => (control === "\n" || control === "\t" ? control : "�"));
}

/** A line of fewer columns would break every word. */
const narrowest = 8;

/** A page in lines of at most so many columns. A line goes on below the place where its text begins, after its name. */
export function pageText(page: string, columns: number): string {
  const lines = page.split("\n").flatMap((line) => {
    if (widthOf(line) <= columns) return [line];
    const [start = ""] = /^ *(?:\S+(?: \S+)*? {2,})?/.exec(line) ?? [];
    const [first = "", ...others] = wrapped(line.slice(start.length), { columns, indent: widthOf(start) });
    return [start + first.trimStart(), ...others];
  });
  return lines.join("\n");
}

/** How a text is wrapped. */
interface WrapOptions {
  columns: number;
  indent: number;
  /** A word that is too long stays whole, to be copied. @default false: it is broken where it must be */
  keepsWords?: boolean;
}

/** The text in lines of at most so many columns, each after so many spaces. */
export function wrapped(text: string, { columns, indent, keepsWords = false }: WrapOptions): string[] {
  const room = Math.max(columns - indent, narrowest);
  const lines: string[] = [];
  let line = "";
  for (const word of oneLine(text)
    .split(" ")
    .flatMap((each) => (keepsWords ? [each] : pieces(each, room)))) {
    const longer = line === "" ? word : `${line} ${word}`;
    const isFull = line !== "" && widthOf(longer) > room;
    if (isFull) lines.push(line);
    line = isFull ? word : longer;
  }
  return [...lines, line].map((each) => " ".repeat(indent) + each);
}

function pieces(word: string, room: number): string[] {
  return widthOf(word) <= room ? [word] : (word.match(new RegExp(`.{1,${room}}`, "gu")) ?? []);
}

/** A size for people, such as `3.4 MiB`. */
export function sizeText(sizeBytes: number): string {
  if (sizeBytes < 1024) return `${sizeBytes} B`;
  const units = ["KiB", "MiB", "GiB", "TiB"];
  let size = sizeBytes / 1024;
  let unit = 0;
  while (size >= 999.95 && unit < units.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${size.toFixed(1)} ${units[unit]}`;
}

/** A number and its noun, such as `1 recording` and `2 recordings`. */
export function countText(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Names and their values, one a line; those without a value are left out. */
export function detailsText(details: Readonly<Record<string, unknown>>): string {
  const shown = Object.entries(details).filter(([, value]) => value !== undefined && value !== null && value !== "");
  const width = Math.max(...shown.map(([name]) => widthOf(name)));
  return shown.map(([name, value]) => `${pad(name, width)}  ${oneLine(String(value))}\n`).join("");
}
