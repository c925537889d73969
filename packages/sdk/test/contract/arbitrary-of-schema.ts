import fc from "fast-check";

/** The part of JSON Schema that the document uses. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  enum?: string[];
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
}

/** Schemas by the name that `$ref` gives them. */
export type SchemaTable = Record<string, JsonSchema>;

/** Values that a schema allows, with unknown fields now and then. */
export function arbitraryOf(schema: JsonSchema, table: SchemaTable): fc.Arbitrary<unknown> {
  if (schema.$ref) return arbitraryOf(resolve(schema.$ref, table), table);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((option) => arbitraryOf(option, table)));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.type === undefined) return fc.jsonValue({ maxDepth: 2 });
  const types = [schema.type].flat();
  return fc.oneof(...types.map((type) => arbitraryOfType(type, schema, table)));
}

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

function arbitraryOfType(type: string, schema: JsonSchema, table: SchemaTable): fc.Arbitrary<unknown> {
  switch (type) {
    case "string":
      return fc.string();
    case "number":
      return fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
    case "integer":
      return fc.oneof(fc.integer(), fc.constant(1e300));
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return fc.array(arbitraryOf(schema.items ?? {}, table), { maxLength: 3 });
    case "object":
      return arbitraryObject(schema, table);
    default:
      throw new Error(`The document uses the type ${type}, which the generator does not know.`);
  }
}

function arbitraryObject({ properties = {}, required = [] }: JsonSchema, table: SchemaTable): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, schema]) => [name, arbitraryOf(schema, table)] as const);
  const known = fc.record(Object.fromEntries(fields), { requiredKeys: required });
  const unknown = fc.dictionary(fc.string({ minLength: 12 }), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 1 });
  return fc.tuple(known, unknown).map(([object, extra]) => ({ ...extra, ...object }));
}

/** A copy with one place below the root changed: deleted for undefined, else replaced. */
function changeAt(value: unknown, depth: number, step: number, replacement: unknown): unknown {
  if (typeof value !== "object" || value === null || Object.keys(value).length === 0) return replacement ?? null;
  const keys = Object.keys(value);
  const key = keys[step % keys.length] as string;
  const child = Reflect.get(value, key);
  const isLeaf = depth === 0 || typeof child !== "object" || child === null;
  const changed = isLeaf ? replacement : changeAt(child, depth - 1, step >> 2, replacement);
  if (Array.isArray(value))
    return changed === undefined ? value.toSpliced(Number(key), 1) : value.with(Number(key), changed);
  const { [key]: _old, ...rest } = value as Record<string, unknown>;
  return changed === undefined ? rest : { ...rest, [key]: changed };
}

function resolve(reference: string, table: SchemaTable): JsonSchema {
  const schema = table[reference.replace("#/components/schemas/", "")];
  if (!schema) throw new Error(`${reference} is not in the document.`);
  return schema;
}
