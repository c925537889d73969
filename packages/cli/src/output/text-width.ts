/** Texts in the columns of a terminal. Pure. */
import prettyBytes from "pretty-bytes";
import stringWidth from "string-width";
import wrapAnsi from "wrap-ansi";

/** The text, padded with spaces to the given width. */
export function pad(text: string, { width, align = "left" }: { width: number; align?: "left" | "right" }): string {
  const spaces = " ".repeat(Math.max(0, width - stringWidth(text)));
  return align === "left" ? text + spaces : spaces + text;
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

/**
 * The text wrapped to the given width, with the prefix before the first line. A word that is too long stays whole, to be
 * copied.
 */
export function wrapped(text: string, { columns, prefix = "" }: { columns: number; prefix?: string }): string[] {
  const indent = stringWidth(prefix);
  const lines = Number.isFinite(columns) ? wrapAnsi(oneLine(text), Math.max(columns - indent, 8)) : oneLine(text);
  return lines.split("\n").map((line, index) => (index === 0 ? prefix : " ".repeat(indent)) + line);
}

/** A size for people, such as `3.4 MiB`. */
export function sizeText(sizeBytes: number): string {
  return prettyBytes(sizeBytes, { binary: true, maximumFractionDigits: 1 });
}

/** A number and its noun, such as `1 recording` and `2 recordings`. */
export function countText(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
