/** Every operation as a test runs it, from the table of operations and the documents' examples. */
import type { CallAnalysis } from "@call-analysis/sdk";
import { documentedOperations } from "../../../contract-tests/src/contract/openapi-document.ts";
import { exampleInputOf, methods } from "../../../contract-tests/test/client/methods.ts";
import { type Operation, operations } from "../../src/contract/operations.js";

/** One operation of the table, as its method sends it. */
export interface RunnableOperation extends Operation {
  /** The client's method, such as `agents.list`. */
  name: string;
  run(sdk: CallAnalysis): PromiseLike<unknown>;
}

/** Every operation. */
export const runnable: readonly RunnableOperation[] = documentedOperations.map(({ operationId }) => {
  const { name, call } = methods[operationId];
  return { ...operations[operationId], name, run: (sdk) => call(sdk, exampleInputOf(operationId)) };
});

/** Operations that are sent once. */
export const creations = runnable.filter(({ repeat }) => repeat === "unprocessed");

/** Operations that may be sent again. */
export const repeatables = runnable.filter(({ repeat }) => repeat === "always");
