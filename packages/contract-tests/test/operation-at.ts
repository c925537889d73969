import { type AnyOperation, documentedOperations, type OperationId } from "../src/contract/openapi-document.ts";

/** An operation, with the values of its path parameters. */
export interface LocatedOperation {
  operation: OperationId;
  path: Record<string, string>;
}

/** The operation that a request is for; undefined when the document does not have its address. */
export function operationAt(method: string, url: URL): LocatedOperation | undefined {
  for (const { operationId, method: ofOperation, path } of documentedOperations) {
    const match = ofOperation === method ? patternOf(path).exec(url.pathname) : null;
    if (match) return { operation: operationId, path: decoded(match.groups ?? {}) };
  }
  return undefined;
}

/** The operation that a request is for, including uploads and reads of recordings. */
export function anyOperationAt(method: string, url: URL): AnyOperation {
  return operationAt(method, url)?.operation ?? (method === "PUT" ? "uploadRecording" : "readRecording");
}

/** The external interface's paths follow the version segment. The campaign interface's paths include it. */
function patternOf(path: string): RegExp {
  const prefix = path.startsWith("/v1/") ? "" : "/v1";
  return new RegExp(`^${prefix}${path.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`);
}

function decoded(groups: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(groups).map(([name, text]) => [name, decodeURIComponent(text)]));
}
