import { type AnyOperation, documentedOperations, type OperationId } from "../src/contract/openapi-document.ts";

/** An address of the document, with what stands in the place of its parameters. */
export interface Located {
  operation: OperationId;
  path: Record<string, string>;
}

/** The operation that a request is for; undefined when its address is none of the document's. */
export function operationAt(method: string, url: URL): Located | undefined {
  for (const { operationId, method: ofOperation, path } of documentedOperations) {
    const groups = ofOperation === method ? patternOf(path).exec(url.pathname)?.groups : undefined;
    // The document's operationIds are those of the types made from it.
    if (groups || (ofOperation === method && patternOf(path).test(url.pathname))) {
      return { operation: operationId as OperationId, path: decoded(groups ?? {}) };
    }
  }
  return undefined;
}

/** What a request is for, the store included. */
export function anyOperationAt(method: string, url: URL): AnyOperation {
  return operationAt(method, url)?.operation ?? (method === "PUT" ? "uploadRecording" : "readRecording");
}

/** The external interface's paths come after the version segment, the campaign's have it in them. */
function patternOf(path: string): RegExp {
  const prefix = path.startsWith("/v1/") ? "" : "/v1";
  return new RegExp(`^${prefix}${path.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`);
}

function decoded(groups: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(groups).map(([name, text]) => [name, decodeURIComponent(text)]));
}
