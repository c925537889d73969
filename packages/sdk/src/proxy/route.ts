/** Finds the operation and the parameters of a request's path. Pure. Nothing of the path is forwarded unchanged. */
import { type Operation, operations } from "../contract/operations.js";
import type { OperationId } from "../contract/validator.js";
import { checkId } from "../rules.js";
import { ProxyError } from "./reply.js";

/** An operation, and the ids in its path, decoded and checked. */
export interface Route {
  id: OperationId;
  operation: Operation;
  parameters: Record<string, string>;
}

/** The path parameter that names a call, as in `/calls/{callId}/analysis`. Undefined for an operation without one. */
export function callParameterOf({ path }: Operation): string | undefined {
  return /\/calls\/\{(\w+)\}/.exec(path)?.[1];
}

/**
 * @throws {ProxyError} 404 for an unknown path, 405 for an unknown method, 400 for an id that could become another path
 */
export function findRoute({ pathname, method }: { pathname: string; method: string }, basePath: string): Route {
  const matches = matchesOf(pathname, basePath);
  if (matches.length === 0) throw new ProxyError(404, { code: "not_found", message: "This path does not exist." });
  const match = matches.find(({ operation }) => operation.method === method);
  if (!match) {
    const allow = matches.map(({ operation }) => operation.method).join(", ");
    const message = `This path allows only ${allow}.`;
    throw new ProxyError(405, { code: "method_not_allowed", message, headers: { allow } });
  }
  const { id, operation, encoded } = match;
  return { id, operation, parameters: Object.fromEntries(encoded.map(([name, text]) => [name, decodeId(name, text)])) };
}

/** The methods of a path, for a preflight. */
export function methodsOf(pathname: string, basePath: string): string[] {
  return matchesOf(pathname, basePath).map(({ operation }) => operation.method);
}

/** A route's path in the proxy, below the version segment. */
function matchesOf(pathname: string, basePath: string) {
  if (!pathname.startsWith(`${basePath}/`)) return [];
  const segments = pathname.slice(basePath.length).split("/");
  return Object.entries<Operation>(operations).flatMap(([id, operation]) => {
    const template = (operation.target === "campaign" ? operation.path : `/v1${operation.path}`).split("/");
    const encoded: [name: string, text: string][] = [];
    const isMatch =
      segments.length === template.length &&
      template.every((part, index) => {
        const text = segments[index] ?? "";
        if (!part.startsWith("{")) return part === text;
        encoded.push([part.slice(1, -1), text]);
        return true;
      });
    // The table's keys are the operationIds.
    return isMatch ? [{ id: id as OperationId, operation, encoded }] : [];
  });
}

/** Refuses an invalid id, an id with a slash or a backslash, and an id that another server could decode once more. */
function decodeId(name: string, text: string): string {
  try {
    const id = checkId(name, decodeURIComponent(text));
    if (!/[\\/]|%[0-9a-f]{2}/i.test(id)) return id;
  } catch {
    // Refused below, without the id.
  }
  throw new ProxyError(400, { code: "invalid_id", message: `${name} in the path is not a valid id.` });
}
