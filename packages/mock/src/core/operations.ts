/** The names of the operations, from the client's table. */
import type { operations as ContractOperations } from "@call-analysis/sdk";
import { operations } from "@call-analysis/sdk/operations";

/** An operation of the service: an operationId of the contract, or a read of a recording's public URL. */
export type OperationName = keyof ContractOperations | "readRecording";

// Each row of the table has its name as key.
const tableNames = Object.keys(operations) as (keyof typeof operations)[];

/** Every operation of the service. */
export const operationNames: readonly OperationName[] = [...tableNames, "uploadRecording", "readRecording"];
