/** From a request's path to one operation and its parameters. Pure: nothing of the path is sent on as it came. */

import { type Operation, operations } from "../contract/operations.js";
import type { OperationId } from "../contract/validator.js";
import { pathParameter } from "../request/serialize.js";
import { ProxyError } from "./reply.js";

/** An operation, and the ids in its path, decoded and checked. */
export interface Route {
  id: OperationId;
  operation: Operation;
  parameters: Record<string, string>;
}

/** The parameter that names a call, as in `/calls/{callId}/analysis`; undefined for an operation that is not about one. */
export function callParameterOf({ path }: Operation): string | undefined {
  return /\/calls\/\{(\w+)\}/.exec(path)?.[1];
}

/**
 * Finds the operation of a request.
 *
 * @throws {ProxyError} 404 for another path, 405 for another method, 400 for an id that could become another path
 */
export function findRoute({ pathname, method }: { pathname: string; method: string }, basePath: string): Route {
  const matches = matchesOf(pathname, basePath);
  if (matches.length === 0) throw new ProxyError(404, { code: "not_found", message: "There is nothing at this path." });
  const match = matches.find(({ operation }) => operation.method === method);
  if (!match) throw methodNotAllowed(matches.map(({ operation }) => operation.method));
  const { id, operation, raw } = match;
  return { id, operation, parameters: Object.fromEntries(raw.map(([name, text]) => [name, decodedId(name, text)])) };
}

/** The methods that a path has, for a preflight. */
export function methodsOf(pathname: string, basePath: string): string[] {
  return matchesOf(pathname, basePath).map(({ operation }) => operation.method);
}

/** A path is as the proxy offers it: below the version segment. */
function matchesOf(pathname: string, basePath: string) {
  if (!pathname.startsWith(`${basePath}/`)) return [];
  const segments = pathname.slice(basePath.length).split("/");
  return Object.entries<Operation>(operations).flatMap(([id, operation]) => {
    const template = (operation.target === "campaign" ? operation.path : `/v1${operation.path}`).split("/");
    const raw: [name: string, text: string][] = [];
    const isMatch =
      segments.length === template.length &&
      template.every((part, index) => {
        const text = segments[index] ?? "";
        if (!part.startsWith("{")) return part === text;
        raw.push([part.slice(1, -1), text]);
        return true;
      });
    // The table's keys are the operationIds.
    return isMatch ? [{ id: id as OperationId, operation, raw }] : [];
  });
}

function methodNotAllowed(methods: string[]): ProxyError {
  const allow = methods.join(", ");
  const message = `This path has the methods ${allow}.`;
  return new ProxyError(405, { code: "method_not_allowed", message, headers: { allow } });
}

/**
 * Decodes an id. It is refused when it is no id, when it has a slash or a backslash, and when a server on the way could
 * decode it once more.
 */
function decodedId(name: string, text: string): string {
  try {
    const id = pathParameter(name, decodeURIComponent(text));
    if (!/[\\/]|%[0-9a-f]{2}/i.test(id)) return id;
  } catch {
    // Refused below, without the id.
  }
  throw new ProxyError(400, { code: "invalid_id", message: `${name} in the path is not an id.` });
}
