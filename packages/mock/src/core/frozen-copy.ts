/**
 * A deeply frozen copy of plain data. A key named `__proto__` stays a key, as `JSON.parse` made it. Values that
 * are deeply frozen already are not copied again.
 *
 * @param known remembers the values that were found to be deeply frozen, so that they are not searched again
 */
export function frozenCopy<Value>(value: Value, known = new WeakSet<object>()): Value {
  return copy(value, known) as Value;
}

function copy(value: unknown, known: WeakSet<object>): unknown {
  if (typeof value !== "object" || value === null || isDeeplyFrozen(value, known)) return value;
  if (Array.isArray(value)) return Object.freeze(value.map((item) => copy(item, known)));
  const target: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    // An assignment to `__proto__` would change the prototype instead of adding a key.
    if (key === "__proto__") Object.defineProperty(target, key, { value: copy(item, known), enumerable: true });
    else target[key] = copy(item, known);
  }
  return Object.freeze(target);
}

function isDeeplyFrozen(value: unknown, known: WeakSet<object>): boolean {
  if (typeof value !== "object" || value === null || known.has(value)) return true;
  if (!Object.isFrozen(value) || !Object.values(value).every((item) => isDeeplyFrozen(item, known))) return false;
  known.add(value);
  return true;
}
