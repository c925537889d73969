/**
 * The statements that follow from the OpenAPI document: what each operation answers, what its body and its path have, and
 * what each field of a resource is. Rules that no schema can say are in `openapi/statements.yaml`.
 */
import { assumptions } from "../contract/assumptions.ts";
import {
  type DocumentedOperation,
  documentedOperations,
  type JsonSchema,
  resolvedSchema,
  schemaTable,
} from "../contract/openapi-document.ts";
import { statedFieldsOfSchema } from "./stated-fields.ts";
import type { Statement, StatementSection } from "./statements.ts";

interface DocumentedStatement extends Statement {
  section: string;
}

const formats: Readonly<Record<string, string>> = { email: "an e-mail", uri: "an address", "date-time": "a timestamp" };

/** By section: those of resources, then those of operations, each in the document's order. */
export function documentedSections(): StatementSection[] {
  const all = [...Object.keys(schemaTable).flatMap(statementsOfFields), ...documentedOperations.flatMap(statementsOf)];
  const unique = all.filter(({ id }, index) => all.findIndex((other) => other.id === id) === index);
  const sections = [...new Set(unique.map(({ section }) => section))];
  return sections.map((section) => ({ section, statements: unique.filter((one) => one.section === section) }));
}

function statementsOfFields(name: string): DocumentedStatement[] {
  const { "x-statements": prefix = "", properties = {} } = schemaTable[name] ?? {};
  const words = prefix.replace("2.", "").replaceAll("-", " ");
  const section = `2. ${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
  // What a field has in common with that of another schema, one statement by hand says of all.
  const own = statedFieldsOfSchema(name).filter(({ path, statement }) => statement === `${prefix}.${path}`);
  return own.map(({ path, statement }) => {
    const schema = properties[path] ?? {};
    const text = schema.description ?? resolvedSchema(schema).description;
    const says = text === undefined ? `\`${path}\` is ${typeText(schema)}.` : `\`${path}\`: ${inOneLine(text)}`;
    return { section, id: statement, says, assumptions: rowsIn(schema) };
  });
}

function statementsOf(operation: DocumentedOperation): DocumentedStatement[] {
  const { method, path, tag, parameters, parameterSchemas, requestSchema, success, assumed } = operation;
  const [section, id] = [`4. ${tag}`, `4.${method} ${path}`];
  const status = success.isAssumed ? "" : ` ${success.status}`;
  const schema = schemaTable[requestSchema ?? ""];
  return [
    { section, id, says: `It answers${status} with ${answerText(operation)}.`, assumptions: assumed },
    ...parameters.map((name) => {
      const { description = "", ...parameter } = parameterSchemas[name] ?? {};
      const says = `The path has \`${name}\`: ${inOneLine(description)}`;
      return { section, id: `${id}.${name}`, says, assumptions: rowsIn({ description, ...parameter }) };
    }),
    ...(schema
      ? [{ section, id: `${id}.body`, says: bodyText(schema), assumptions: rowsIn({ ...schema, properties: {} }) }]
      : []),
  ];
}

function answerText({ responseSchemas, success }: DocumentedOperation): string {
  const { properties = {} } = schemaTable[responseSchemas[success.status] ?? ""] ?? {};
  const data = properties.data && resolvedSchema(properties.data);
  return data?.items ? typeText(data) : namesText(data?.properties ?? properties);
}

function bodyText({ "x-provenance": provenance, description, properties = {}, required = [] }: JsonSchema): string {
  if (provenance === "assumed" && description) return inOneLine(description);
  const fields = Object.entries(properties).map(([name, schema]) => ({ name, text: limitedText(name, schema) }));
  const texts = [true, false].map((isRequired) =>
    fields.filter(({ name }) => required.includes(name) === isRequired).map(({ text }) => text),
  );
  const parts = texts.map(
    (names, at) => `${listText(names)} ${names.length > 1 ? "are" : "is"} ${["required", "optional"][at]}`,
  );
  return `${parts.filter((_, at) => texts[at]?.length).join(", and ")}.`;
}

/** A field with its words, or its length. */
function limitedText(name: string, field: JsonSchema): string {
  const { enum: words, minLength = 0, maxLength } = resolvedSchema(field);
  const length = maxLength === undefined ? "" : ` (${minLength} to ${maxLength} characters)`;
  return `\`${name}\`${words ? ` (${words.map((word) => `\`${word}\``).join(" or ")})` : length}`;
}

/** `a string`, `a list, each with …`. */
function typeText(field: JsonSchema): string {
  const { type, format = "", items, properties, anyOf } = resolvedSchema(field);
  if (anyOf) return anyOf.map(typeText).join(" or ");
  if (items)
    return resolvedSchema(items).properties
      ? `a list, each with ${namesText(resolvedSchema(items).properties)}`
      : "a list";
  if (properties) return `an object with ${namesText(properties)}`;
  return (
    formats[format] ??
    [type ?? "any value"]
      .flat()
      .map((word) => (word === "null" ? word : `a ${word}`))
      .join(" or ")
  );
}

function namesText(properties: object = {}): string {
  return listText(Object.keys(properties).map((name) => `\`${name}\``));
}

function listText(items: readonly string[]): string {
  return new Intl.ListFormat("en-GB").format(items);
}

function inOneLine(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}

/** The rows of `ASSUMPTIONS.md` that a part of the document names. Schemas with `x-statements` name theirs themselves. */
function rowsIn(part: JsonSchema): string[] {
  const texts = JSON.stringify(part, (_key, value) => {
    const referred = value?.$ref ? resolvedSchema(value) : value;
    return referred?.["x-statements"] && referred !== part ? {} : referred;
  });
  return assumptions.map(({ id }) => id).filter((id) => texts.includes(`"${id}"`) || texts.includes(`\`${id}\``));
}
