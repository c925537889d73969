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
  const matches = pathname.startsWith(`${basePath}/`) ? matchesOf(pathname.slice(basePath.length).split("/")) : [];
  if (matches.length === 0) throw new ProxyError(404, { code: "not_found", message: "There is nothing at this path." });
  const match = matches.find(({ operation }) => operation.method === method);
  if (!match) throw methodNotAllowed(matches.map(({ operation }) => operation.method));
  const { id, operation, raw } = match;
  return { id, operation, parameters: Object.fromEntries(raw.map(([name, text]) => [name, decodedId(name, text)])) };
}

/** The methods that a path has, for a preflight. */
export function methodsOf(pathname: string, basePath: string): string[] {
  if (!pathname.startsWith(`${basePath}/`)) return [];
  return matchesOf(pathname.slice(basePath.length).split("/")).map(({ operation }) => operation.method);
}

/** A path is as the proxy offers it: below the version segment. */
function matchesOf(segments: string[]) {
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

/** An id that is encoded more often than this is an attack, and costs more time the longer it is. */
const mostDecodings = 4;

/**
 * Decodes an id once. It is refused when any further decoding would make it empty, `.` or `..`, or give it a slash, a
 * backslash or a control character: another server on the way may decode once more.
 */
function decodedId(name: string, text: string): string {
  const id = decode(text);
  let spelling = id;
  for (let count = 0; count < mostDecodings && spelling !== undefined && isSafeId(name, spelling); count += 1) {
    const next = decode(spelling);
    if (id !== undefined && (next === undefined || next === spelling)) return id;
    spelling = next;
  }
  throw new ProxyError(400, { code: "invalid_id", message: `${name} in the path is not an id.` });
}

function isSafeId(name: string, id: string): boolean {
  try {
    return !/[\\/]/.test(pathParameter(name, id));
  } catch {
    return false;
  }
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
