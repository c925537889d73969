/** The names of the operations. To add one, follow "Adding an operation" in CONTRIBUTING.md. */
import type { operations } from "@call-analysis/sdk";
import { mustBeOneOf } from "./check-shape.js";

/** An operation of the service: an operationId of the contract, or a read of a recording's public URL. */
export type OperationName = keyof operations | "readRecording";

/** Every operation of the service. */
export const operationNames = [
  "listAgents",
  "createAgent",
  "updateAgent",
  "deleteAgent",
  "createUploadUrl",
  "createCall",
  "getCallAnalysis",
  "listCategories",
  "getCategory",
  "addProspect",
  "uploadRecording",
  "readRecording",
] as const satisfies readonly OperationName[];

/** @throws {RangeError} when there is no such operation */
export function checkOperation(operation: string): void {
  if (operationNames.some((name) => name === operation)) return;
  throw new RangeError(`operation is "${operation}", and ${mustBeOneOf(operation, operationNames)}.`);
}
