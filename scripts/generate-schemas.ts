/**
 * Writes the zod schemas of the contract: one for each schema of the document, and the response of each operation. The
 * generators that were tried drop keys that a schema does not name, or write types that differ from those of the contract.
 */
import { nameIn, operationsIn, type Schema, type SchemaDocument } from "./document.ts";

/** Where the schemas are, from the root of the repository. */
export const schemasPath = "packages/sdk/src/contract/generated/schemas.ts";

/** What is written of a schema, or says nothing about which values are valid. `format` is not checked, as in JSON Schema. */
const known =
  /^(\$ref|type|properties|required|items|anyOf|enum|additionalProperties|description|examples?|format|x-.+)$/;

/** What schemas are written with, each by its name. Only those that are used are written, too. */
const helpers = {
  open: `/** A text, of which some values are known. */
const open = <Known extends string>(): z.ZodType<Known | (string & {})> => z.string();
`,
  present: `/** Any value, but the key must be there: \`z.unknown()\` alone would let it be absent. */
const present = z.unknown().refine((value): boolean => value !== undefined, { error: "Required" });
`,
  integer: `const integer = z.number().refine(Number.isInteger, { error: "Invalid input: expected an integer" });
`,
};

/** The text of the module. A schema comes after those that it refers to. */
export function schemasModule(document: SchemaDocument): string {
  const { components } = document;
  checkKeywords(components.schemas);
  const names = new Set<string>();
  const add = (name: string) => {
    const schema = components.schemas[name];
    if (!schema) throw new Error(`The document has no schema ${name}.`);
    for (const other of referredIn(schema)) if (!names.has(other)) add(other);
    names.add(name);
  };
  for (const name of Object.keys(components.schemas)) add(name);
  const constants = [...names].map((name) => `const ${name} = ${zodOf(components.schemas[name] ?? {})};\n`).join("");
  const used = Object.entries(helpers).filter(([name]) => new RegExp(`\\b${name}\\b`).test(constants));
  return [
    "// Generated from openapi/call-analysis.yaml by scripts/generate.ts. Never edited.\n",
    'import * as z from "zod";\n',
    // Before the first schema, which zod 3 cannot make. Asked by a member: `in z` would keep all of zod in a bundle.
    'if (typeof z.looseObject !== "function") throw new Error("@call-analysis/sdk/schemas needs zod 4.");\n',
    used.map(([, helper]) => helper).join(""),
    constants,
    `export const schemas = {\n${Object.keys(components.schemas)
      .map((name) => `  ${name},\n`)
      .join("")}};\n`,
    `export const responses = {\n${Object.values(operationsIn(document))
      .map(({ operationId, response }) => `  ${operationId}: ${zodOf(response.schema)},\n`)
      .join("")}};\n`,
  ].join("\n");
}

function referredIn(schema: Schema): string[] {
  return innerOf(schema).flatMap((inner) => (inner.$ref ? [nameIn(inner.$ref)] : []));
}

/** @throws one error for all keywords that are not known */
function checkKeywords(schemas: Record<string, Schema>): void {
  const all = Object.values(schemas).flatMap(innerOf);
  const unknown = new Set(all.flatMap((schema) => Object.keys(schema).filter((keyword) => !known.test(keyword))));
  if (unknown.size === 0) return;
  throw new Error(
    `scripts/generate-schemas.ts does not know the keywords ${[...unknown].join(", ")}. Add each to \`known\` there, and write its check in \`zodOf\`.`,
  );
}

/** A schema, and all that are written inside it. */
function innerOf(schema: Schema): Schema[] {
  const { properties = {}, items, anyOf = [] } = schema;
  return [schema, ...[...Object.values(properties), ...anyOf, ...(items ? [items] : [])].flatMap(innerOf)];
}

function zodOf(schema: Schema): string {
  const { $ref, type, items, anyOf, enum: values } = schema;
  if ($ref) return nameIn($ref);
  if (anyOf) return anyOfIn(anyOf);
  if (typeof type === "object") return anyOfIn(type.map((one) => ({ ...schema, type: one })));
  if (values) return `z.enum(${JSON.stringify(values)})`;
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
  if (literals.length > 0 && choices.some((choice) => choice.type === "string" && !choice.enum))
    return `open<${literals.join(" | ")}>()`;
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
