/** Fields by which something is chosen: whatever is not named may be anything. */
export type Match = Readonly<Record<string, unknown>>;

/**
 * Whether facts have all that a match names, at any depth. Lists must have the same length; a field of the
 * match that is undefined counts as not named.
 *
 * @example
 * matches({ udfs: { crm: { id: 7 } } }, { memberId: "mem_1", udfs: { crm: { id: 7, stage: "won" } } }) // true
 */
export function matches(match: Match, facts: object): boolean {
  return fits(match, facts);
}

function fits(wanted: unknown, actual: unknown): boolean {
  if (typeof wanted !== "object" || wanted === null) return wanted === actual;
  if (typeof actual !== "object" || actual === null) return false;
  if (Array.isArray(wanted) && (!Array.isArray(actual) || wanted.length !== actual.length)) return false;
  // Own keys only, so that one named `__proto__` is a key like any other.
  return Object.entries(wanted).every(([key, value]) => value === undefined || hasFitting(actual, key, value));
}

function hasFitting(actual: object, key: string, wanted: unknown): boolean {
  return Object.hasOwn(actual, key) && fits(wanted, Reflect.get(actual, key));
}
