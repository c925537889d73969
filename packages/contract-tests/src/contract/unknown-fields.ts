import { type JsonSchema, referredSchema, schemaTable } from "./json-schema.ts";

/** A field that an answer has and the document does not. */
export interface UnknownField {
  /** The place in the document that would have it, such as `#/components/schemas/Agent/properties`. */
  place: string;
  key: string;
}

/** Fields that a value has beyond its schema. What the document leaves free-form is not looked into. */
export function unknownFieldsOf(schemaName: string, value: unknown): UnknownField[] {
  return fieldsBeyond({ $ref: `#/components/schemas/${schemaName}` }, value, "#");
}

function fieldsBeyond(schema: JsonSchema, value: unknown, place: string): UnknownField[] {
  if (typeof value !== "object" || value === null) return [];
  if (schema.$ref) return fieldsBeyond(referredSchema(schema.$ref, schemaTable), value, schema.$ref);
  if (schema.anyOf) return fewest(schema.anyOf.map((option) => fieldsBeyond(option, value, place)));
  if (Array.isArray(value)) return value.flatMap((item) => fieldsBeyond(schema.items ?? {}, item, place));
  return schema.properties ? fieldsOfObject(schema.properties, value, place) : [];
}

function fieldsOfObject(properties: Record<string, JsonSchema>, value: object, place: string): UnknownField[] {
  return Object.entries(value).flatMap(([key, item]) => {
    const property = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (!property) return [{ place: `${place}/properties`, key }];
    return fieldsBeyond(property, item, `${place}/properties/${key}`);
  });
}

/** The reading of a value under which it has the fewest fields too many. */
function fewest(readings: UnknownField[][]): UnknownField[] {
  return readings.reduce((best, reading) => (reading.length < best.length ? reading : best));
}
