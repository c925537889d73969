/**
 * Faults that are injected into the fake: each makes it violate the contract in one way, and its case must find the violation.
 * They wrap the fake from outside, so the package that users install has no code that makes it wrong.
 */
import type { MockService } from "@call-analysis/mock";
import { parsedJson } from "./client.ts";
import type { AnyOperation } from "./operation.ts";
import type { SendRequest } from "./target.ts";

/** Answers requests like the service, except for one change. */
export type Fault = (service: MockService) => SendRequest;

/** A request that a fault intercepts before it reaches the service. */
interface InterceptedRequest {
  url: URL;
  init: RequestInit;
  headers: Headers;
}

/** Sends the request to the service, unchanged or changed. */
type Forward = (changes?: RequestInit) => Promise<Response>;

/** An operation and a place in its JSON, such as `listAgents data[].userId`. Without a place, it means the whole JSON. */
type Place = AnyOperation | `${AnyOperation} ${string}`;

/** Replaces a value in JSON. Undefined removes the field. */
type Change = (value: unknown, service: MockService) => unknown;

/** Handles an operation's requests in place of the service. The handler may forward them. */
export function intercept(
  operation: AnyOperation,
  handle: (request: InterceptedRequest, forward: Forward, service: MockService) => Promise<Response>,
): Fault {
  return (service) => (address, init, requested) => {
    const forward: Forward = (changes) => service.fetch(address, { ...init, ...changes });
    if (requested !== operation) return forward();
    return handle({ url: new URL(address), init, headers: new Headers(init.headers) }, forward, service);
  };
}

/** Changes each response to an operation's requests. */
export function alterResponse(
  operation: AnyOperation,
  change: (response: Response, service: MockService) => Response | Promise<Response>,
): Fault {
  return intercept(operation, async (_request, forward, service) => change(await forward(), service));
}

/** Changes the JSON of an operation's success response. */
export function alterSuccess(place: Place, change: Change): Fault {
  return alterJson(place, change, ({ ok }) => ok);
}

/** Changes the JSON of an operation's errors. */
export function alterError(place: Place, change: Change): Fault {
  return alterJson(place, change, ({ ok }) => !ok);
}

/** Changes the JSON of an operation's request. */
export function alterRequest(place: Place, change: Change): Fault {
  const { operation, path } = partsOf(place);
  return intercept(operation, async ({ init }, forward, service) => {
    const body = parsedJson(String(init.body));
    if (body === undefined) return forward();
    return forward({ body: JSON.stringify(changedAt(body, path, (value) => change(value, service))) });
  });
}

/** Answers with another status, and by default the same body, where the service answers with `from`. */
export function alterStatus(
  operation: AnyOperation,
  { from, to, json }: { from: number; to: number; json?: unknown },
): Fault {
  return alterResponse(operation, async (response) =>
    response.status === from ? Response.json(json ?? (await response.json()), { status: to }) : response,
  );
}

function alterJson(place: Place, change: Change, isAltered: (response: Response) => boolean): Fault {
  const { operation, path } = partsOf(place);
  return alterResponse(operation, async (response, service) => {
    if (!isAltered(response)) return response;
    const json = changedAt(await response.json(), path, (value) => change(value, service));
    return Response.json(json, { status: response.status });
  });
}

function partsOf(place: Place): { operation: AnyOperation; path: string[] } {
  const [operation, path = ""] = place.split(" ");
  const steps = path.replaceAll("[]", ".[]").split(".");
  // A place begins with an operation.
  return { operation: operation as AnyOperation, path: steps.filter((step) => step !== "") };
}

/** A copy of JSON with the value at a path changed; `[]` means every item of a list, and undefined removes a field. */
function changedAt(value: unknown, [step, ...rest]: string[], change: (value: unknown) => unknown): unknown {
  if (step === undefined) return change(value);
  if (typeof value !== "object" || value === null) return value;
  if (step === "[]") return Array.isArray(value) ? value.map((item) => changedAt(item, rest, change)) : value;
  const { [step]: child, ...others } = value as Record<string, unknown>;
  const changed = changedAt(child, rest, change);
  return changed === undefined ? others : { ...others, [step]: changed };
}
