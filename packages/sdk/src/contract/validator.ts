import type { operations } from "./generated/openapi.js";

/** An operationId of the interface that answers with JSON. */
export type OperationId = Exclude<keyof operations, "uploadRecording">;

/** One point at which an answer is not what the contract says. */
export interface ValidationIssue {
  /** Where in the answer, such as `data.0.email`; empty for the whole. */
  path: string;
  message: string;
}

/** Says at which points an operation's answer departs from the contract; none when it fits. */
export type ResponseValidator = (operation: OperationId, answer: unknown) => ValidationIssue[];
