/**
 * A deeply frozen copy of plain data, without fields that are undefined. A key named `__proto__` stays a key, as `JSON.parse` made it. A date, and whatever
 * else says how it is as JSON, becomes that. Values that are deeply frozen already are not copied again.
 */
export function frozenCopy<Value>(value: Value): Value {
  return copy(value) as Value;
}

/** The values that were found to be deeply frozen, so that they are not searched again. They stay so for good. */
const known = new WeakSet<object>();

function copy(value: unknown): unknown {
  if (typeof value !== "object" || value === null || isDeeplyFrozen(value)) return value;
  if (Array.isArray(value)) return Object.freeze(value.map((item) => copy(item)));
  if ("toJSON" in value && typeof value.toJSON === "function") return copy(value.toJSON());
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  // Not assigned: a key may be named `__proto__`.
  return Object.freeze(Object.fromEntries(entries.map(([key, item]) => [key, copy(item)])));
}

function isDeeplyFrozen(value: unknown): boolean {
  if (typeof value !== "object" || value === null || known.has(value)) return true;
  if (!Object.isFrozen(value) || !Object.values(value).every((item) => isDeeplyFrozen(item))) return false;
  known.add(value);
  return true;
}
