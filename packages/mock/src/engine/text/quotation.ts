/** How the words of a category become parts of sentences: as they are, in quotation marks. */

/** The longest question that is quoted whole, in characters. */
const maxQuotedLength = 160;

/** A text in quotation marks: as it is, but on one line and cut when it is very long. "this point" for one without a word. */
export function quoted(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  const characters = [...line];
  if (line === "") return "this point";
  if (characters.length <= maxQuotedLength) return `“${line}”`;
  const beginning = characters.slice(0, maxQuotedLength).join("");
  // Between words where there are any: Japanese has none.
  const end = beginning.lastIndexOf(" ");
  return `“${end > maxQuotedLength / 2 ? beginning.slice(0, end) : beginning}…”`;
}

/** A text as a sentence: a capital at the beginning, and a full stop at the end unless it ends with a mark already. */
export function sentence(text: string): string {
  const isEnded = /[.!?…。！？।]["”’]?$/u.test(text);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${isEnded ? "" : "."}`;
}
