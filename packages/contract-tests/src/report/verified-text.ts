/** What was verified on the live service, as a sentence. It imports no built package: the generator uses it before anything is built. */

/** The day on which a live run last found each operation to be as documented: YYYY-MM-DD. One that is missing never was. */
export type Fidelity = Readonly<Record<string, string>>;

/** It follows the sentence: what begins with a comment is not read as Markdown. */
const mark = "<!-- written by scripts/generate.ts from fidelity.json -->";

/** A page in which the bold sentence before the mark says what was verified. @throws {RangeError} without them */
export function withVerified(page: string, fidelity: Fidelity): string {
  const written = new RegExp(`\\*\\*[^*]+\\*\\*(?=${mark})`);
  if (!written.test(page)) throw new RangeError(`The page has no bold sentence before ${mark}.`);
  return page.replace(written, () => verifiedText(fidelity));
}

/** What was verified on the live service, in bold. */
export function verifiedText(fidelity: Fidelity): string {
  const verified = Object.entries(fidelity);
  if (verified.length === 0) return "**No operation has been verified on the live service yet.**";
  const days = verified.map(([operation, day]) => `\`${operation}\` (${day})`).join(", ");
  return `**Verified on the live service: ${days}. No other operation has been.**`;
}
