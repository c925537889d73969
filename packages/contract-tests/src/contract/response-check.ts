/** Checks a response against the document: its status, its content type, its schema, and fields beyond the schema. */
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { assert, ContractViolation } from "../contract-violation.ts";
import {
  document,
  type JsonSchema,
  type OperationId,
  operationOf,
  referredSchema,
  schemaTable,
} from "./openapi-document.ts";

/** The parts of a response that the document describes. */
export interface DocumentedResponse {
  status: number;
  headers: Headers;
  /** The body as JSON; undefined when it is not JSON. */
  json: unknown;
}

/** A point at which a value does not match its schema. It contains nothing of the value. */
export interface SchemaProblem {
  /** The place in the document, such as `#/components/schemas/Agent/required`. */
  place: string;
  /** Where in the value, with `[]` for any item of a list, and what should be there. */
  statement: string;
}

/** A field that a response has and the document does not. */
export interface UnknownField {
  /** The place in the document where the field is missing, such as `#/components/schemas/Agent/properties`. */
  place: string;
  key: string;
}

const documentId = "https://contract.test/document";
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats(ajv);
// In JSON Schema, `email` is a mailbox of RFC 5321, whose host may be one word. The package wants a dot in it.
ajv.addFormat("email", /^[^\s@]+@[^\s@]+$/);
ajv.addSchema({ $id: documentId, ...document });

const validators = new Map<string, ValidateFunction>();

/** Whether the response is a success. */
export function isSuccess({ status }: Pick<DocumentedResponse, "status">): boolean {
  return status >= 200 && status < 300;
}

/** Whether the response rejects the request with a 4xx. */
export function isRejection({ status }: Pick<DocumentedResponse, "status">): boolean {
  return status >= 400 && status < 500;
}

/**
 * Checks a response's status, content type and schema.
 *
 * @throws {ContractViolation} at the first point that does not match the document
 */
export function checkResponse(operationId: OperationId, { status, headers, json }: DocumentedResponse): void {
  const operation = operationOf(operationId);
  const schema = operation.responseSchemas[documentedStatusOf(operationId, status)];
  if (schema === undefined) {
    const statement = `${operationId} returns ${operation.success.status}, or a 4xx for an error, and returned ${status}`;
    throw new ContractViolation(statement, { place: `operation ${operationId}, responses`, actual: json });
  }
  const contentType = headers.get("content-type");
  assert(isJson(contentType) && json !== undefined, `${operationId} returns JSON with its content type`, contentType);
  const [problem] = problemsOf(schema, json);
  if (!problem) return;
  throw new ContractViolation(`${operationId}: ${problem.statement}`, { place: problem.place, actual: json });
}

/**
 * The document's key for a status: the status of success, `default` for an error, else "none". Where the
 * document only assumes the status of success, any 2xx counts as it.
 */
export function documentedStatusOf(operationId: OperationId, status: number): string {
  const { success } = operationOf(operationId);
  if (status === success.status || (success.isAssumed && isSuccess({ status }))) return String(success.status);
  return isRejection({ status }) ? "default" : "none";
}

/** Fields of a success that are not in the document. Free-form parts of the document are not searched. */
export function unknownFieldsIn(operationId: OperationId, { status, json }: DocumentedResponse): UnknownField[] {
  const schema = operationOf(operationId).responseSchemas[documentedStatusOf(operationId, status)];
  if (schema === undefined || !isSuccess({ status })) return [];
  return fieldsBeyond({ $ref: `#/components/schemas/${schema}` }, json, "#");
}

/** Checks a value against a schema of the document. @param name such as `AgentListResponse` */
export function problemsOf(name: string, value: unknown): SchemaProblem[] {
  const validate = validatorOf(name);
  if (validate(value)) return [];
  const problems = (validate.errors ?? []).map(toProblem);
  return problems.filter((problem, index) => problems.findIndex((other) => isSame(problem, other)) === index);
}

/** Whether a value matches a schema of the document. */
export function isValid(name: string, value: unknown): boolean {
  return validatorOf(name)(value);
}

function isJson(contentType: string | null): boolean {
  return /^application\/(.+\+)?json\b/.test(contentType ?? "");
}

function validatorOf(name: string): ValidateFunction {
  const known = validators.get(name);
  if (known) return known;
  const validator = ajv.compile({ $ref: `${documentId}#/components/schemas/${name}` });
  validators.set(name, validator);
  return validator;
}

function toProblem({ schemaPath, instancePath, message, params, keyword }: ErrorObject): SchemaProblem {
  const place = schemaPath.replace(documentId, "");
  const field = keyword === "required" ? `${instancePath}/${params.missingProperty}` : instancePath;
  const expected = keyword === "required" ? "is missing" : (message ?? "does not match");
  return { place, statement: `${fieldName(field)} ${expected}` };
}

/** Every key in the path is the document's own, because free-form objects have no schema for their content. */
function fieldName(path: string): string {
  if (path === "") return "The body";
  return path
    .slice(1)
    .replaceAll("/", ".")
    .replace(/\.?\b\d+\b/g, "[]");
}

function isSame(one: SchemaProblem, other: SchemaProblem): boolean {
  return one.place === other.place && one.statement === other.statement;
}

function fieldsBeyond(schema: JsonSchema, value: unknown, place: string): UnknownField[] {
  if (typeof value !== "object" || value === null) return [];
  if (schema.$ref) return fieldsBeyond(referredSchema(schema.$ref, schemaTable), value, schema.$ref);
  if (schema.anyOf) return fewest(schema.anyOf.map((option) => fieldsBeyond(option, value, place)));
  if (Array.isArray(value)) return value.flatMap((item) => fieldsBeyond(schema.items ?? {}, item, place));
  return schema.properties ? fieldsOfObject(schema.properties, value, place) : [];
}

function fieldsOfObject(properties: Record<string, JsonSchema>, value: object, place: string): UnknownField[] {
  return Object.entries(value).flatMap(([key, item]) => {
    const property = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (!property) return [{ place: `${place}/properties`, key }];
    return fieldsBeyond(property, item, `${place}/properties/${key}`);
  });
}

/** Of the alternatives of an `anyOf`, the one that leaves the fewest fields unknown. */
function fewest(alternatives: UnknownField[][]): UnknownField[] {
  return alternatives.reduce((best, fields) => (fields.length < best.length ? fields : best));
}
