/** Generates JSON values from the document's schemas with fast-check. */
import fc from "fast-check";
import { type JsonSchema, referredSchema, type SchemaTable } from "./openapi-document.ts";

/** Generates values that a schema allows, including its formats, some with unknown fields. */
export function arbitraryOf(schema: JsonSchema, table: SchemaTable): fc.Arbitrary<unknown> {
  if (schema.$ref) return arbitraryOf(referredSchema(schema.$ref, table), table);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((option) => arbitraryOf(option, table)));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.type === undefined) return fc.jsonValue({ maxDepth: 2 });
  const types = [schema.type].flat();
  return fc.oneof(...types.map((type) => arbitraryOfType(type, schema, table)));
}

function arbitraryOfType(type: string, schema: JsonSchema, table: SchemaTable): fc.Arbitrary<unknown> {
  switch (type) {
    case "string":
      return arbitraryText(schema);
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
      throw new Error(`The document uses the type ${type}, which the generator does not support.`);
  }
}

function arbitraryText({ format, minLength = 0, maxLength }: JsonSchema): fc.Arbitrary<string> {
  switch (format) {
    case undefined:
      return fc.string({ minLength, ...(maxLength !== undefined && { maxLength }) });
    case "email":
      return fc.tuple(fc.stringMatching(/^[a-z]{1,8}$/), fc.nat()).map(([name, id]) => `${name}.${id}@example.com`);
    case "uri":
      return arbitraryAddress();
    case "date-time":
      return arbitraryTimestamp();
    default:
      throw new Error(`The document uses the format ${format}, which the generator does not support.`);
  }
}

/** Not `fc.webUrl`: its paths take a second to prepare, in each process. */
function arbitraryAddress(): fc.Arbitrary<string> {
  const segment = fc.string({ unit: fc.oneof(fc.constantFrom("é", "आ", "🙂", "/", "?"), character) });
  const path = fc.array(segment.map(encodeURIComponent), { maxLength: 4 });
  return fc
    .tuple(fc.constantFrom("http", "https"), fc.domain(), path)
    .map(([scheme, host, segments]) => `${scheme}://${[host, ...segments].join("/")}`);
}

const character = fc.string({ minLength: 1, maxLength: 1 });

/** A timestamp has four digits for the year. */
function arbitraryTimestamp(): fc.Arbitrary<string> {
  const range = { min: new Date("0001-01-01T00:00:00Z"), max: new Date("9999-12-31T23:59:59Z"), noInvalidDate: true };
  return fc.date(range).map((date) => date.toISOString());
}

function arbitraryObject({ properties = {}, required = [] }: JsonSchema, table: SchemaTable): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, schema]) => [name, arbitraryOf(schema, table)] as const);
  const known = fc.record(Object.fromEntries(fields), { requiredKeys: required });
  const unknown = fc.dictionary(fc.string({ minLength: 12 }), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 1 });
  return fc.tuple(known, unknown).map(([object, extra]) => ({ ...extra, ...object }));
}

/** Generates values that mostly violate a schema: a valid value with one place deleted or replaced. */
export function mutationsOf(valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const change = fc.record({
    step: fc.nat(),
    depth: fc.nat(4),
    value: fc.option(fc.jsonValue({ maxDepth: 1 }), { nil: undefined }),
  });
  return fc
    .tuple(valid, change)
    .map(([value, { step, depth, value: replacement }]) => changeAt(value, depth, step, replacement));
}

/** A copy with one place below the root changed: deleted when the replacement is undefined, else replaced. */
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
