/** How the service handles a request, from its address to the journal. */
import type { AuthorizedRequest, Methods, OperationRoute, RoutedRequest } from "./api/route.js";
import type { RequestLocation, Router } from "./api/router.js";
import { checkStrictly } from "./api/strict-requests.js";
import type { ControlEvents } from "./control/events.js";
import { checkQuery } from "./control/query.js";
import { parseJson } from "./core/body.js";
import { checkShape } from "./core/check-shape.js";
import type { ServiceRequest, ServiceResponse } from "./core/message.js";
import { invalidFields, MockServiceError, UnknownFieldError, unauthorizedError } from "./core/mock-service-error.js";
import { pause, realTimers } from "./core/pause.js";
import { hash } from "./core/random.js";
import { ReceivedRequest } from "./core/received-request.js";
import type { DomainDependencies } from "./domain/dependencies.js";
import { keyProblem, type Organizations } from "./domain/organizations.js";
import type { RateLimits } from "./domain/rate-limits.js";
import type { RequestAttributesReader } from "./domain/request-attributes.js";
import type { UploadGrants } from "./domain/upload-grants.js";
import type { Journal } from "./journal/journal.js";
import { type PendingRequest, recordOf } from "./journal/pending-request.js";
import {
  brokenResponse,
  comesBefore,
  delaysOf,
  doesFail,
  effectNames,
  givenResponse,
  UploadCutError,
  undelivered,
  uploadTransform,
} from "./rules/effects.js";
import type { RequestAttributes } from "./rules/match.js";
import type { Rules, TakenEffects } from "./rules/rules.js";
import { resolvedResponse } from "./rules/use.js";

/** What the pipeline depends on. */
export interface PipelineDependencies {
  domain: DomainDependencies;
  router: Router;
  organizations: Organizations;
  attributes: RequestAttributesReader;
  rules: Rules;
  rateLimits: RateLimits;
  journal: Journal;
  grants: Pick<UploadGrants, "clientOf">;
  events: ControlEvents;
  /** Whether bodies are checked for unknown keys, and for their Content-Type. */
  strict: boolean;
}

/** Shared by requests without a query; never modified. */
const noQuery = new URLSearchParams();

/**
 * Handles every request: locate → identify the key → gates → faults → reject an unknown key → rate limit → override →
 * route → journal. Requests to the control interface go straight to their route.
 */
export class RequestPipeline {
  readonly #dependencies: PipelineDependencies;
  readonly #idPrefix: string;
  /** The requests that have no response yet, each with the function that responds to it. */
  readonly #underWay = new Map<PendingRequest, (response: ServiceResponse) => void>();
  #requestCount = 0;

  constructor(dependencies: PipelineDependencies) {
    this.#dependencies = dependencies;
    this.#idPrefix = `req_${hash(dependencies.domain.seed, "request").slice(0, 8)}`;
  }

  /** Responds to a request; undefined when the service has no such address. */
  async handle(request: ServiceRequest): Promise<ServiceResponse | undefined> {
    const location = this.#dependencies.router.locate(request);
    if (!location) return undefined;
    const pending = this.#receive(request, location);
    if (location.interface.address === "controlUrl") return this.#respondToControl(pending);
    return new Promise((resolve, reject) => {
      this.#underWay.set(pending, resolve);
      this.#respondAndRecord(pending).then(resolve, reject);
    });
  }

  /**
   * Ends all requests under way, as a broken connection does. None of them does anything from now on: it would be about
   * the state that comes next.
   */
  endRequests(): void {
    for (const [pending, respond] of this.#underWay) {
      pending.reason ??= "A reset, or a state that was restored, ended it before there was a response.";
      pending.received.end();
      this.#record(pending, null);
      respond(undelivered("error"));
    }
    this.#dependencies.rules.letGo();
  }

  /** Ends all requests, removes all rules, and restarts the rate limits, the request ids and the journal. */
  reset(): void {
    const { rules, rateLimits, journal } = this.#dependencies;
    this.endRequests();
    rules.reset();
    rateLimits.reset();
    this.#requestCount = 0;
    journal.clear();
  }

  async #respondAndRecord(pending: PendingRequest): Promise<ServiceResponse> {
    const { rules } = this.#dependencies;
    const { operation } = pending.location;
    try {
      // Without rules, the usual case, the request's attributes are not read: that takes time.
      const response = await (rules.concern(operation) ? this.#respondByRules(pending) : this.#respond(pending));
      const identified = this.#withId(response, pending);
      this.#record(pending, identified);
      return identified;
    } catch (error) {
      if (pending.received.signal?.aborted)
        pending.reason ??= "The client ended the request before there was a response.";
      this.#record(pending, null);
      throw error;
    }
  }

  async #respondToControl(pending: PendingRequest): Promise<ServiceResponse> {
    const { method } = pending.received;
    const response = await this.#respond(pending);
    const isChange = method !== "GET" && method !== "HEAD" && response.status < 300;
    if (isChange) this.#dependencies.events.publishChange({ method, path: pending.location.path });
    return this.#withId(response, pending);
  }

  #receive(request: ServiceRequest, location: RequestLocation): PendingRequest {
    const { domain, organizations, journal } = this.#dependencies;
    const keptBytes = location.interface.address === "storageUrl" ? 0 : journal.maxBodyBytes;
    // Ids count up: a hash for each request would cost more.
    this.#requestCount += 1;
    return {
      received: new ReceivedRequest(request, { keptBytes }),
      location,
      organization: organizations.authenticate(request.header("authorization")),
      id: `${this.#idPrefix}-${this.#requestCount}`,
      serviceStartMs: domain.clock.now(),
      monotonicStartMs: realTimers.now(),
      faults: [],
      reason: null,
      attributes: undefined,
    };
  }

  /** Holds the request at its gates, then lets the service respond, with the effects of the rules that apply. */
  async #respondByRules(pending: PendingRequest): Promise<ServiceResponse> {
    const { rules } = this.#dependencies;
    const { received, location } = pending;
    const attributes = await this.#attributesOf(pending);
    received.throwIfEnded();
    const holds = rules.takeHolds(attributes);
    received.appliedRules.push(...holds.map(({ id }) => id));
    await Promise.all(holds.map(({ held }) => held.hold(received.life)));
    received.throwIfEnded();
    const taken = rules.take(attributes, holds);
    received.appliedRules.push(...taken.ids);
    pending.faults = effectNames(taken);
    if (doesFail(taken)) pending.reason = failureReason(pending.faults, taken.ids);
    const transform = uploadTransform(taken, received.life);
    if (transform) received.transformBody(transform);
    const delays = delaysOf(taken);
    await pause(delays.before, received.life);
    const { respond, break: broken } = taken;
    const answered = comesBefore(taken) ? undelivered("error") : await this.#respond(pending, taken);
    await pause(delays.after, received.life);
    const given =
      typeof respond === "object"
        ? givenResponse(respond, () => this.#errorResponse(location, injectedFaultError()))
        : answered;
    return broken ? brokenResponse(broken, given) : given;
  }

  /** Rejects an unknown key, counts the request, and calls its route. Errors get the interface's format. */
  async #respond(pending: PendingRequest, taken?: TakenEffects): Promise<ServiceResponse> {
    const { received, location, organization } = pending;
    const { route, params, query, addresses } = location;
    try {
      received.throwIfEnded();
      if (!route) return this.#noRouteResponse(pending);
      const request = {
        received,
        params,
        query: query === "" ? noQuery : new URLSearchParams(query),
        addresses,
        end: taken?.end,
      };
      if (route.access === "control") {
        checkQuery(request.query, route);
        return await route.respond(request);
      }
      if (route.access === "open") return await this.#callRoute(route, request, { pending, taken });
      if (!organization) {
        pending.reason ??= keyProblem(received.header("authorization"));
        throw unauthorizedError();
      }
      const waitSeconds = this.#dependencies.rateLimits.take(organization);
      if (waitSeconds > 0) return this.#rateLimitedResponse(pending, waitSeconds);
      return await this.#callRoute(route, { ...request, organization }, { pending, taken });
    } catch (error) {
      if (error instanceof Error) pending.reason ??= error.message;
      if (error instanceof UploadCutError) return undelivered("reset");
      if (error instanceof MockServiceError) return this.#errorResponse(location, error);
      if (error instanceof UnknownFieldError)
        return this.#errorResponse(location, invalidFields("invalid-input", error.fields));
      throw error;
    }
  }

  /** Lets a test's function respond, if there is one and it returns a response; otherwise the route. */
  async #callRoute<Request extends RoutedRequest & Partial<AuthorizedRequest>>(
    route: OperationRoute<Request>,
    request: Request,
    { pending, taken }: { pending: PendingRequest; taken: TakenEffects | undefined },
  ): Promise<ServiceResponse> {
    const { received, params, organization } = request;
    if (this.#dependencies.strict) await checkStrictly(route, received);
    if (taken?.resolver) {
      const { operation, status, body: schema } = route;
      const bytes = schema && (await received.peek());
      // A body that is too large is left to the service, which refuses it.
      if (!schema || bytes) {
        const body = schema && bytes && checkShape(schema, parseJson(bytes));
        const given = { operation, params, body, organizationId: organization?.id ?? null, status };
        const response = await resolvedResponse(taken.resolver, given);
        if (response && response.status >= 400) pending.reason ??= "A function of the test answered it.";
        if (response) return response;
      }
    }
    received.throwIfEnded();
    return route.respond(request);
  }

  #noRouteResponse(pending: PendingRequest): ServiceResponse {
    const { location, received } = pending;
    if (!location.methods) {
      const { pathname } = new URL(received.url);
      const meant = this.#dependencies.router.meantPath(received.url);
      const hint = meant === undefined ? "" : ` Did you mean ${meant}?`;
      pending.reason ??= `There is nothing at ${pathname}.${hint}`;
      return this.#errorResponse(location, new MockServiceError("not-found", "There is nothing at this path."));
    }
    const allow = allowedMethods(location.methods).join(", ");
    pending.reason ??= `This path takes ${allow}.`;
    const error = new MockServiceError("method-not-allowed", `This path takes ${allow}.`);
    return this.#errorResponse(location, error, { allow });
  }

  #rateLimitedResponse(pending: PendingRequest, waitSeconds: number): ServiceResponse {
    const { location } = pending;
    pending.reason ??= "Its organization has sent more requests than the rate limit allows.";
    const error = new MockServiceError("rate-limited", `Too many requests: try again in ${waitSeconds} seconds.`);
    return this.#errorResponse(location, error, { "retry-after": String(waitSeconds) });
  }

  #errorResponse(
    location: RequestLocation,
    error: MockServiceError,
    headers: ServiceResponse["headers"] = {},
  ): ServiceResponse {
    const response = location.interface.formatError(error, this.#dependencies.domain.policies);
    return { ...response, headers: { ...response.headers, ...headers } };
  }

  #withId(response: ServiceResponse, { id }: PendingRequest): ServiceResponse {
    return { ...response, headers: { ...response.headers, "x-request-id": id } };
  }

  #attributesOf(pending: PendingRequest): Promise<RequestAttributes> {
    pending.attributes ??= this.#readAttributes(pending);
    return pending.attributes;
  }

  async #readAttributes({ received, location, organization }: PendingRequest): Promise<RequestAttributes> {
    const { method, url } = received;
    const identity = {
      operation: location.operation,
      method,
      path: new URL(url).pathname,
      organizationId: organization?.id ?? null,
    };
    // The bodies of uploads are not read: they may be large, and slow to arrive.
    const hasFields = location.interface.address !== "storageUrl" && method !== "GET" && method !== "HEAD";
    const body = hasFields ? await received.peekJson() : undefined;
    return this.#dependencies.attributes.read(identity, { params: location.params, body });
  }

  /** Keeps it in the journal, unless it was ended: then it is there already. */
  #record(pending: PendingRequest, response: ServiceResponse | null): void {
    pending.received.finish();
    if (!this.#underWay.delete(pending)) return;
    const { journal, domain, grants } = this.#dependencies;
    const { received, organization } = pending;
    const record = recordOf(pending, { response, id: journal.nextId(), endedAtMs: domain.clock.now(), grants });
    journal.record(record, { unknownAuthorization: organization ? null : received.header("authorization") });
  }
}

/** HEAD works wherever GET does. */
function allowedMethods(methods: Methods): string[] {
  return [...new Set(Object.keys(methods).flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])))];
}

function failureReason(effects: readonly string[], ids: readonly string[]): string {
  const rules = ids.length === 1 ? `The rule ${ids[0]}` : `The rules ${ids.join(", ")}`;
  return `${rules} made it fail: ${effects.join(", ")}.`;
}

function injectedFaultError(): MockServiceError {
  return new MockServiceError("injected-fault", "A fault was injected.");
}
