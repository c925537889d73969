/** The shape of a response validator: `./schemas` has one made of zod schemas, and you may write your own. */
import type { operations } from "./generated/openapi.js";

/** An operationId whose response is JSON: every one but `uploadRecording`. */
export type OperationId = Exclude<keyof operations, "uploadRecording">;

/** One point at which a response differs from the contract. */
export interface ValidationIssue {
  /** Where in the response, such as `data.0.email`; empty for the whole. */
  path: string;
  message: string;
}

/** Returns the points at which an operation's response differs from the contract; none when it fits. */
export type ResponseValidator = (operation: OperationId, body: unknown) => ValidationIssue[];
