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

/** What helps when an operation's method has another name. */
export const namesAdvice =
  "A method whose name does not follow from the operation's is an exception in method-names.ts.";

/** The client's method for each operation. It takes the ids of the path, then the body. */
export const methods = Object.fromEntries(
  documentedOperations.map(({ operationId, path }) => {
    const name = methodNameOf(operationId, path);
    return [operationId, { name, call: callOf(operationId, name) }];
  }),
) as Readonly<Record<OperationId, ClientMethod>>;

/** The input that the document shows for an operation, with an id that nothing has. */
export function exampleInputOf(operation: OperationId): OperationInput {
  const { parameters, requestExample = {} } = operationOf(operation);
  return { path: Object.fromEntries(parameters.map((name) => [name, "x_1"])), body: { ...requestExample } };
}

function callOf(operation: string, name: string): ClientMethod["call"] {
  const [resource = "", method = ""] = name.split(".");
  return (sdk, { path, body }) => {
    const { parameters, requestSchema } = operationOf(operation);
    const ids = parameters.map((name) => path[name] ?? "");
    const owner: unknown = Reflect.get(sdk, resource);
    const found: unknown = Reflect.get(Object(owner), method);
    if (typeof found !== "function") throw new TypeError(`The client has no ${name} for ${operation}. ${namesAdvice}`);
    return Reflect.apply(found, owner, [...ids, ...(requestSchema ? [body] : [])]);
  };
}

/** Methods that send several requests. `calls.upload` is the one that sends `uploadRecording`. */
export const flows: readonly string[] = [
  "calls.upload",
  "calls.submitFile",
  "calls.submitUrl",
  "calls.analyzeFile",
  "calls.analyzeUrl",
  "calls.waitForAnalysis",
  "calls.watchAnalysis",
  "calls.resume",
];
