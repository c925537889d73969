/** The statements of the specification about single fields. Which field one is about follows from its id. */
import { type JsonSchema, operationOf, referredSchema, schemaTable } from "../contract/openapi-document.ts";

/** The schemas whose fields have one statement each, by the middle of the statements' ids. */
export const resources: Readonly<Record<string, string>> = {
  Agent: "agent",
  CreatedAgent: "agent",
  UpdatedAgent: "agent",
  CreatedCall: "created-call",
  CreateCallRequest: "call-input",
  AnalysisSnapshot: "call-analysis",
  Analysis: "analysis",
  Section: "section-result",
  Criterion: "criterion-result",
  CallMetadata: "metadata",
  CallMetadataSoFar: "metadata",
  UploadGrant: "upload-grant",
  Category: "category",
  CategoryDetail: "category-detail",
  Prospect: "prospect",
};

/** A field of a body, and the statement that it is there. */
export interface StatedField extends Field {
  /** Such as `2.agent.userId`. */
  statement: string;
}

interface Field {
  /** Such as `data[].userId`. */
  path: string;
  statement: string | undefined;
}

/** Every field of an operation's success that a statement is about. */
export function statedFieldsOf(operationId: string): StatedField[] {
  return fieldsOf(operationId).flatMap(({ path, statement }) => (statement ? [{ path, statement }] : []));
}

/** The other fields of an operation's success, without the wrapper. */
export function unstatedFieldsOf(operationId: string): string[] {
  const unstated = fieldsOf(operationId).filter(({ statement }) => statement === undefined);
  return unstated.map(({ path }) => path).filter((path) => path !== "data");
}

/** The fields of the schema with this name that a statement is about, without those inside. */
export function statedFieldsOfSchema(name: string): StatedField[] {
  return Object.keys(schemaTable[name]?.properties ?? {}).map((field) => ({
    path: field,
    statement: statementOf(name, field),
  }));
}

function fieldsOf(operationId: string): Field[] {
  const { responseSchemas, success } = operationOf(operationId);
  return fieldsIn({ $ref: responseSchemas[success.status] ?? "" }, { path: "", statement: undefined });
}

/** What is inside a field, and has no statement, belongs to the statement of that field. */
function fieldsIn(schema: JsonSchema, { path, statement }: Field): Field[] {
  const [option = schema] = schema.anyOf ?? [];
  if (option.items) return fieldsIn(option.items, { path: `${path}[]`, statement });
  const name = option.$ref?.replace("#/components/schemas/", "") ?? "";
  const { properties = {} } = option.$ref ? referredSchema(name, schemaTable) : option;
  return Object.entries(properties).flatMap(([field, inner]) => {
    const own = {
      path: path === "" ? field : `${path}.${field}`,
      statement: name in resources ? statementOf(name, field) : statement,
    };
    return [own, ...fieldsIn(inner, own)];
  });
}

/** The detail of a category has the fields of the list's item: one statement says so of all. */
function statementOf(schema: string, field: string): string {
  const isOfListItem = schema === "CategoryDetail" && field in (schemaTable.Category?.properties ?? {});
  return `2.${resources[schema]}.${isOfListItem ? "list-item" : field}`;
}
