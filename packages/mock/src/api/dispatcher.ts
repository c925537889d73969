import type { Addresses } from "../core/addresses.js";
import type { ServiceRequest, ServiceResponse } from "../core/message.js";
import { MockServiceError } from "../core/mock-service-error.js";
import type { OperationName } from "../core/operations.js";
import type { Policies } from "../core/policies.js";
import type { ReceivedRequest } from "../core/received-request.js";
import type { OverriddenRequest, Overrides } from "../interception/overrides.js";
import type { RateLimits } from "../interception/rate-limits.js";
import type { OrganizationRow } from "../store/rows.js";
import type { ErrorFormat } from "./error-responses.js";
import type { Match, Resources } from "./resources.js";
import type { Methods, Route } from "./route.js";

/** A part of the service: an address, the paths below it, and its way to refuse. */
export interface Part {
  address: keyof Addresses;
  resources: Resources;
  refuse: ErrorFormat;
}

/** What the dispatcher asks of the rest. */
export interface DispatcherOptions {
  parts: readonly Part[];
  policies: Policies;
  rateLimits: RateLimits;
  overrides: Overrides;
}

/** Most addresses have none, and nobody changes it. */
const noQuery = new URLSearchParams();

interface Placed extends Part {
  prefix: string;
}

/** Where a request goes. */
export interface Target {
  part: Part;
  query: string;
  /** The parts of the path that the route names, decoded. */
  params: Readonly<Record<string, string>>;
  /** Missing when the part has no such path, or the path no such method. */
  route?: Route;
  /** All routes of the path; missing when the part has no such path. */
  methods?: Methods;
}

/** A request on its way to a route. */
export interface Dispatched {
  incoming: ReceivedRequest;
  target: Target;
  /** Whose key the request carries; undefined when it carries none that is known. */
  organization: OrganizationRow | undefined;
}

/** Brings a request to its route. The parts are told apart by the beginning of the address. */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  #placed: readonly Placed[] = [];

  constructor(options: DispatcherOptions) {
    this.#options = options;
  }

  /** Says where the parts are from now on. The longest address that fits is asked first. */
  place(addresses: Addresses): void {
    this.#placed = this.#options.parts
      .flatMap((part) => placedAt(part, addresses[part.address]))
      .sort((one, other) => other.prefix.length - one.prefix.length);
  }

  /** Where a request goes: to the first part that has its path; failing that, to the first whose address fits. */
  locate({ url, method }: ServiceRequest): Target | undefined {
    let nearest: Target | undefined;
    for (const part of this.#placed) {
      const below = pathBelow(url, part.prefix);
      if (!below) continue;
      const match = part.resources.find(below.path);
      if (match) return targetOf(part, below.query, { match, method });
      nearest ??= { part, query: below.query, params: {} };
    }
    return nearest;
  }

  /** The answer to a request that was located. */
  async answer(request: Dispatched): Promise<ServiceResponse> {
    try {
      return await this.#answer(request);
    } catch (error) {
      if (!(error instanceof MockServiceError)) throw error;
      return this.refuse(request.target, error);
    }
  }

  /** A refusal as an answer, in the form of the part that a request went to. */
  refuse({ part }: Target, refusal: MockServiceError, headers: Record<string, string> = {}): ServiceResponse {
    const answer = part.refuse(refusal, this.#options.policies);
    return { ...answer, headers: { ...answer.headers, ...headers } };
  }

  #answer({ incoming, target, organization }: Dispatched): ServiceResponse | Promise<ServiceResponse> {
    const { route, params, query } = target;
    if (!route) return this.#refuseTarget(target);
    const request = { incoming, params, query: query === "" ? noQuery : new URLSearchParams(query) };
    if (route.access === "control") return route.answer(request);
    if (route.access === "open") return this.#unlessOverridden(route.operation, request, () => route.answer(request));
    if (!organization)
      throw new MockServiceError("unauthorized", "The header Authorization must be Bearer and a valid API key.");
    const waitSeconds = this.#options.rateLimits.take(organization);
    if (waitSeconds > 0) return this.#refuseRate(target, waitSeconds);
    const authorized = { ...request, organization };
    return this.#unlessOverridden(route.operation, authorized, () => route.answer(authorized));
  }

  #unlessOverridden(
    operation: OperationName,
    request: OverriddenRequest,
    answer: () => ServiceResponse | Promise<ServiceResponse>,
  ) {
    const overridden = this.#options.overrides.answer(operation, request);
    return overridden ? overridden.then((given) => given ?? answer()) : answer();
  }

  #refuseTarget(target: Target): ServiceResponse {
    if (!target.methods)
      return this.refuse(target, new MockServiceError("not-found", "There is nothing at this path."));
    const allow = Object.keys(target.methods).join(", ");
    return this.refuse(target, new MockServiceError("method-not-allowed", `This path takes ${allow}.`), { allow });
  }

  #refuseRate(target: Target, waitSeconds: number): ServiceResponse {
    const refusal = new MockServiceError("rate-limited", `Too many requests: try again in ${waitSeconds} seconds.`);
    return this.refuse(target, refusal, { "retry-after": String(waitSeconds) });
  }
}

function placedAt(part: Part, prefix: string | undefined): Placed[] {
  return prefix === undefined ? [] : [{ ...part, prefix }];
}

function targetOf(part: Part, query: string, { match, method }: { match: Match; method: string }): Target {
  const { methods, params } = match;
  // Own keys only, so that a method named like a property of objects is none.
  const route = Object.hasOwn(methods, method) ? methods[method] : undefined;
  return { part, query, params, route, methods };
}

function pathBelow(url: string, prefix: string): { path: string; query: string } | undefined {
  if (!url.startsWith(prefix)) return undefined;
  const next = url[prefix.length];
  if (next !== undefined && next !== "/" && next !== "?" && next !== "#") return undefined;
  const fragment = url.indexOf("#", prefix.length);
  const end = fragment === -1 ? url.length : fragment;
  const mark = url.indexOf("?", prefix.length);
  const pathEnd = mark === -1 || mark > end ? end : mark;
  return { path: url.slice(prefix.length, pathEnd), query: url.slice(pathEnd + 1, end) };
}
