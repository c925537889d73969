/**
 * Compares JSON with a schema of the document. Says where it departs, and nothing of the values. `test/schemas.test.ts`
 * compares it with a validator that others wrote.
 */
import { isIdentifier } from "../identifier.ts";
import { foundDateForm } from "./date-form.ts";
import { type JsonSchema, referredSchema, resolvedSchema, schemaTable } from "./openapi-document.ts";

/** A point at which a value does not match its schema. It contains nothing of the value. */
export interface SchemaProblem {
  /** The place in the document, such as `#/components/schemas/Agent/required`. */
  place: string;
  /** The place in the value, such as `data[].createdAt`, with `[]` for any item of a list. Empty for the whole. */
  field: string;
  /** What is there instead. */
  found: "missing" | "null" | "another type" | "another form";
  /** Where in the value, what should be there, and of which type it is. */
  statement: string;
  /** How many rows of lists have it. */
  count: number;
}

/** A field that a response has and the document does not. */
export interface UnknownField {
  /** The place in the document where the field is missing, such as `#/components/schemas/Agent/properties`. */
  place: string;
  /** The place in the value. The field's own name is masked, unless it is written as programs write names. */
  field: string;
  key: string;
}

interface Located {
  schema: JsonSchema;
  value: unknown;
  place: string;
  field: string;
}

const uri = /^[a-z][a-z0-9+.-]*:(?:\/\/\[[0-9a-f:.]+\])?(?:[\w.~:/?#@!$&'()*+,;=-]|%[0-9a-f]{2})+$/i;
const dateTime =
  /^(\d{4})-(0[1-9]|1[0-2])-(\d\d)[t\s](?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)$/i;

const utc = /(?:z|[+-]00:?00)$/i;

const formats: Readonly<Record<string, (text: string) => boolean>> = {
  // A mailbox of RFC 5321, whose host may be one word.
  email: (text) => /^[^\s@]+@[^\s@]+$/.test(text),
  uri: (text) => uri.test(text),
  "date-time": isDateTime,
};

type Problem = Omit<SchemaProblem, "count">;
type Departure = Problem | UnknownField;

/**
 * Checks a value against a schema of the document. A departure in every row of a list is one problem.
 *
 * @param name such as `AgentListResponse`
 * @param field where the value is in the response
 */
export function problemsOf(name: string, value: unknown, field = ""): SchemaProblem[] {
  const unique = new Map<string, SchemaProblem>();
  for (const departure of departuresOf(name, value, field)) {
    if (isUnknown(departure)) continue;
    const key = `${departure.place} ${departure.statement}`;
    unique.set(key, { ...departure, count: (unique.get(key)?.count ?? 0) + 1 });
  }
  return [...unique.values()];
}

/** The fields of a value that its schema does not have, each once. Free-form parts of the document are not searched. */
export function unknownFieldsOf(name: string, value: unknown): UnknownField[] {
  const unknown = [...departuresOf(name, value)].filter(isUnknown);
  return [...new Map(unknown.map((one) => [`${one.place} ${one.key}`, one])).values()];
}

function departuresOf(name: string, value: unknown, field = ""): Iterable<Departure> {
  return departuresIn({ ...referred(`#/components/schemas/${name}`), value, field });
}

function isUnknown(departure: Departure): departure is UnknownField {
  return "key" in departure;
}

function referred(reference: string): Pick<Located, "schema" | "place"> {
  return { schema: referredSchema(reference, schemaTable), place: reference };
}

function* departuresIn(located: Located): Generator<Departure, void, void> {
  const { schema, value } = located;
  if (schema.$ref) return yield* departuresIn({ ...located, ...referred(schema.$ref) });
  if (schema.anyOf) return yield* departuresOfAny(schema.anyOf, located);
  if (schema.type !== undefined && ![schema.type].flat().some((type) => isOfType(type, value))) {
    return yield problemAt(located, "type", `must be ${typesText([schema.type].flat())}`);
  }
  if (schema.enum && !schema.enum.includes(value as string)) yield problemAt(located, "enum", "must be another word");
  if (schema.format && typeof value === "string" && !formatOf(schema.format)(value)) {
    yield problemAt(located, "format", `must have the format ${schema.format}`);
  } else if (schema.format === "date-time" && typeof value === "string" && !utc.test(value)) {
    // The specification says it of all timestamps, and no format does.
    const statement = `${located.field} must be in UTC, with Z or +00:00 at its end, and has another offset`;
    yield { place: "section 2, timestamps", field: located.field, found: "another form", statement };
  }
  if (typeof value === "string") yield* problemsOfLength(located, [...value].length);
  if (Array.isArray(value)) yield* departuresOfItems(located, value);
  else if (isObject(value)) yield* departuresOfObject(located, value);
}

function* problemsOfLength(located: Located, characters: number): Generator<Problem> {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = located.schema;
  if (characters < minLength) yield problemAt(located, "minLength", `must have at least ${minLength} characters`);
  if (characters > maxLength) yield problemAt(located, "maxLength", `must have at most ${maxLength} characters`);
}

function* departuresOfItems({ schema, place, field }: Located, list: readonly unknown[]): Generator<Departure> {
  if (!schema.items) return;
  for (const value of list) {
    yield* departuresIn({ schema: schema.items, value, place: `${place}/items`, field: `${field}[]` });
  }
}

function* departuresOfObject({ schema, place, field }: Located, object: object): Generator<Departure> {
  const { properties, required = [] } = schema;
  for (const key of Object.keys(object)) {
    if (!properties || Object.hasOwn(properties, key)) continue;
    yield { place: `${place}/properties`, field: fieldIn(field, isIdentifier(key) ? key : "…"), key };
  }
  if (required.length > 1 && !required.some((key) => Object.hasOwn(object, key))) {
    const statement = `${field || "The body"} has none of its fields`;
    yield { place: `${place}/required`, field, found: "missing", statement };
    return;
  }
  for (const key of required) {
    if (Object.hasOwn(object, key)) continue;
    const missing = fieldIn(field, key);
    yield { place: `${place}/required`, field: missing, found: "missing", statement: `${missing} is missing` };
  }
  for (const [key, property] of Object.entries(properties ?? {})) {
    if (!Object.hasOwn(object, key)) continue;
    const value: unknown = Reflect.get(object, key);
    yield* departuresIn({ schema: property, value, place: `${place}/properties/${key}`, field: fieldIn(field, key) });
  }
}

/** Of the alternatives, what departs from the one whose type the value has; one problem when it has the type of none. */
function* departuresOfAny(alternatives: readonly JsonSchema[], located: Located): Generator<Departure> {
  const isDeeper = (departure: Departure) =>
    isUnknown(departure) || departure.field !== located.field || departure.found === "missing";
  const problemsIn = (departures: readonly Departure[]) => departures.filter((each) => !isUnknown(each)).length;
  const [nearest] = alternatives
    .map((schema) => [...departuresIn({ ...located, schema })])
    .filter((departures) => departures.every(isDeeper))
    .toSorted((one, other) => problemsIn(one) - problemsIn(other));
  if (nearest) return yield* nearest;
  const types = alternatives.flatMap((schema) => resolvedSchema(schema).type ?? []);
  yield problemAt(located, "anyOf", `must be ${typesText(types)}`);
}

function problemAt({ place, field, value }: Located, keyword: string, expected: string): Problem {
  const found = value === null ? "null" : keyword === "type" || keyword === "anyOf" ? "another type" : "another form";
  const form = keyword === "format" && expected.endsWith("date-time") ? foundDateForm(String(value)) : "has not";
  const is = found === "another form" ? form : `is ${typeText(typeOf(value))}`;
  const statement = `${field || "The body"} ${expected}, and ${is}`;
  return { place: `${place}/${keyword}`, field, found, statement };
}

/** @throws {RangeError} for a format that the document did not have when this was written */
function formatOf(name: string): (text: string) => boolean {
  const format = formats[name];
  if (!format) throw new RangeError(`The document uses the format ${name}, which the check does not know.`);
  return format;
}

/** A date-time of RFC 3339, on a day that the calendar has. */
function isDateTime(text: string): boolean {
  const [, year, month, day] = (dateTime.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  return day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function isOfType(type: string, value: unknown): boolean {
  return type === "integer" ? Number.isInteger(value) : type === typeOf(value);
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

function typesText(types: readonly string[]): string {
  return [...new Set(types)].map(typeText).join(" or ");
}

/** `a string`, `an array`, `null`. */
function typeText(type: string): string {
  if (type === "null" || type === "undefined") return type;
  return `${/^[aio]/.test(type) ? "an" : "a"} ${type}`;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function fieldIn(field: string, key: string): string {
  return field === "" ? key : `${field}.${key}`;
}
