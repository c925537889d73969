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
export interface StatedField {
  /** Such as `data[].userId`. */
  path: string;
  /** Such as `2.agent.userId`. */
  statement: string;
}

/** Every field of an operation's success that a statement is about. */
export function statedFieldsOf(operationId: string): StatedField[] {
  const { responseSchemas, success } = operationOf(operationId);
  return fieldsIn({ $ref: responseSchemas[success.status] ?? "" }, { path: "" });
}

/** The fields of the schema with this name that a statement is about, without those inside. */
export function statedFieldsOfSchema(name: string): StatedField[] {
  return Object.keys(schemaTable[name]?.properties ?? {}).map((field) => ({
    path: field,
    statement: statementOf(name, field),
  }));
}

/** What is inside a field, and has no statement, belongs to the statement of that field. */
function fieldsIn(schema: JsonSchema, { path, statement }: Partial<StatedField> & { path: string }): StatedField[] {
  const [option = schema] = schema.anyOf ?? [];
  if (option.items) return fieldsIn(option.items, { path: `${path}[]`, ...(statement && { statement }) });
  if (!option.$ref) return [];
  const name = option.$ref.replace("#/components/schemas/", "");
  return Object.entries(referredSchema(name, schemaTable).properties ?? {}).flatMap(([field, inner]) => {
    const stated = name in resources ? statementOf(name, field) : statement;
    const place = path === "" ? field : `${path}.${field}`;
    const own = stated === undefined ? [] : [{ path: place, statement: stated }];
    return [...own, ...fieldsIn(inner, { path: place, ...(stated && { statement: stated }) })];
  });
}

/** The detail of a category has the fields of the list's item: one statement says so of all. */
function statementOf(schema: string, field: string): string {
  const isOfListItem = schema === "CategoryDetail" && field in (schemaTable.Category?.properties ?? {});
  return `2.${resources[schema]}.${isOfListItem ? "list-item" : field}`;
}
