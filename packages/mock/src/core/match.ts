/** Selects requests, calls or journal entries by their fields. A field that is not named can have any value. */
export type Match = Readonly<Record<string, unknown>>;

/**
 * Whether attributes have every field that a match names, at any depth. Lists must have the same length. A field
 * of the match that is undefined counts as not named.
 *
 * @example
 * matches({ udfs: { crm: { id: 7 } } }, { memberId: "mem_1", udfs: { crm: { id: 7, stage: "won" } } }) // true
 */
export function matches(match: Match, attributes: object): boolean {
  return isMatch(match, attributes);
}

function isMatch(wanted: unknown, actual: unknown): boolean {
  if (typeof wanted !== "object" || wanted === null) return wanted === actual;
  if (typeof actual !== "object" || actual === null) return false;
  if (Array.isArray(wanted) && (!Array.isArray(actual) || wanted.length !== actual.length)) return false;
  // Own keys only, so that `__proto__` is a key like any other.
  return Object.entries(wanted).every(([key, value]) => value === undefined || hasMatching(actual, key, value));
}

function hasMatching(actual: object, key: string, wanted: unknown): boolean {
  return Object.hasOwn(actual, key) && isMatch(wanted, Reflect.get(actual, key));
}
