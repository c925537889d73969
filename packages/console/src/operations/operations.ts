/** The operations of the service, and the fields that rules choose their requests by. The list of them is generated. */
import type { OperationName } from "@call-analysis/mock";
import { callFields, operations } from "./generated/operations.ts";

/** Facts about an operation. */
export interface OperationFacts {
  /** The fields that its requests can be chosen by, besides those of all requests. */
  matchFields: readonly string[];
  /** Of an operation of the contract: its address, such as `/v1/agents/{id}`. */
  path?: string;
  /** Of an operation of the contract: the client's method, such as `agents.list`. */
  client?: string;
  /** The fields of its body with their types, such as `string?`; and whether a body may have others. */
  body?: { fields: Readonly<Record<string, string>>; takesOthers: boolean };
}

const facts: Readonly<Record<OperationName, OperationFacts>> = operations;

/** Every operation. */
export const operationNames = Object.keys(facts) as readonly OperationName[];

/** The fields that a rule can choose calls by. */
export const callFieldNames: readonly string[] = callFields;

/** Facts about an operation; undefined for a request without one. */
export function factsOf(operation: OperationName | null): OperationFacts {
  return operation === null ? { matchFields: [] } : facts[operation];
}

/** The fields that requests of an operation can be chosen by; without one, those of all operations. */
export function matchFieldsOf(operation: OperationName | null): string[] {
  const rows = operation === null ? Object.values(facts) : [facts[operation]];
  return [...new Set([...rows.flatMap(({ matchFields }) => matchFields), "organizationId", "method", "path"])];
}

/** Whether a field of a body has another value than a text. */
export function isJsonField(field: string): boolean {
  return Object.values(facts).some(({ body }) =>
    /^(object|array|number|integer|boolean)/.test(body?.fields[field] ?? ""),
  );
}

/** Whether a text is the name of an operation. */
export function isOperationName(text: unknown): text is OperationName {
  return typeof text === "string" && Object.hasOwn(facts, text);
}
