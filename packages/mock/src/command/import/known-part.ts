/** What a seed file can have of the responses of a service. */
import * as z from "zod";

/** The part of a value that a schema knows. Null stands for nothing where the schema has no null. */
export function knownPart(
  schema: unknown,
  value: unknown,
  { place, leftOut }: { place: string; leftOut: Set<string> },
): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return knownPart(schema.unwrap(), value, { place, leftOut });
  if (schema instanceof z.ZodArray && Array.isArray(value))
    return value.map((item) => knownPart(schema.element, item, { place: `${place}[]`, leftOut }));
  if (!(schema instanceof z.ZodObject) || typeof value !== "object" || value === null) return value;
  const known: Record<string, unknown> = {};
  for (const [name, item] of Object.entries(value)) {
    const field = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined;
    const at = `${place}.${name}`;
    const isKept = field instanceof z.ZodType && (item !== null || field.safeParse(null).success);
    if (isKept) known[name] = knownPart(field, item, { place: at, leftOut });
    else leftOut.add(at);
  }
  return known;
}
