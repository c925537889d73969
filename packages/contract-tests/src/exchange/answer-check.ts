import { operationOf } from "../contract/document.ts";
import type { OperationId } from "../contract/operation-types.ts";
import { problemsOf } from "../contract/schema-check.ts";
import { type UnknownField, unknownFieldsOf } from "../contract/unknown-fields.ts";
import { Departure, must } from "../departure.ts";
import { type Exchange, isRefusal, isSuccess } from "./exchange.ts";

type Answer = Pick<Exchange, "status" | "headers" | "json">;

/**
 * Holds an answer against the document: its status, its type, and every point of its schema.
 *
 * @throws {Departure} at the first point that does not fit
 */
export function checkAnswer(operationId: OperationId, { status, headers, json }: Answer): void {
  const operation = operationOf(operationId);
  const schema = operation.answerSchemas[documentedStatusOf(operationId, status)];
  const place = `operation ${operationId}, responses`;
  if (schema === undefined) {
    const statement = `${operationId} answers ${operation.success.status}, or a 4xx for an error, and answered ${status}`;
    throw new Departure(statement, { place, seen: json });
  }
  must(
    isJson(headers) && json !== undefined,
    `${operationId} answers with JSON, and says so`,
    headers.get("content-type"),
  );
  const [problem] = problemsOf(schema, json);
  if (problem) throw new Departure(`${operationId}: ${problem.statement}`, { place: problem.place, seen: json });
}

/**
 * The document's word for a status: the status of success, `default` for an error, else "none". Where the
 * document only assumes the status of success, any 2xx stands for it.
 */
export function documentedStatusOf(operationId: OperationId, status: number): string {
  const { success } = operationOf(operationId);
  if (status === success.status || (success.isAssumed && isSuccess({ status }))) return String(success.status);
  return isRefusal({ status }) ? "default" : "none";
}

/** Fields of an answer that the document does not have. */
export function unknownFieldsOfAnswer(operationId: OperationId, { status, json }: Answer): UnknownField[] {
  const schema = operationOf(operationId).answerSchemas[documentedStatusOf(operationId, status)];
  return schema !== undefined && isSuccess({ status }) ? unknownFieldsOf(schema, json) : [];
}

function isJson(headers: Headers): boolean {
  return /^application\/(.+\+)?json\b/.test(headers.get("content-type") ?? "");
}
