/** How the service handles a request, from its address to the journal. */
import * as z from "zod";
import type { ControlRoute, OperationRoute } from "./api/route.js";
import type { RequestLocation, Router } from "./api/router.js";
import { checkQuery } from "./control/control-route.js";
import type { ControlEvents } from "./control/events.js";
import { maxJsonBytes, parseJson, readBytes } from "./core/body.js";
import { checkKnownFields, checkShape } from "./core/check-shape.js";
import { decodeUri } from "./core/encoding.js";
import type { ServiceRequest, ServiceResponse } from "./core/message.js";
import {
  invalidFields,
  invalidValue,
  MockServiceError,
  UnknownFieldError,
  unauthorizedError,
} from "./core/mock-service-error.js";
import { pause, realTimers } from "./core/pause.js";
import { hash } from "./core/random.js";
import type { DomainDependencies } from "./domain/dependencies.js";
import { keyProblem, type Organizations } from "./domain/organizations.js";
import type { RateLimits } from "./domain/rate-limits.js";
import type { RequestAttributesReader } from "./domain/request-attributes.js";
import type { UploadGrants } from "./domain/upload-grants.js";
import type { JournalRecord } from "./journal/entry.js";
import type { Journal } from "./journal/journal.js";
import {
  type BodyTransform,
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
import type { OrganizationRow } from "./store/rows.js";

/** What the pipeline depends on. */
export interface PipelineDependencies {
  domain: DomainDependencies;
  router: Router;
  organizations: Organizations;
  attributes: RequestAttributesReader;
  rules: Rules;
  rateLimits: RateLimits;
  journal: Journal;
  grants: UploadGrants;
  events: ControlEvents;
  /** Whether bodies are checked for unknown keys, and for their Content-Type. */
  strict: boolean;
}

/** A request that has no response yet. */
interface PendingRequest {
  request: ServiceRequest;
  location: RequestLocation;
  /** Undefined when there is no such path, or the path has no such method. */
  route: OperationRoute | undefined;
  /** Undefined when the request carries no known key. */
  organization: OrganizationRow | undefined;
  /** What the journal keeps of it, as far as that is known. */
  record: JournalRecord;
  /** When it came, by the machine's clock. */
  startMs: number;
  /** Whether the service has ended it. */
  isEnded: boolean;
  /** Ends its waits; made when rules may make it wait. */
  life: AbortController | undefined;
  /** Takes the listener from the client's signal. */
  stopFollowing: () => void;
}

const initialState = { isEnded: false, life: undefined, stopFollowing: () => {} };

/** The service ended a request before there was a response. Nobody is told: its connection is broken already. */
class RequestEndedError extends Error {
  override readonly name = "RequestEndedError";
  override readonly message = "The service has ended the request.";
}

/**
 * Handles every request: find its route → who asks for what → gates → rules → pause → the answer → pause → journal.
 * Requests to the control interface go straight to their route.
 */
export class RequestPipeline {
  readonly #dependencies: PipelineDependencies;
  readonly #idPrefix: string;
  /** The requests that have no response yet, each with the function that responds to it. */
  readonly #underWay = new Map<PendingRequest, (response: ServiceResponse) => void>();
  /** What ends the waits of clients that get no response, or half of one. */
  readonly #unanswered = new Set<() => void>();
  #requestCount = 0;

  constructor(dependencies: PipelineDependencies) {
    this.#dependencies = dependencies;
    this.#idPrefix = `req_${hash(dependencies.domain.seed, "request").slice(0, 8)}`;
  }

  /** Responds to a request; undefined when the service has no such address. */
  async handle(request: ServiceRequest): Promise<ServiceResponse | undefined> {
    const location = this.#dependencies.router.locate(request);
    if (!location) return undefined;
    if (location.interface.address === "controlUrl") return this.#control(request, location);
    const pending = this.#begin(request, location);
    return new Promise((resolve, reject) => {
      this.#underWay.set(pending, resolve);
      this.#respondAndRecord(pending).then((response) => {
        if (response.delivery === "timeout") this.#endLater(pending, () => resolve(undelivered("error")));
        else resolve(response);
      }, reject);
    });
  }

  /** Keeps what a client goes on waiting for until it leaves, or the next reset. */
  #endLater({ request: { signal } }: PendingRequest, end: () => void): void {
    this.#unanswered.add(end);
    signal?.addEventListener("abort", () => this.#unanswered.delete(end), { once: true });
  }

  /**
   * Ends all requests under way, as a broken connection does. None of them does anything from now on: it would be about
   * the state that comes next.
   */
  endRequests(): void {
    for (const [pending, respond] of this.#underWay) {
      pending.record.reason ??= "A reset, or a state that was restored, ended it before there was a response.";
      pending.isEnded = true;
      pending.life?.abort(new RequestEndedError());
      this.#record(pending, null);
      respond(undelivered("error"));
    }
    for (const end of this.#unanswered) end();
    this.#unanswered.clear();
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

  #begin(request: ServiceRequest, location: RequestLocation): PendingRequest {
    const { domain, organizations, grants } = this.#dependencies;
    const { params } = location;
    // The control interface has all other routes.
    const route = location.route as OperationRoute | undefined;
    const organization = organizations.authenticate(request.header("authorization"));
    const operation = route?.operation ?? null;
    // Whoever uploads by a signed address sends what was signed and no more: it is the grant that has a client.
    const grantedTo = operation === "uploadRecording" ? grants.clientOf(params.uploadId) : null;
    // Ids count up: a hash for each request would cost more.
    this.#requestCount += 1;
    const record: JournalRecord = {
      id: 0,
      method: request.method,
      url: request.url,
      operation,
      params,
      organizationId: organization?.id ?? null,
      requestId: `${this.#idPrefix}-${this.#requestCount}`,
      client: request.header("x-mock-client") ?? grantedTo ?? request.header("user-agent"),
      startedAtMs: domain.clock.now(),
      endedAtMs: 0,
      durationMs: 0,
      contentType: request.header("content-type"),
      requestHeaders: request.headers,
      requestChunks: [],
      requestSizeBytes: 0,
      response: null,
      lostResponse: null,
      reason: null,
      faults: [],
      rules: [],
    };
    return { request, location, route, organization, record, ...initialState, startMs: realTimers.now() };
  }

  async #respondAndRecord(pending: PendingRequest): Promise<ServiceResponse> {
    const { record, request } = pending;
    try {
      const response = await this.#respond(pending);
      const headers = { ...response.headers, "x-request-id": record.requestId };
      const identified = { ...response, headers };
      this.#record(pending, identified);
      return identified;
    } catch (error) {
      record.reason ??= reasonOf(error, request);
      this.#record(pending, null);
      throw error;
    }
  }

  async #respond(pending: PendingRequest): Promise<ServiceResponse> {
    const { rules } = this.#dependencies;
    const { route, location, record } = pending;
    const body = route?.body && (await whileAlive(pending, this.#readJson(pending)));
    // Without rules, the usual case, the request's attributes are not read: that takes time.
    if (!rules.concern(record.operation)) return this.#answer(pending, body);
    const life = lifeOf(pending);
    const attributes = this.#attributesOf(pending, body);
    const holds = rules.takeHolds(attributes);
    record.rules.push(...holds.map(({ id }) => id));
    await whileAlive(pending, Promise.all(holds.map(({ held }) => held.hold(life))));
    const taken = rules.take(attributes, holds);
    record.rules.push(...taken.ids);
    record.faults = effectNames(taken);
    if (doesFail(taken)) record.reason = failureReason(record.faults, taken.ids);
    const { before, after } = delaysOf(taken);
    await whileAlive(pending, pause(before, life));
    const answered = comesBefore(taken) ? undelivered("error") : await this.#answer(pending, body, { taken, life });
    record.lostResponse = answered;
    await whileAlive(pending, pause(after, life));
    const error = () => this.#refusal(new MockServiceError("injected-fault", "A fault was injected."), location);
    const given = typeof taken.respond === "object" ? givenResponse(taken.respond, error) : answered;
    const response = taken.break ? brokenResponse(taken.break, given, life) : given;
    if (taken.break?.body === "stall") this.#endLater(pending, () => pending.life?.abort(new RequestEndedError()));
    if (response === answered) record.lostResponse = null;
    return response;
  }

  /** The service's answer, or that of a test's function. Between the last wait and what the service does there is no other. */
  async #answer(
    pending: PendingRequest,
    body: unknown,
    { taken, life }: { taken?: TakenEffects; life?: AbortSignal } = {},
  ): Promise<ServiceResponse> {
    const { request, location, route, organization, record } = pending;
    const { params, addresses } = location;
    try {
      if (!route) throw this.#noRouteError(location, request.url);
      if (route.address !== "storageUrl") this.#admit(pending);
      if (this.#dependencies.strict) checkStrictly(route, record.contentType, body);
      if (body instanceof MockServiceError) throw body;
      if (route.body) checkShape(route.body, body);
      if (taken?.resolver) {
        const given = { operation: route.operation, params, body, organizationId: organization?.id ?? null };
        const response = await whileAlive(pending, resolvedResponse(taken.resolver, given, route));
        if (response && response.status >= 400) record.reason ??= "A function of the test answered it.";
        if (response) return response;
      }
      const chunks = () => this.#chunksOf(pending, taken && uploadTransform(taken, life));
      const given = { request, params, body, organization, addresses, client: record.client, end: taken?.end };
      return await route.respond({ ...given, chunks, throwIfEnded: () => throwIfEnded(pending) });
    } catch (error) {
      const response = this.#refusal(error, location);
      if (error instanceof Error) record.reason ??= error.message;
      return response;
    }
  }

  /** Lets a request pass whose key is known, up to the rate limit. @throws {MockServiceError} */
  #admit({ request, organization, record }: PendingRequest): void {
    if (!organization) {
      record.reason ??= keyProblem(request.header("authorization"));
      throw unauthorizedError();
    }
    const waitSeconds = this.#dependencies.rateLimits.take(organization);
    if (waitSeconds === 0) return;
    const message = `Too many requests: try again in ${waitSeconds} seconds.`;
    throw new MockServiceError("rate-limited", message, [], { "retry-after": String(waitSeconds) });
  }

  /** Requests to the control interface meet no rule, need no key, and are not in the journal. */
  async #control(request: ServiceRequest, location: RequestLocation): Promise<ServiceResponse> {
    const { method, url } = request;
    const { path, params, addresses } = location;
    try {
      // The other interfaces have all other routes.
      const route = location.route as ControlRoute | undefined;
      if (!route) throw this.#noRouteError(location, url);
      const query = new URLSearchParams(location.query);
      checkQuery(query, route);
      const response = await route.respond({ request, params, query, addresses });
      if (method !== "GET" && method !== "HEAD") this.#dependencies.events.publishChange({ method, path });
      return response;
    } catch (error) {
      return this.#refusal(error, location);
    }
  }

  /** The parsed JSON, or the error by which it is refused: later, for rules, keys and limits come first. */
  async #readJson(pending: PendingRequest): Promise<unknown> {
    const announcedBytes = pending.request.header("content-length");
    try {
      return parseJson(await readBytes(this.#chunksOf(pending), { announcedBytes, maxBytes: maxJsonBytes }));
    } catch (error) {
      if (error instanceof MockServiceError) return error;
      throw error;
    }
  }

  /** The body as it comes. The journal keeps its beginning: whole chunks, until they reach the limit; nothing of a recording. */
  async *#chunksOf({ request, location, record }: PendingRequest, transform?: BodyTransform) {
    const keptBytes = location.interface.address === "storageUrl" ? 0 : this.#dependencies.journal.maxBodyBytes;
    for await (const chunk of transform ? transform(request.chunks()) : request.chunks()) {
      if (record.requestSizeBytes < keptBytes) record.requestChunks.push(chunk);
      record.requestSizeBytes += chunk.length;
      yield chunk;
    }
  }

  #attributesOf({ location: { params }, record }: PendingRequest, body: unknown): RequestAttributes {
    const { operation, method, url, organizationId } = record;
    const identity = { operation, method, path: new URL(url).pathname, organizationId };
    return this.#dependencies.attributes.read(identity, { params, body: body instanceof Error ? undefined : body });
  }

  #noRouteError({ routes }: RequestLocation, url: string): MockServiceError {
    if (routes) {
      const methods = [...routes.keys()].flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
      const allow = methods.join(", ");
      return new MockServiceError("method-not-allowed", `This path takes ${allow}.`, [], { allow });
    }
    const closest = this.#dependencies.router.closestPath(url);
    const hint = closest === undefined ? "" : ` Did you mean ${closest}?`;
    // Decoded, so that the journal finds a key in it.
    return new MockServiceError("not-found", decodeUri(`There is nothing at ${new URL(url).pathname}.${hint}`));
  }

  /** The response that an error becomes, in the format of the interface. @throws an error that is no refusal */
  #refusal(error: unknown, { interface: { formatError } }: RequestLocation): ServiceResponse {
    if (error instanceof UploadCutError) return undelivered("reset");
    const refused = error instanceof UnknownFieldError ? invalidFields("invalid-input", error.fields) : error;
    if (!(refused instanceof MockServiceError)) throw error;
    const response = formatError(refused, this.#dependencies.domain.policies);
    return { ...response, headers: { ...response.headers, ...refused.headers } };
  }

  /** Keeps it in the journal, unless it was ended: then it is there already. */
  #record(pending: PendingRequest, response: ServiceResponse | null): void {
    pending.stopFollowing();
    if (!this.#underWay.delete(pending)) return;
    const { journal, domain } = this.#dependencies;
    const { request, organization, record, startMs } = pending;
    record.response = response;
    record.endedAtMs = domain.clock.now();
    record.durationMs = realTimers.now() - startMs;
    journal.record(record, { unknownAuthorization: organization ? null : request.header("authorization") });
  }
}

/** Every wait of a request goes through here. One that was ended meanwhile does nothing more. @throws {RequestEndedError} */
async function whileAlive<Value>(pending: PendingRequest, wait: Promise<Value>): Promise<Value> {
  const value = await wait;
  throwIfEnded(pending);
  return value;
}

function throwIfEnded({ isEnded }: PendingRequest): void {
  if (isEnded) throw new RequestEndedError();
}

/** Aborts when the client gives up, and when the service ends the request: for waits, which leave no timer then. */
function lifeOf(pending: PendingRequest): AbortSignal {
  const life = new AbortController();
  const { signal } = pending.request;
  const leave = () => life.abort(signal?.reason);
  if (signal?.aborted) leave();
  signal?.addEventListener("abort", leave);
  pending.stopFollowing = () => signal?.removeEventListener("abort", leave);
  pending.life = life;
  return life.signal;
}

/**
 * A strict service refuses what a live one might, and a misspelt name would hide: a body that is not announced as JSON, and
 * keys that the contract does not name.
 *
 * @throws {MockServiceError} @throws {UnknownFieldError} which names the key and the known one that is nearest to it
 */
function checkStrictly({ operation, body: schema }: OperationRoute, contentType: string | null, body: unknown): void {
  if (!schema) return;
  if (!/^application\/json *(;|$)/i.test(contentType ?? ""))
    throw invalidValue("", `The header Content-Type is ${contentType ?? "missing"}, and must be application/json.`);
  // A prospect may have its own keys.
  const isClosed = operation !== "addProspect" && schema instanceof z.ZodObject;
  if (isClosed && typeof body === "object" && body !== null && !(body instanceof Error))
    checkKnownFields(body, Object.keys(schema.shape));
}

/** Why a request has no response. */
function reasonOf(error: unknown, { signal }: ServiceRequest): string | null {
  if (signal?.aborted) return "The client ended the request before there was a response.";
  // In Jest an error of Node is none of its realm.
  return Object(error).message ?? null;
}

function failureReason(effects: readonly string[], ids: readonly string[]): string {
  const rules = ids.length === 1 ? `The rule ${ids[0]}` : `The rules ${ids.join(", ")}`;
  return `${rules} made it fail: ${effects.join(", ")}.`;
}
