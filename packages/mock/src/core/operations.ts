/** The names of the operations, from the client's table. */
import { type OperationId, operations } from "@call-analysis/sdk/operations";
import type * as z from "zod";
import { mustBeOneOf } from "./check-shape.js";

/** An operation of the service: one of the table, the upload of a recording, or a read of its public URL. */
export type OperationName = OperationId | "uploadRecording" | "readRecording";

// The table has every one of its type.
const tableNames = Object.keys(operations) as OperationId[];

/** Every operation of the service. */
export const operationNames: readonly OperationName[] = [...tableNames, "uploadRecording", "readRecording"];

/** What an operation takes and returns. */
export interface OperationContract {
  operation: OperationName;
  /** What a JSON body must fit; missing for an operation that takes none. */
  body?: z.ZodType<object>;
  /** The status of success. */
  status: number;
}

/** @throws {RangeError} when there is no such operation */
export function checkOperation(operation: string): void {
  if (operationNames.some((name) => name === operation)) return;
  throw new RangeError(`operation is "${operation}", and ${mustBeOneOf(operation, operationNames)}.`);
}
