/** Letters and controls of scripts that are written from right to left. */
const rightToLeft = /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * A name for use inside another text. Where it could turn the text around it, it is enclosed by the characters that keep
 * its direction to itself. Elements do the same by `unicode-bidi` in `app.css`.
 */
export function isolated(name: string): string {
  return rightToLeft.test(name) ? `\u2068${name}\u2069` : name;
}
