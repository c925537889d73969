import type { MockService } from "@call-analysis/mock";
import type { AnyOperation } from "../../src/contract/openapi-document.ts";
import { parsedJson } from "../../src/recording-client.ts";
import { anyOperationAt } from "../operation-at.ts";

/**
 * Applies a mutation to a service: returns a `fetch` that behaves like the service's, except for one change. Mutations are no
 * switches inside the fake, so the package that users install has no code that makes it wrong.
 */
export type ApplyMutation = (service: MockService) => typeof globalThis.fetch;

/** A fake that violates the contract in one way, as in mutation testing. */
export interface Mutant {
  name: string;
  /** Ids in `openapi/statements.yaml`: a case, or a test of the client, of each of them must find it. */
  statements: readonly string[];
  apply: ApplyMutation;
}

/** A mutant for each mutation, whose key has the statements that it breaks and its name: `2.agent.id, 5.2: ids are lost`. */
export function mutantsOf(table: Readonly<Record<string, ApplyMutation>>): Mutant[] {
  return Object.entries(table).map(([key, apply]) => {
    const [, ids = "", name = ""] = /^(.*?): (.*)$/.exec(key) ?? [];
    return { name, statements: ids.split(", "), apply };
  });
}

/** A request that a mutant intercepts before it reaches the service. */
interface InterceptedRequest {
  url: URL;
  init: RequestInit;
  headers: Headers;
}

/** Sends the request to the service, unchanged or changed. */
type Forward = (changes?: RequestInit) => Promise<Response>;

/** Handles an operation's requests in place of the service. The handler may forward them. */
export function intercept(
  operation: AnyOperation,
  handle: (request: InterceptedRequest, forward: Forward, service: MockService) => Promise<Response>,
): ApplyMutation {
  return (service) =>
    async (input, init = {}) => {
      const url = new URL(String(input));
      const forward: Forward = (changes) => service.fetch(url, { ...init, ...changes });
      const isIntercepted = anyOperationAt(init.method ?? "GET", url) === operation;
      return isIntercepted ? handle({ url, init, headers: new Headers(init.headers) }, forward, service) : forward();
    };
}

/** An operation, and the place in its JSON, such as `listAgents data[].userId`: without one, the whole. */
type Place = AnyOperation | `${AnyOperation} ${string}`;

/** Makes another value of one in JSON. Undefined removes the field. */
type Change = (value: unknown) => unknown;

/** Answers an operation's requests with what is made of each response. */
export function alterResponse(
  operation: AnyOperation,
  change: (response: Response) => Response | Promise<Response>,
): ApplyMutation {
  return intercept(operation, async (_request, forward) => change(await forward()));
}

/** Changes the JSON of an operation's success. */
export function alterSuccess(place: Place, change: Change): ApplyMutation {
  const { operation, path } = partsOf(place);
  return alterResponse(operation, async (response) =>
    response.ok ? withJson(response, changedAt(await response.json(), path, change)) : response,
  );
}

/** Changes the JSON of an operation's errors. */
export function alterError(place: Place, change: Change): ApplyMutation {
  const { operation, path } = partsOf(place);
  return alterResponse(operation, async (response) =>
    response.ok ? response : withJson(response, changedAt(await response.json(), path, change)),
  );
}

/** Changes an operation's status. */
export function alterStatus(operation: AnyOperation, { from, to }: { from: number; to: number }): ApplyMutation {
  return alterResponse(operation, async (response) =>
    response.status === from ? withJson(response, await response.json(), to) : response,
  );
}

/** Changes the JSON of an operation's request. */
export function alterRequest(place: Place, change: (value: unknown, service: MockService) => unknown): ApplyMutation {
  const { operation, path } = partsOf(place);
  return intercept(operation, async ({ init }, forward, service) => {
    const body = parsedJson(String(init.body));
    if (body === undefined) return forward();
    const changed = changedAt(body, path, (value) => change(value, service));
    return forward({ body: JSON.stringify(changed) });
  });
}

function partsOf(place: Place): { operation: AnyOperation; path: string } {
  const [operation = "", ...path] = place.split(" ");
  // A place begins with an operation.
  return { operation: operation as AnyOperation, path: path.join(" ") };
}

/** A response with another JSON body, and another status when one is given. */
export function withJson(response: Response, json: unknown, status = response.status): Response {
  return Response.json(json, { status });
}

/** A copy of JSON with the value at a path changed; `[]` means every item of a list, and undefined removes a field. */
export function changedAt(json: unknown, path: string, change: Change): unknown {
  const steps = path
    .replaceAll("[]", ".[]")
    .split(".")
    .filter((step) => step !== "");
  return changeAlong(json, steps, change);
}

function changeAlong(value: unknown, [step, ...rest]: string[], change: Change): unknown {
  if (step === undefined) return change(value);
  if (typeof value !== "object" || value === null) return value;
  if (step === "[]") return Array.isArray(value) ? value.map((item) => changeAlong(item, rest, change)) : value;
  const { [step]: child, ...others } = value as Record<string, unknown>;
  const changed = changeAlong(child, rest, change);
  return changed === undefined ? others : { ...others, [step]: changed };
}
