/** Handles a request, from its URL to the journal. */
import * as z from "zod";
import { errorFormats } from "./api/error-responses.js";
import type { ControlRoute, OperationRequest, OperationRoute } from "./api/route.js";
import type { RequestLocation, Router } from "./api/router.js";
import type { ControlEvents } from "./control/events.js";
import { maxJsonBytes, parseJson, readBytes } from "./core/body.js";
import { checkShape } from "./core/check-shape.js";
import { decodeUri } from "./core/encoding.js";
import type { ReadBody, ServiceRequest, ServiceResponse, TakeChunk } from "./core/message.js";
import { invalidValue, MockServiceError, unauthorizedError } from "./core/mock-service-error.js";
import type { OperationName } from "./core/operations.js";
import { pause, realTimers } from "./core/pause.js";
import { hash } from "./core/random.js";
import type { Domain } from "./domain/domain.js";
import { keyProblem, type Organizations } from "./domain/organizations.js";
import type { rateLimits } from "./domain/rate-limits.js";
import type { ReadAttributes } from "./domain/request-attributes.js";
import { type JournalRecord, maxBodyBytes, newRecord } from "./journal/entry.js";
import type { Journal } from "./journal/journal.js";
import {
  brokenResponse,
  comesBefore,
  delaysOf,
  doesFail,
  effectNames,
  givenResponse,
  UploadCutError,
  undelivered,
  uploadFault,
} from "./rules/effects.js";
import type { Rules, TakenEffects } from "./rules/rules.js";
import { type AnyResolver, resolvedResponse } from "./rules/use.js";
import type { OrganizationRow } from "./store/rows.js";

/** The dependencies of the pipeline. */
export interface PipelineDependencies {
  domain: Domain;
  router: Router;
  organizations: Organizations;
  attributes: ReadAttributes;
  rules: Rules;
  rateLimits: ReturnType<typeof rateLimits>;
  journal: Journal;
  events: ControlEvents;
  /** Whether bodies are checked for unknown fields and for their Content-Type. */
  strict: boolean;
}

/** A request without a response so far. */
interface PendingRequest {
  request: ServiceRequest;
  location: RequestLocation;
  /** Undefined if there is no such path, or the path does not allow the method. */
  route: OperationRoute | undefined;
  /** Undefined if the request has no known key. */
  organization: OrganizationRow | undefined;
  /** The journal's record, as far as it is known. */
  record: JournalRecord;
  /** The time of arrival on the machine's clock. */
  startMs: number;
  /** Aborted when the client gives up, or when the service ends the request. Waits that rules cause end then. */
  life: AbortController;
  /** Replaces the response that the client waits for. */
  replace: (response: ServiceResponse) => void;
  /** Whether the response stops in the middle, until the client disconnects or the service ends it. */
  isStalled: boolean;
}

/**
 * Handles every request: route, authorization, gates, rules, pause, response, pause, journal. Requests to the control
 * interface go straight to their route.
 */
export class RequestPipeline {
  readonly #dependencies: PipelineDependencies;
  readonly #idPrefix: string;
  /** The requests in flight, including those that get no response, or only half of one. */
  readonly #underWay = new Set<PendingRequest>();
  #requestCount = 0;

  constructor(dependencies: PipelineDependencies) {
    this.#dependencies = dependencies;
    this.#idPrefix = `req_${hash(dependencies.domain.seed, "request").slice(0, 8)}`;
  }

  /** Responds to a request. Undefined if the service has no such URL. */
  async handle(request: ServiceRequest): Promise<ServiceResponse | undefined> {
    const location = this.#dependencies.router.locate(request);
    if (!location) return undefined;
    if (location.address === "controlUrl") return this.#control(request, location);
    const pending = this.#begin(request, location);
    const { record } = pending;
    let stopListening: (() => void) | undefined;
    try {
      let response = this.#respond(pending);
      // Most requests are answered at once: only one that waits listens to its end.
      if ("then" in response) {
        const responding = response;
        response = await new Promise<ServiceResponse>((resolve, reject) => {
          pending.replace = resolve;
          responding.then(resolve, reject);
          const reason = "The client ended the request before the response.";
          stopListening = request.onLeave?.(() => this.#end(pending, reason));
        });
      }
      // A test's own response is sent unchanged.
      record.requestId = response.headers["x-request-id"] ??= record.requestId;
      this.#record(pending, response);
      if (response.delivery !== "timeout") return response;
      return await new Promise((resolve) => {
        pending.replace = resolve;
      });
    } catch (error) {
      // In Jest an error of Node is none of its realm.
      this.#end(pending, Object(error).message ?? null);
      throw error;
    } finally {
      if (!pending.isStalled) {
        stopListening?.();
        this.#underWay.delete(pending);
      }
    }
  }

  /** Ends a request without a response, as a broken connection does. From now on, the request does nothing. */
  #end(pending: PendingRequest, reason: string | null): void {
    pending.record.reason ??= reason;
    this.#record(pending, null);
    this.#underWay.delete(pending);
    pending.life.abort(new Error("The service ended the request."));
    pending.replace(undelivered("error"));
  }

  /** Called after a wait, before anything is done. @throws if the request was ended meanwhile */
  #throwIfEnded(pending: PendingRequest): void {
    if (!this.#underWay.has(pending)) pending.life.signal.throwIfAborted();
  }

  /** Ends all requests in flight, as a broken connection does, because they would change the next state. */
  endRequests(): void {
    const reason = "A reset or a restore ended the request before its response.";
    for (const pending of this.#underWay) this.#end(pending, reason);
    this.#dependencies.rules.letGo();
  }

  /** Ends all requests, removes all rules, and restarts the rate limits, the request ids and the journal. */
  reset(): void {
    const { rules, rateLimits, journal } = this.#dependencies;
    this.endRequests();
    rules.reset();
    rateLimits.reset();
    this.#requestCount = 0;
    journal.reset();
  }

  #begin(request: ServiceRequest, location: RequestLocation): PendingRequest {
    const { domain, organizations } = this.#dependencies;
    const { params } = location;
    // The control interface has all other routes.
    const route = location.route as OperationRoute | undefined;
    const organization = organizations.authenticate(request.header("authorization"));
    const operation = route?.operation ?? null;
    // An upload carries no key: the grant knows its client.
    const grant = operation === "uploadRecording" ? domain.store.uploads.get(params.uploadId ?? "") : undefined;
    // Ids count up: a hash for each request would cost more.
    this.#requestCount += 1;
    const record = newRecord(request, {
      operation,
      params,
      organizationId: organization?.id ?? null,
      requestId: `${this.#idPrefix}-${this.#requestCount}`,
      client: request.header("x-mock-client") ?? grant?.client ?? request.header("user-agent"),
      startedAtMs: domain.clock.now(),
    });
    const pending = {
      request,
      location,
      route,
      organization,
      record,
      startMs: realTimers.now(),
      life: new AbortController(),
      replace() {},
      isStalled: false,
    };
    this.#underWay.add(pending);
    return pending;
  }

  #respond(pending: PendingRequest): ServiceResponse | Promise<ServiceResponse> {
    const respond = (body?: unknown) => {
      // Without rules, the usual case, the request's attributes are not read: that takes time.
      const isConcerned = this.#dependencies.rules.concern(pending.record.operation);
      return isConcerned ? this.#respondByRules(pending, body) : this.#answer(pending, body);
    };
    return pending.route?.body ? this.#readJson(pending).then(respond) : respond();
  }

  async #respondByRules(pending: PendingRequest, body: unknown): Promise<ServiceResponse> {
    const { rules, attributes, journal } = this.#dependencies;
    const { request, location, record } = pending;
    const life = pending.life.signal;
    const { operation, method, organizationId } = record;
    const identity = { operation, method, path: new URL(request.url).pathname, organizationId };
    const { params } = location;
    const subject = attributes(identity, { params, body: body instanceof Error ? undefined : body });
    const holds = rules.takeHolds(subject);
    record.rules.push(...holds.map(({ id, definition }) => ({ id, definition })));
    journal.held.add(record);
    await Promise.all(holds.map(({ held }) => held.hold(life))).finally(() => journal.held.delete(record));
    life.throwIfAborted();
    const taken = rules.take(subject, holds);
    record.rules.push(...taken.rules);
    record.faults = effectNames(taken);
    if (doesFail(taken)) record.reason = failureReason(record.faults, taken);
    const { before, after } = delaysOf(taken);
    await pause(before, life);
    const answered = comesBefore(taken) ? undelivered("error") : await this.#answer(pending, body, taken);
    record.lostResponse = answered;
    await pause(after, life);
    const injected = new MockServiceError("injected-fault", "A fault was injected.");
    const error = (status: number) => this.#refusal(injected, location, status);
    const given = typeof taken.respond === "object" ? givenResponse(taken.respond, error) : answered;
    const response = taken.break ? brokenResponse(taken.break, given, life) : given;
    pending.isStalled = taken.break?.body === "stall";
    if (response === answered) record.lostResponse = null;
    return response;
  }

  /**
   * The response of the service, or of a test's function. Nothing waits between the last check and the service's work.
   */
  #answer(pending: PendingRequest, body: unknown, taken?: TakenEffects): ServiceResponse | Promise<ServiceResponse> {
    const { request, location, route, organization, record, life } = pending;
    const throwIfEnded = () => this.#throwIfEnded(pending);
    const { params, addresses } = location;
    const refuse = (error: unknown) => {
      const response = this.#refusal(error, location);
      if (error instanceof Error) record.reason ??= error.message;
      return response;
    };
    try {
      if (!route) throw this.#noRouteError(location, request.url);
      if (route.address !== "storageUrl") this.#admit(pending);
      const { strict } = this.#dependencies;
      if (route.body && strict) checkContentType(record.contentType);
      if (body instanceof MockServiceError) throw body;
      if (route.body) checkShape(strict ? strictSchema(route.operation, route.body) : route.body, body);
      const read: ReadBody = (take) => this.#read(pending, take, taken && uploadFault(taken, life.signal));
      const client = record.client;
      const given = { request, params, body, organization, addresses, client, end: taken?.end, read, throwIfEnded };
      const answer = taken?.resolver ? resolve(taken.resolver, { route, record, given }) : route.respond(given);
      return "then" in answer ? answer.catch(refuse) : answer;
    } catch (error) {
      return refuse(error);
    }
  }

  /** Checks a request's key and the rate limit. @throws {MockServiceError} */
  #admit({ request, organization, record }: PendingRequest): void {
    if (!organization) {
      record.reason ??= keyProblem(request.header("authorization"));
      throw unauthorizedError();
    }
    const waitSeconds = this.#dependencies.rateLimits.take(organization);
    if (waitSeconds === 0) return;
    const message = `Too many requests. Try again in ${waitSeconds} seconds.`;
    throw new MockServiceError("rate-limited", message, [], { "retry-after": String(waitSeconds) });
  }

  /** Handles a request to the control interface, without rules, API key and journal. */
  async #control(request: ServiceRequest, location: RequestLocation): Promise<ServiceResponse> {
    const { method, url } = request;
    const { path, params, addresses } = location;
    try {
      // The other interfaces have all other routes.
      const route = location.route as ControlRoute | undefined;
      if (!route) throw this.#noRouteError(location, url);
      const query = new URLSearchParams(location.query);
      const response = await route.respond({ request, params, query, addresses });
      if (method !== "GET" && method !== "HEAD") this.#dependencies.events.publishChange({ method, path });
      return response;
    } catch (error) {
      return this.#refusal(error, location);
    }
  }

  /** The parsed JSON, or an error that is thrown later, because rules, keys and limits come first. */
  async #readJson(pending: PendingRequest): Promise<unknown> {
    try {
      const read: ReadBody = (take) => this.#read(pending, take);
      const bytes = await readBytes(pending.request, { maxBytes: maxJsonBytes, read });
      this.#throwIfEnded(pending);
      return parseJson(bytes);
    } catch (error) {
      if (error instanceof MockServiceError) return error;
      throw error;
    }
  }

  /** Reads the body. The journal keeps its beginning: whole chunks up to the limit, and nothing of a recording. */
  #read(pending: PendingRequest, take: TakeChunk, fault?: ReturnType<typeof uploadFault>): Promise<void> {
    const { request, location, record } = pending;
    const keptBytes = location.address === "storageUrl" ? 0 : maxBodyBytes;
    const keepAndTake = (chunk: Uint8Array) => {
      this.#throwIfEnded(pending);
      // A list of one takes less memory than one that has grown.
      if (record.requestSizeBytes === 0 && keptBytes > 0) record.requestChunks = [chunk];
      else if (record.requestSizeBytes < keptBytes) record.requestChunks.push(chunk);
      record.requestSizeBytes += chunk.length;
      return take(chunk);
    };
    return request.read(fault ? (chunk) => fault(chunk).then(() => keepAndTake(chunk)) : keepAndTake);
  }

  #noRouteError({ routes }: RequestLocation, url: string): MockServiceError {
    if (routes) {
      const methods = [...routes.keys()].flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
      const allow = methods.join(", ");
      return new MockServiceError("method-not-allowed", `This path allows only ${allow}.`, [], { allow });
    }
    const closest = this.#dependencies.router.closestPath(url);
    const hint = closest === undefined ? "" : ` Did you mean ${closest}?`;
    // Decoded, so that the journal finds a key in it.
    return new MockServiceError("not-found", decodeUri(`The path ${new URL(url).pathname} does not exist.${hint}`));
  }

  /** Turns an error into a response in the interface's format. @throws any error that is not a refusal */
  #refusal(error: unknown, { address }: RequestLocation, status?: number): ServiceResponse {
    if (error instanceof UploadCutError) return undelivered("reset");
    if (!(error instanceof MockServiceError)) throw error;
    const response = errorFormats[address](error, this.#dependencies.domain.policies, status);
    return { ...response, headers: { ...response.headers, ...error.headers } };
  }

  /** Adds the request to the journal, once. */
  #record(pending: PendingRequest, response: ServiceResponse | null): void {
    const { journal, domain } = this.#dependencies;
    const { record, startMs } = pending;
    if (record.id > 0) return;
    record.response = response;
    record.endedAtMs = domain.clock.now();
    record.durationMs = realTimers.now() - startMs;
    journal.record(record);
  }
}

/** The response of a test's function, or the service's own if it returns none. */
async function resolve(
  resolver: AnyResolver,
  { route, record, given }: { route: OperationRoute; record: JournalRecord; given: OperationRequest },
): Promise<ServiceResponse> {
  const { params, body, organization } = given;
  const asked = { operation: route.operation, params, body, organizationId: organization?.id ?? null };
  const response = await resolvedResponse(resolver, asked, route);
  given.throwIfEnded();
  if (response && response.status >= 400) record.reason ??= "A function passed to service.use() sent this response.";
  return response ?? route.respond(given);
}

/** Refuses a body without a JSON Content-Type, if the service is strict. @throws {MockServiceError} */
function checkContentType(contentType: string | null): void {
  if (!/^application\/json *(;|$)/i.test(contentType ?? ""))
    throw invalidValue("", `The Content-Type header must be application/json, got ${contentType ?? "none"}.`);
}

/** Refuses unknown fields, except those of a prospect, because a misspelt field would be lost. */
function strictSchema(operation: OperationName, schema: z.ZodType): z.ZodType {
  return operation !== "addProspect" && schema instanceof z.ZodObject ? z.strictObject(schema.shape) : schema;
}

function failureReason(effects: readonly string[], { rules }: TakenEffects): string {
  const ids = rules.map(({ id }) => id).join(", ");
  return `The ${rules.length === 1 ? "rule" : "rules"} ${ids} made this request fail: ${effects.join(", ")}.`;
}
