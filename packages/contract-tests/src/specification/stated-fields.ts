/** The statements of the specification about single fields. Which field one is about follows from its id. */
import { type JsonSchema, operationOf, referredSchema, schemaTable } from "../contract/openapi-document.ts";

/** A field of a body, and the statement that it is there. */
export interface StatedField {
  /** Such as `data[].userId`. */
  path: string;
  /** Such as `2.agent.userId`. */
  statement: string;
}

/** Every field of an operation's success, without the wrapper. */
export function statedFieldsOf(operationId: string): StatedField[] {
  const { method, path, responseSchemas, success } = operationOf(operationId);
  const whole = { path: "", statement: `4.${method} ${path}` };
  return fieldsIn({ $ref: responseSchemas[success.status] ?? "" }, whole).filter((field) => field.path !== "data");
}

/** The fields of the schema with this name that a statement is about, without those inside. */
export function statedFieldsOfSchema(name: string): StatedField[] {
  return Object.keys(schemaTable[name]?.properties ?? {}).flatMap((field) => {
    const statement = statementOf(name, field);
    return statement ? [{ path: field, statement }] : [];
  });
}

/** A field that has no statement takes that of the field around it, or else of the whole response. */
function fieldsIn(schema: JsonSchema, { path, statement }: StatedField): StatedField[] {
  const [option = schema] = schema.anyOf ?? [];
  if (option.items) return fieldsIn(option.items, { path: `${path}[]`, statement });
  const name = option.$ref?.replace("#/components/schemas/", "") ?? "";
  const { properties = {} } = option.$ref ? referredSchema(name, schemaTable) : option;
  return Object.entries(properties).flatMap(([field, inner]) => {
    const own = {
      path: path === "" ? field : `${path}.${field}`,
      statement: statementOf(name, field) ?? statement,
    };
    return [own, ...fieldsIn(inner, own)];
  });
}

/** The detail of a category has the fields of the list's item: one statement says so of all. */
function statementOf(schema: string, field: string): string | undefined {
  const prefix = schemaTable[schema]?.["x-statements"];
  const isOfListItem = schema === "CategoryDetail" && field in (schemaTable.Category?.properties ?? {});
  return prefix && `${prefix}.${isOfListItem ? "list-item" : field}`;
}
