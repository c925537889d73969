import type { CallAnalysis } from "@call-analysis/sdk";
import { documentedOperations, type OperationId, operationOf } from "../../src/contract/openapi-document.ts";
import { methodNameOf } from "./method-names.ts";

/** An operation's input: path parameters by name, and a body. */
export interface OperationInput {
  path: Record<string, string>;
  body: Record<string, unknown>;
}

/** The client's method for an operation, and how it is called. */
export interface ClientMethod {
  /** As a user writes it, such as `agents.list`. */
  name: string;
  call(sdk: CallAnalysis, input: OperationInput): Promise<unknown>;
}

/** The client's method for each operation. It takes the ids of the path, then the body. */
export const methods = Object.fromEntries(
  documentedOperations.map(({ operationId, path }) => {
    const name = methodNameOf(operationId, path);
    return [operationId, { name, call: callOf(operationId, name) }];
  }),
) as Readonly<Record<OperationId, ClientMethod>>;

function callOf(operation: string, name: string): ClientMethod["call"] {
  const [resource = "", method = ""] = name.split(".");
  return (sdk, { path, body }) => {
    const { path: template, requestSchema } = operationOf(operation);
    const ids = [...template.matchAll(/\{(\w+)\}/g)].map(([, parameter = ""]) => path[parameter] ?? "");
    return Reflect.get(Reflect.get(sdk, resource), method)(...ids, ...(requestSchema ? [body] : []));
  };
}

/** Methods that send several requests. `calls.upload` is the one that sends `uploadRecording`. */
export const flows: readonly string[] = [
  "calls.upload",
  "calls.submitFile",
  "calls.analyzeFile",
  "calls.analyzeFiles",
  "calls.analyzeUrl",
  "calls.waitForAnalysis",
  "calls.watchAnalysis",
  "calls.resume",
];
