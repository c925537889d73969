/** What a seed file can have of the responses of a service. */
import * as z from "zod";

/** Stands for a name that the service has chosen: it may be that of a person. */
export const unknownName = "…";

/** Where a value is, and what is to be told of it. */
interface PartOptions {
  place: string;
  /** Gets the places of what is left out, each once. */
  leftOut: Set<string>;
}

/** The part of a value that a schema knows. A value of another type may be a text about people. */
export function knownPart(schema: unknown, value: unknown, { place, ...options }: PartOptions): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return knownPart(schema.unwrap(), value, { place, ...options });
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    const at = `${place}[]`;
    const kept = value.filter((item) => canBe(schema.element, item));
    if (kept.length < value.length) options.leftOut.add(at);
    return kept.map((item) => knownPart(schema.element, item, { place: at, ...options }));
  }
  if (!(schema instanceof z.ZodObject) || typeof value !== "object" || value === null) return value;
  const known: Record<string, unknown> = {};
  for (const [name, item] of Object.entries(value)) {
    const field = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined;
    const at = `${place}.${field ? name : unknownName}`;
    if (field && canBe(field, item)) known[name] = knownPart(field, item, { place: at, ...options });
    else options.leftOut.add(at);
  }
  return known;
}

/** Whether a value is of the schema's kind. What is inside an object or a list is looked at later. */
function canBe(schema: unknown, value: unknown): boolean {
  if (schema instanceof z.ZodOptional) return canBe(schema.unwrap(), value);
  if (schema instanceof z.ZodNullable) return value === null || canBe(schema.unwrap(), value);
  if (schema instanceof z.ZodArray) return Array.isArray(value);
  if (schema instanceof z.ZodObject) return typeof value === "object" && value !== null && !Array.isArray(value);
  return schema instanceof z.ZodType && schema.safeParse(value).success;
}
