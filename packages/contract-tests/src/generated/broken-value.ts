import fc from "fast-check";

/** Values that mostly break a schema: a valid one with one place deleted or replaced. */
export function mutated(valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const change = fc.record({
    step: fc.nat(),
    depth: fc.nat(4),
    value: fc.option(fc.jsonValue({ maxDepth: 1 }), { nil: undefined }),
  });
  return fc
    .tuple(valid, change)
    .map(([value, { step, depth, value: replacement }]) => changeAt(value, depth, step, replacement));
}

/** A copy with one place below the root changed: deleted for undefined, else replaced. */
function changeAt(value: unknown, depth: number, step: number, replacement: unknown): unknown {
  if (typeof value !== "object" || value === null || Object.keys(value).length === 0) return replacement ?? null;
  const keys = Object.keys(value);
  const key = keys[step % keys.length] as string;
  const child = Reflect.get(value, key);
  const isLeaf = depth === 0 || typeof child !== "object" || child === null;
  const changed = isLeaf ? replacement : changeAt(child, depth - 1, step >> 2, replacement);
  if (Array.isArray(value)) return withItem(value, Number(key), changed);
  const { [key]: _old, ...rest } = value as Record<string, unknown>;
  return changed === undefined ? rest : { ...rest, [key]: changed };
}

function withItem(list: unknown[], index: number, item: unknown): unknown[] {
  return item === undefined ? list.toSpliced(index, 1) : list.with(index, item);
}
