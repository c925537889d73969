import { inspect } from "node:util";

/** Every text that a value shows, or holds where code could reach it: printed, as JSON, and property by property. */
export function textsOf(value: unknown): string[] {
  const texts = [inspect(value, { depth: null, showHidden: true }), String(value), JSON.stringify(value) ?? ""];
  const reached = new Set<unknown>([value]);
  for (const part of reached) {
    if (typeof part === "string") texts.push(part);
    if (part instanceof Headers) for (const entry of part) texts.push(...entry);
    if (typeof part === "object" && part !== null) for (const inner of innerParts(part)) reached.add(inner);
  }
  return texts;
}

function innerParts(part: object): unknown[] {
  const own = Reflect.ownKeys(part).flatMap((key) => [key, Reflect.get(part, key)]);
  return part instanceof Error ? [...own, part.name, part.message, part.stack] : own;
}
