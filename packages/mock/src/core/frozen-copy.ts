/**
 * A deep copy of plain data that nobody can change. Keys are kept whatever they are called:
 * `__proto__` stays a key, as `JSON.parse` made it. What nobody can change already is not copied again.
 *
 * @param known remembers what was found to be frozen throughout, so that it need not be looked through again
 */
export function frozenCopy<Value>(value: Value, known = new WeakSet<object>()): Value {
  return copy(value, known) as Value;
}

function copy(value: unknown, known: WeakSet<object>): unknown {
  if (typeof value !== "object" || value === null || isFrozenThroughout(value, known)) return value;
  if (Array.isArray(value)) return Object.freeze(value.map((item) => copy(item, known)));
  const target: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    // An assignment to `__proto__` would change the prototype instead of adding a key.
    if (key === "__proto__") Object.defineProperty(target, key, { value: copy(item, known), enumerable: true });
    else target[key] = copy(item, known);
  }
  return Object.freeze(target);
}

function isFrozenThroughout(value: unknown, known: WeakSet<object>): boolean {
  if (typeof value !== "object" || value === null || known.has(value)) return true;
  if (!Object.isFrozen(value) || !Object.values(value).every((item) => isFrozenThroughout(item, known))) return false;
  known.add(value);
  return true;
}
