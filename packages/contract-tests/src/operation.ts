import { operations } from "@call-analysis/sdk/operations";

/** An operation whose responses are JSON. */
export type OperationId = keyof typeof operations;

/** The purpose of a request: an operation, an upload, or a read of a recording's public URL. */
export type AnyOperation = OperationId | "uploadRecording" | "readRecording";

/** Whether an operation belongs to the campaign interface, which has its own base URL, key and errors. */
export function isOfCampaigns(operation: OperationId): boolean {
  return "target" in operations[operation];
}
