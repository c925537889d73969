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
  const copied: Record<string, unknown> = { ...value };
  for (const key of Object.keys(copied)) {
    // The copy's own by now, also when it is named `__proto__`.
    const item = copied[key];
    if (item === undefined) delete copied[key];
    else if (typeof item === "object") copied[key] = copy(item);
  }
  return Object.freeze(copied);
}

function isDeeplyFrozen(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  const isFrozen = Object.isFrozen(value) && (known.has(value) || Object.values(value).every(isDeeplyFrozen));
  if (isFrozen) known.add(value);
  return isFrozen;
}
