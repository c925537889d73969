import { schemas } from "@call-analysis/sdk/schemas";
import type * as z from "zod";
import { checkBody } from "../api/contract-check.js";
import type { AuthorizedRequest, RoutedRequest } from "../api/route.js";
import { parseJson } from "../core/body.js";
import type { ServiceResponse } from "../core/message.js";
import { MockServiceError } from "../core/mock-service-error.js";
import { checkOperation, type OperationName } from "../core/operations.js";
import type { ReceivedRequest } from "../core/received-request.js";
import { givenAnswer } from "./given-response.js";
import type { ContractOperation, OverrideOptions, OverrideRequest, Resolver } from "./resolver.js";

/** A request that an override may answer. */
export interface OverriddenRequest extends RoutedRequest, Partial<Pick<AuthorizedRequest, "organization">> {
  incoming: ReceivedRequest;
}

/** What the overrides depend on. */
export interface OverridePolicies {
  maxJsonBytes: number;
  prospectStatus: number;
}

interface Entry {
  operation: OperationName;
  answer(request: OverriddenRequest): Promise<ServiceResponse | undefined>;
  timesLeft: number;
}

const requestSchemas: Partial<Record<ContractOperation, z.ZodType<object>>> = {
  createAgent: schemas.CreateAgentRequest,
  updateAgent: schemas.UpdateAgentRequest,
  createUploadUrl: schemas.CreateUploadUrlRequest,
  createCall: schemas.CreateCallRequest,
  addProspect: schemas.Prospect,
};

/** Operations that a test answers itself. */
export class Overrides {
  readonly #policies: OverridePolicies;
  #entries: Entry[] = [];

  constructor(policies: OverridePolicies) {
    this.#policies = policies;
  }

  /**
   * Lets a resolver answer an operation. The latest comes first.
   *
   * @throws {RangeError} when there is no such operation, or `times` is no whole number of at least 1
   */
  use<Operation extends ContractOperation>(
    operation: Operation,
    resolver: Resolver<Operation>,
    { times = Number.POSITIVE_INFINITY }: OverrideOptions = {},
  ): void {
    checkOperation(operation);
    if (times !== Number.POSITIVE_INFINITY && !(Number.isInteger(times) && times > 0)) {
      throw new RangeError(`times is ${times}, and must be a whole number of at least 1.`);
    }
    const answer = (request: OverriddenRequest) => this.#answerBy({ operation, resolver, request });
    this.#entries.unshift({ operation, answer, timesLeft: times });
  }

  /** The answer of an operation's override; undefined when the service is to answer. */
  answer(operation: OperationName, request: OverriddenRequest): Promise<ServiceResponse | undefined> | undefined {
    const entry = this.#entries.find((candidate) => candidate.operation === operation && candidate.timesLeft > 0);
    return entry && answerBy(entry, request);
  }

  /** Forgets every override. */
  clear(): void {
    this.#entries = [];
  }

  async #answerBy<Operation extends ContractOperation>({ operation, resolver, request }: Resolving<Operation>) {
    const body = await this.#bodyOf(operation, request.incoming);
    if (body === "too-large") return undefined;
    const organizationId = request.organization?.id ?? null;
    // The router took the parameters from the contract's path, and the body was checked against its schema.
    const asked = { operation, params: request.params, body, organizationId } as OverrideRequest<Operation>;
    const given = await resolver(asked);
    return given === undefined ? undefined : givenAnswer(operation, given, this.#successStatus(operation));
  }

  /** @throws {MockServiceError} when the body does not fit the contract */
  async #bodyOf(operation: ContractOperation, incoming: ReceivedRequest): Promise<object | "too-large" | undefined> {
    const schema = requestSchemas[operation];
    if (!schema) return undefined;
    const bytes = await incoming.peek(this.#policies.maxJsonBytes);
    return bytes ? checkBody(schema, parseJson(bytes)) : "too-large";
  }

  #successStatus(operation: ContractOperation): number {
    if (operation === "addProspect") return this.#policies.prospectStatus;
    if (operation === "createCall") return 202;
    return operation === "createAgent" ? 201 : 200;
  }
}

interface Resolving<Operation extends ContractOperation> {
  operation: Operation;
  resolver: Resolver<Operation>;
  request: OverriddenRequest;
}

/** An answer that cannot be used does not count: a client that tries again must not find the service instead. */
async function answerBy(entry: Entry, request: OverriddenRequest): Promise<ServiceResponse | undefined> {
  entry.timesLeft -= 1;
  try {
    return await entry.answer(request);
  } catch (error) {
    entry.timesLeft += 1;
    throw error instanceof MockServiceError ? error : failed(entry, error);
  }
}

function failed({ operation }: Entry, error: unknown): MockServiceError {
  const message = error instanceof Error ? error.message : String(error);
  return new MockServiceError("broken-override", `What a test gave to answer ${operation} threw: ${message}`);
}
