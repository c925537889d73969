import fc from "fast-check";

/** Half of them ASCII. Not the unit "binary" of fast-check, which takes a second to prepare in each process. */
const character = fc.oneof(
  fc.string({ minLength: 1, maxLength: 1 }),
  fc
    .integer({ min: 0, max: 0x10ffff })
    .filter((codePoint) => codePoint < 0xd800 || codePoint > 0xdfff)
    .map((codePoint) => String.fromCodePoint(codePoint)),
);

/** Any well-formed text: of all scripts, symbols, controls and unassigned characters. */
export function anyText(constraints: { maxLength?: number } = {}): fc.Arbitrary<string> {
  return fc.string({ unit: character, ...constraints });
}
