/**
 * A deep copy of plain data that nobody can change. Keys are kept whatever they are called:
 * `__proto__` stays a key, as `JSON.parse` made it.
 */
export function frozenCopy<Value>(value: Value): Value {
  return copy(value) as Value;
}

function copy(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return Object.freeze(value.map(copy));
  const target = {};
  for (const [key, item] of Object.entries(value)) {
    // An assignment to `__proto__` would change the prototype instead of adding a key.
    Object.defineProperty(target, key, { value: copy(item), enumerable: true });
  }
  return Object.freeze(target);
}
