import document from "@call-analysis/sdk/openapi.json" with { type: "json" };

/** The part of JSON Schema that the document uses. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: string[];
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
}

/** Schemas by the name that `$ref` gives them. */
export type SchemaTable = Record<string, JsonSchema>;

/** The document's schemas. The compiler gives each its literal type, which is narrower than what is read of it. */
export const schemaTable = document.components.schemas as SchemaTable;

/** The schema that a `$ref` means. @throws {RangeError} when the table has none */
export function referredSchema(reference: string, table: SchemaTable): JsonSchema {
  const schema = table[reference.replace("#/components/schemas/", "")];
  if (!schema) throw new RangeError(`${reference} is not in the document.`);
  return schema;
}
