/** Writes the zod schemas of the contract: one for each schema of the document, and the response of each operation. */

/** Where the schemas are, from the root of the repository. */
export const schemasPath = "packages/sdk/src/contract/generated/schemas.ts";

/** The parts of a schema that are written; a keyword that is not here is an error. */
interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  properties?: Record<string, Schema>;
  required?: readonly string[];
  items?: Schema;
  anyOf?: readonly Schema[];
  enum?: readonly string[];
}

/** The parts of an OpenAPI document that are read. */
interface SchemaDocument {
  paths: Record<string, Record<string, { operationId?: string; responses?: Record<string, Response> }>>;
  components: { schemas: Record<string, Schema> };
}

interface Response {
  content?: Record<string, { schema: Schema }>;
}

/** What is written of a schema, or says nothing about which values are valid. `format` is not checked, as in JSON Schema. */
const known =
  /^(\$ref|type|properties|required|items|anyOf|enum|additionalProperties|description|examples?|format|x-.+)$/;

const helpers = `/** A text, of which some values are known. */
const open = <Known extends string>(): z.ZodType<Known | (string & {})> => z.string();
/** Any value, but the key must be there: \`z.unknown()\` alone would let it be absent. */
const present = z.unknown().refine((value): boolean => value !== undefined, { error: "Required" });
const integer = z.number().refine(Number.isInteger, { error: "Invalid input: expected an integer" });
`;

/** The text of the module. A schema comes after those that it refers to. */
export function schemasModule({ paths, components }: SchemaDocument): string {
  checkKeywords(components.schemas);
  const names = new Set<string>();
  const add = (name: string) => {
    const schema = components.schemas[name];
    if (!schema) throw new Error(`The document has no schema ${name}.`);
    for (const other of referredIn(schema)) if (!names.has(other)) add(other);
    names.add(name);
  };
  for (const name of Object.keys(components.schemas)) add(name);
  const constants = [...names].map((name) => `const ${name} = ${zodOf(components.schemas[name] ?? {})};\n`);
  return [
    "// Generated from openapi/call-analysis.yaml by scripts/generate.ts. Never edited.\n",
    'import * as z from "zod";\n',
    helpers,
    constants.join(""),
    `export const schemas = {\n${Object.keys(components.schemas)
      .map((name) => `  ${name},\n`)
      .join("")}};\n`,
    `export const responses = {\n${Object.entries(responsesOf(paths))
      .map(([id, name]) => `  ${id}: ${name},\n`)
      .join("")}};\n`,
  ].join("\n");
}

function responsesOf(paths: SchemaDocument["paths"]): Record<string, string> {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  return Object.fromEntries(
    operations.flatMap(({ operationId, responses = {} }) => {
      const success = Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1];
      const schema = success?.content?.["application/json"]?.schema;
      return schema ? [[operationId, zodOf(schema)]] : [];
    }),
  );
}

function referredIn(schema: Schema): string[] {
  return innerOf(schema).flatMap(({ $ref }) => ($ref ? [nameIn($ref)] : []));
}

function nameIn(reference: string): string {
  return reference.slice(reference.lastIndexOf("/") + 1);
}

/** @throws one error for all keywords that are not known */
function checkKeywords(schemas: Record<string, Schema>): void {
  const all = Object.values(schemas).flatMap(innerOf);
  const unknown = new Set(all.flatMap((schema) => Object.keys(schema).filter((keyword) => !known.test(keyword))));
  if (unknown.size === 0) return;
  throw new Error(
    `scripts/generate-schemas.ts does not know the keywords ${[...unknown].join(", ")}. Add each to \`known\`, and write its check in \`zodOf\`: a length is of characters, and zod's own counts an emoji as two. \`default\` checks nothing.`,
  );
}

/** A schema, and all that are written inside it. */
function innerOf(schema: Schema): Schema[] {
  const { properties = {}, items, anyOf = [] } = schema;
  return [schema, ...[...Object.values(properties), ...anyOf, ...(items ? [items] : [])].flatMap(innerOf)];
}

function zodOf(schema: Schema): string {
  const { $ref, type, items, anyOf } = schema;
  if ($ref) return nameIn($ref);
  if (anyOf) return anyOfIn(anyOf);
  if (typeof type === "object") return anyOfIn(type.map((one) => ({ ...schema, type: one })));
  switch (type) {
    case undefined:
      return "z.unknown()";
    case "object":
      return objectOf(schema);
    case "array":
      return `z.array(${zodOf(items ?? {})})`;
    case "integer":
      return "integer";
    default:
      return `z.${type}()`;
  }
}

/** Known values beside any text are an open enum. */
function anyOfIn(choices: readonly Schema[]): string {
  const literals = choices.flatMap((choice) => choice.enum ?? []).map((value) => JSON.stringify(value));
  if (literals.length > 0 && choices.some((choice) => !choice.enum)) return `open<${literals.join(" | ")}>()`;
  const others = choices.filter(({ type }) => type !== "null").map(zodOf);
  const union = others.length === 1 ? String(others[0]) : `z.union([${others.join(", ")}])`;
  return others.length === choices.length ? union : `${union}.nullable()`;
}

/** Unknown fields are accepted. */
function objectOf({ properties = {}, required = [] }: Schema): string {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const written = zodOf(schema);
    if (!required.includes(name)) return `  ${name}: ${written}.optional(),\n`;
    return `  ${name}: ${written === "z.unknown()" ? "present" : written},\n`;
  });
  return `z.looseObject({${fields.length > 0 ? `\n${fields.join("")}` : ""}})`;
}
