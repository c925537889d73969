/**
 * Makes a deeply frozen copy of plain data, without undefined fields. A key named `__proto__` stays a key, as in
 * `JSON.parse`. A date, or any other object with `toJSON()`, becomes its JSON value. Deeply frozen values are not
 * copied again.
 */
export function frozenCopy<Value>(value: Value): Value {
  return copy(value) as Value;
}

/** The values that are known to be deeply frozen. They stay so for good, and are not searched again. */
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

/** Whether nothing of a value can change. */
export function isDeeplyFrozen(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  const isFrozen = Object.isFrozen(value) && (known.has(value) || Object.values(value).every(isDeeplyFrozen));
  if (isFrozen) known.add(value);
  return isFrozen;
}
