/** What was verified on the live service, as a sentence. It imports no built package: the generator uses it before anything is built. */

/** The day on which a live run last found each operation to be as documented: YYYY-MM-DD, or never, as for one that is missing. */
export type Fidelity = Readonly<Record<string, string>>;

const beginning = "<!-- verified: written by scripts/generate.ts from fidelity.json -->";
const end = "<!-- end of verified -->";

/** A page in which the sentence between the two marks says what was verified. @throws {RangeError} without the marks */
export function withVerified(page: string, fidelity: Fidelity): string {
  const [before, rest] = page.split(beginning);
  const [, after] = rest?.split(end) ?? [];
  if (before === undefined || after === undefined) throw new RangeError(`The page has no ${beginning}.`);
  return `${before}${beginning}${verifiedText(fidelity)}${end}${after}`;
}

/** What was verified on the live service, in bold. */
export function verifiedText(fidelity: Fidelity): string {
  const verified = Object.entries(fidelity).filter(([, day]) => day !== "never");
  if (verified.length === 0) return "**No operation has been verified on the live service yet.**";
  const days = verified.map(([operation, day]) => `\`${operation}\` (${day})`).join(", ");
  const others = Object.keys(fidelity).length - verified.length;
  const rest = others === 0 ? "" : ` ${others} of ${Object.keys(fidelity).length} operations have not been.`;
  return `**Verified on the live service: ${days}.${rest}**`;
}
