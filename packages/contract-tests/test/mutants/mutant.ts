import type { MockService } from "@call-analysis/mock";
import type { AnyOperation } from "../../src/contract/openapi-document.ts";
import { anyOperationAt } from "../operation-at.ts";

/** Applies a mutation to a service: returns a `fetch` that behaves like the service's, except for one change. */
export type ApplyMutation = (service: MockService) => typeof globalThis.fetch;

/** A fake that violates the contract in one way, as in mutation testing. */
export interface Mutant {
  name: string;
  /** Ids in `openapi/statements.yaml`: a case, or a test of the client, of each of them must find it. */
  statements: readonly string[];
  apply: ApplyMutation;
}

/** Mutations by name, below the ids of the statements that they break: such as `2.agent.name, 4.POST /agents`. */
type MutationsByStatements = Readonly<Record<string, Readonly<Record<string, ApplyMutation>>>>;

/** A mutant for each mutation of a table. */
export function mutantsOf(table: MutationsByStatements): Mutant[] {
  return Object.entries(table).flatMap(([ids, mutations]) =>
    Object.entries(mutations).map(([name, apply]) => ({ name, statements: ids.split(", "), apply })),
  );
}

/** A request that a mutant intercepts before it reaches the service. */
export interface InterceptedRequest {
  url: URL;
  init: RequestInit;
  headers: Headers;
}

/** Sends the request to the service, unchanged or changed. */
export type Forward = (changes?: { url?: URL; init?: RequestInit }) => Promise<Response>;

/** Handles an operation's requests in place of the service. The handler may forward them. */
export function intercept(
  operation: AnyOperation,
  handle: (request: InterceptedRequest, forward: Forward, service: MockService) => Promise<Response>,
): ApplyMutation {
  return (service) =>
    async (input, init = {}) => {
      const url = new URL(String(input));
      const forward: Forward = (changes = {}) => service.fetch(changes.url ?? url, { ...init, ...changes.init });
      const isIntercepted = anyOperationAt(init.method ?? "GET", url) === operation;
      return isIntercepted ? handle({ url, init, headers: new Headers(init.headers) }, forward, service) : forward();
    };
}

/** Changes the JSON of an operation's success at a path, such as `data[].userId`; undefined removes the field. */
export function alterSuccess(
  operation: AnyOperation,
  path: string,
  change: (value: unknown) => unknown,
): ApplyMutation {
  return intercept(operation, async (_request, forward) => {
    const response = await forward();
    return response.ok ? withJson(response, changedAt(await response.json(), path, change)) : response;
  });
}

/** Changes the JSON of an operation's errors at a path. */
export function alterError(operation: AnyOperation, path: string, change: (value: unknown) => unknown): ApplyMutation {
  return intercept(operation, async (_request, forward) => {
    const response = await forward();
    return response.ok ? response : withJson(response, changedAt(await response.json(), path, change));
  });
}

/** Changes an operation's status. */
export function alterStatus(operation: AnyOperation, from: number, to: number): ApplyMutation {
  return intercept(operation, async (_request, forward) => {
    const response = await forward();
    return response.status === from ? withJson(response, await response.json(), to) : response;
  });
}

/** Changes the JSON of an operation's request at a path. */
export function alterRequest(
  operation: AnyOperation,
  path: string,
  change: (value: unknown) => unknown,
): ApplyMutation {
  return intercept(operation, async ({ init }, forward) => {
    if (typeof init.body !== "string") return forward();
    const body = parse(init.body);
    return forward(body === undefined ? {} : { init: { body: JSON.stringify(changedAt(body, path, change)) } });
  });
}

/** A response with another JSON body, and another status when one is given. */
export function withJson(response: Response, json: unknown, status = response.status): Response {
  return Response.json(json, { status });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A copy of JSON with the value at a path changed; `[]` means every item of a list, and undefined removes a field. */
export function changedAt(json: unknown, path: string, change: (value: unknown) => unknown): unknown {
  const steps = path
    .replaceAll("[]", ".[]")
    .split(".")
    .filter((step) => step !== "");
  return changeAlong(json, steps, change);
}

function changeAlong(value: unknown, [step, ...rest]: string[], change: (value: unknown) => unknown): unknown {
  if (step === undefined) return change(value);
  if (typeof value !== "object" || value === null) return value;
  if (step === "[]") return Array.isArray(value) ? value.map((item) => changeAlong(item, rest, change)) : value;
  const { [step]: child, ...others } = value as Record<string, unknown>;
  const changed = changeAlong(child, rest, change);
  return changed === undefined ? others : { ...others, [step]: changed };
}
