import type { Dispatched, Dispatcher, Target } from "./api/dispatcher.js";
import { parseJson } from "./core/body.js";
import type { ServiceRequest, ServiceResponse } from "./core/message.js";
import { MockServiceError } from "./core/mock-service-error.js";
import type { OperationName } from "./core/operations.js";
import { ReceivedRequest } from "./core/received-request.js";
import type { RequestIds } from "./core/request-ids.js";
import type { DomainDependencies } from "./domain/dependencies.js";
import type { Organizations } from "./domain/organizations.js";
import type { RequestAttributes, RequestAttributesReader } from "./domain/request-attributes.js";
import { applyFaults, faultNames } from "./interception/apply-faults.js";
import type { Faults } from "./interception/faults.js";
import type { Gates } from "./interception/gates.js";
import type { Journal } from "./journal/journal.js";

/** What requests pass on their way. */
export interface TrafficParts {
  context: DomainDependencies;
  organizations: Organizations;
  dispatcher: Dispatcher;
  gates: Gates;
  faults: Faults;
  journal: Journal;
  finder: RequestAttributesReader;
  requestIds: RequestIds;
}

/** A request under way. */
interface Exchange extends Dispatched {
  requestId: string;
  startedAtMs: number;
  startMs: number;
  faults: readonly string[];
}

/** The way of every request: gates and faults, then the service itself, then the journal. */
export class RequestPipeline {
  readonly #parts: TrafficParts;

  constructor(parts: TrafficParts) {
    this.#parts = parts;
  }

  /** Answers a request; undefined when the address is none of the service's. */
  async handle(incoming: ServiceRequest): Promise<ServiceResponse | undefined> {
    const target = this.#parts.dispatcher.locate(incoming);
    if (!target) return undefined;
    const exchange = this.#begin(incoming, target);
    // Looking after the fake is no part of what it is asked.
    if (target.part.address === "controlUrl")
      return this.#withId(await this.#parts.dispatcher.answer(exchange), exchange);
    try {
      const answer = this.#withId(await this.#answer(exchange), exchange);
      this.#record(exchange, answer);
      return answer;
    } catch (error) {
      this.#record(exchange, null);
      throw error;
    }
  }

  #begin(incoming: ServiceRequest, target: Target): Exchange {
    const { context, journal, organizations, requestIds } = this.#parts;
    const keptBytes = target.part.address === "storageUrl" ? 0 : journal.maxBodyBytes;
    return {
      incoming: new ReceivedRequest(incoming, keptBytes),
      target,
      organization: organizations.authenticate(incoming.header("authorization")),
      requestId: requestIds.next(),
      startedAtMs: context.clock.now(),
      startMs: performance.now(),
      faults: [],
    };
  }

  #answer(exchange: Exchange): Promise<ServiceResponse> {
    const { gates, faults, dispatcher } = this.#parts;
    return gates.isEmpty && faults.isEmpty ? dispatcher.answer(exchange) : this.#hindered(exchange);
  }

  async #hindered(exchange: Exchange): Promise<ServiceResponse> {
    const { gates, faults, dispatcher } = this.#parts;
    const { incoming: request, target } = exchange;
    const facts = await this.#factsOf(exchange);
    await gates.pass(facts, request.signal);
    const strike = faults.strike(facts);
    exchange.faults = faultNames(strike);
    const refusal = () => dispatcher.refuse(target, new MockServiceError("injected-fault", "A fault was injected."));
    return applyFaults(strike, { request, refusal, answer: () => dispatcher.answer(exchange) });
  }

  async #factsOf(exchange: Exchange): Promise<RequestAttributes> {
    const { incoming, target, organization } = exchange;
    return this.#parts.finder.attributesOf({
      operation: operationOf(target),
      method: incoming.method,
      path: new URL(incoming.url).pathname,
      organizationId: organization?.id ?? null,
      params: target.params,
      body: await this.#bodyOf(exchange),
    });
  }

  /** Recordings are not looked into: they may be large, and slow to come. */
  async #bodyOf({ incoming, target }: Exchange): Promise<unknown> {
    if (target.part.address === "storageUrl" || ["GET", "HEAD"].includes(incoming.method)) return undefined;
    const bytes = await incoming.peek(this.#parts.context.policies.maxJsonBytes);
    try {
      return bytes && parseJson(bytes);
    } catch (error) {
      if (error instanceof MockServiceError) return undefined;
      throw error;
    }
  }

  #record(exchange: Exchange, answer: ServiceResponse | null): void {
    const { incoming, target, organization, requestId, startedAtMs, startMs, faults } = exchange;
    const { journal, context } = this.#parts;
    const record = {
      id: journal.nextId(),
      method: incoming.method,
      url: incoming.url,
      operation: operationOf(target),
      params: target.params,
      organizationId: organization?.id ?? null,
      requestId,
      startedAtMs,
      endedAtMs: context.clock.now(),
      durationMs: performance.now() - startMs,
      contentType: incoming.header("content-type"),
      requestBody: incoming.kept,
      requestSizeBytes: incoming.readSizeBytes,
      answer,
      faults,
    };
    journal.record(record, organization ? null : incoming.header("authorization"));
  }

  #withId(answer: ServiceResponse, { requestId }: Exchange): ServiceResponse {
    const header = this.#parts.context.policies.requestIdHeader;
    return header === null ? answer : { ...answer, headers: { ...answer.headers, [header]: requestId } };
  }
}

function operationOf({ route }: Target): OperationName | null {
  return route && route.access !== "control" ? route.operation : null;
}
