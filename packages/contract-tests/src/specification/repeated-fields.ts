/** What the request and the response of an operation have in common, and what identifies that which it creates. */
import { isDeepStrictEqual } from "node:util";
import {
  type DocumentedOperation,
  type JsonSchema,
  resolvedSchema,
  schemaTable,
} from "../contract/openapi-document.ts";
import { statedFieldsOf } from "./stated-fields.ts";

/** A field of a response. */
export interface ResponseField {
  name: string;
  /** Such as `data.name`. */
  place: string;
  statement: string;
  schema: JsonSchema;
}

/** A field of a response that has what was sent. */
export interface RepeatedField extends ResponseField {
  sentIn: "path" | "body";
}

/** The fields of an operation's success that repeat a parameter of its path or a field of its body. */
export function repeatedFieldsOf(operation: DocumentedOperation): RepeatedField[] {
  const { path, parameterSchemas, requestSchema } = operation;
  const sent = schemaTable[requestSchema ?? ""]?.properties ?? {};
  return responseFieldsOf(operation).flatMap((field): RepeatedField[] => {
    const [inBody, inPath] = [sent[field.name], parameterSchemas[field.name]];
    if (inBody) return isAlike(inBody, field.schema) ? [{ ...field, sentIn: "body" }] : [];
    // The `id` of `/agents/{id}/notes` is the agent's, and that of the response is the note's.
    const isSame = inPath && (field.name !== "id" || path.endsWith("{id}"));
    return isSame ? [{ ...field, sentIn: "path" }] : [];
  });
}

/** The fields that identify what an operation creates, its own id first. Empty when it creates nothing that has an id. */
export function idsOfCreation(operation: DocumentedOperation): ResponseField[] {
  const repeated = repeatedFieldsOf(operation).map(({ name }) => name);
  const isId = ({ name }: ResponseField) => /^id$|Id$/.test(name) && !repeated.includes(name);
  return operation.method === "POST" ? responseFieldsOf(operation).filter(isId) : [];
}

/** The fields of a success, or of its `data`. Lists have none. */
function responseFieldsOf({ operationId, responseSchemas, success }: DocumentedOperation) {
  const whole = schemaTable[responseSchemas[success.status] ?? ""] ?? {};
  const { data } = whole.properties ?? {};
  const { properties = {} } = data?.$ref ? resolvedSchema(data) : whole;
  const stated = new Map(statedFieldsOf(operationId).map((field) => [field.path, field.statement]));
  return Object.entries(properties).map(([name, schema]): ResponseField => {
    const place = data?.$ref ? `data.${name}` : name;
    return { name, place, schema, statement: stated.get(place) ?? "" };
  });
}

/** Whether a response's field has the form of the request's. What the document assumes of one need not be so. */
function isAlike(sent: JsonSchema, returned: JsonSchema): boolean {
  const [sentForm, returnedForm] = [resolvedSchema(sent), resolvedSchema(returned)];
  const isAssumed = [sent, returned, sentForm, returnedForm].some((schema) => schema["x-provenance"] === "assumed");
  return !isAssumed && isDeepStrictEqual(formOf(sentForm), formOf(returnedForm));
}

function formOf({ type, format, enum: words }: JsonSchema) {
  return { type, format, words };
}
