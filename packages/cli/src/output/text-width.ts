/** Fits texts into the columns of a terminal. Pure. */
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

/** A text on one line, without line breaks and terminal control characters. */
export function oneLine(text: string): string {
  return text.replace(/\s*[\r\n]+\s*/g, " ").replace(controls, "�");
}

/** JSON with terminal control characters escaped. `JSON.stringify` leaves some of them unchanged. */
export function jsonText(value: unknown, indent?: number): string {
  const escaped = (control: string) => `\\u${control.charCodeAt(0).toString(16).padStart(4, "0")}`;
  const text = JSON.stringify(value, null, indent);
  return text.replace(controls, (control) => (control === "\n" ? control : escaped(control)));
}

/** A text of several lines, without other terminal control characters. */
export function harmless(text: string): string {
  return text.replace(controls, (control) => (control === "\n" || control === "\t" ? control : "�"));
}

/**
 * Wraps a text to the given width, with the prefix before the first line. A word that is too long stays whole, so that
 * people can copy it.
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

/** A number with its noun, such as `1 recording` and `2 recordings`. */
export function countText(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
