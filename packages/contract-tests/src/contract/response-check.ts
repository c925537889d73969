/** Checks a response against the document: its status, its content type and its schema. */
import { bodyProblem, statusStatement } from "../../../mock/src/command/import/read-answer.ts";
import { ContractViolation } from "../contract-violation.ts";
import { type OperationId, operationOf } from "./openapi-document.ts";
import { problemsOf, type UnknownField, unknownFieldsOf } from "./schema-check.ts";

/** The parts of a response that the document describes. */
export interface DocumentedResponse {
  status: number;
  headers: Headers;
  /** The body as JSON; undefined when it is not JSON. */
  json: unknown;
  /** Whether there is no body. @default false */
  isEmpty?: boolean;
}

/** A point at which a response departs from the document. It contains nothing of the values. */
export interface ResponseProblem {
  /** The place in the document, or the part of the specification. */
  place: string;
  /** The place in the response: `status`, `header content-type`, or a field such as `data[].createdAt`. Empty for the body. */
  field: string;
  statement: string;
}

/** Whether the response is a success. */
export function isSuccess({ status }: Pick<DocumentedResponse, "status">): boolean {
  return status >= 200 && status < 300;
}

/** Whether the response rejects the request with a 4xx. */
export function isRejection({ status }: Pick<DocumentedResponse, "status">): boolean {
  return status >= 400 && status < 500;
}

/** What a response has in `data`; undefined when there is none. */
export function dataOf({ json }: Pick<DocumentedResponse, "json">): unknown {
  return Reflect.get(Object(json), "data");
}

/**
 * Checks a response's status, content type and schema.
 *
 * @throws {ContractViolation} at the first point that does not match the document
 */
export function checkResponse(operationId: OperationId, response: DocumentedResponse): void {
  const [problem] = problemsOfResponse(operationId, response);
  if (!problem) return;
  const { statement, place } = problem;
  throw new ContractViolation(`${operationId}: ${statement}`, { place, actual: response.json });
}

/** Every point at which a response does not match the document. An error's body is checked as an error. */
export function problemsOfResponse(operationId: OperationId, response: DocumentedResponse): ResponseProblem[] {
  const schema = schemaOf(operationId, response.status);
  if (schema === undefined) return [statusProblem(operationId, response.status)];
  const ofBody = bodyProblem(response);
  if (ofBody) return [{ place: "section 4, Request and response bodies are JSON", ...ofBody }];
  return problemsOf(schema, response.json);
}

/** The problem of a status with which the document shows no response, or of an error where it shows a success. */
export function statusProblem(operationId: OperationId, status: number): ResponseProblem {
  const { success } = operationOf(operationId);
  const place = `operation ${operationId}, responses`;
  return { place, field: "status", statement: statusStatement(status, { expected: success.status }) };
}

/** Fields of a success that are not in the document. Free-form parts of the document are not searched. */
export function unknownFieldsIn(operationId: OperationId, { status, json }: DocumentedResponse): UnknownField[] {
  const schema = schemaOf(operationId, status);
  return schema === undefined || !isSuccess({ status }) ? [] : unknownFieldsOf(schema, json);
}

/** Where the document only assumes the status of success, any 2xx counts as it. */
function schemaOf(operationId: OperationId, status: number): string | undefined {
  const { success, responseSchemas } = operationOf(operationId);
  const isOfSuccess = status === success.status || (success.isAssumed && isSuccess({ status }));
  if (isOfSuccess) return responseSchemas[success.status];
  return isRejection({ status }) ? (responseSchemas[status] ?? responseSchemas.default) : undefined;
}
