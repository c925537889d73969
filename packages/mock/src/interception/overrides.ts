/** Overrides: a test responds to an operation in place of the service. */
import type { operations } from "@call-analysis/sdk";
import { createValidator } from "@call-analysis/sdk/schemas";
import { type AuthorizedRequest, checkBody, type OperationContract, type RoutedRequest } from "../api/route.js";
import { parseJson } from "../core/body.js";
import { checkKnownFields } from "../core/check-shape.js";
import { jsonResponse, type ServiceResponse } from "../core/message.js";
import { MockServiceError } from "../core/mock-service-error.js";
import { checkOperation } from "../core/operations.js";

/** An operationId of the contract. */
export type ContractOperation = keyof operations;

type JsonOf<Carrier> = Carrier extends { content: { "application/json": infer Body } } ? Body : never;

type Responses<Operation extends ContractOperation> = operations[Operation]["responses"];

/** The body of an operation's success. */
export type ResponseBody<Operation extends ContractOperation> = JsonOf<
  Responses<Operation>[keyof Responses<Operation> & (200 | 201 | 202)]
>;

/** The body of an operation's request; undefined for one that has none. */
export type RequestBody<Operation extends ContractOperation> = operations[Operation] extends {
  requestBody: infer Body;
}
  ? JsonOf<Body>
  : undefined;

/** The values of the names in an operation's path, decoded. */
export type PathParameters<Operation extends ContractOperation> = operations[Operation]["parameters"] extends {
  path: infer Path;
}
  ? Path
  : Record<string, string>;

/** A request as a resolver gets it: its key is known, and its body fits the contract. */
export interface OverrideRequest<Operation extends ContractOperation> {
  operation: Operation;
  params: PathParameters<Operation>;
  body: RequestBody<Operation>;
  /** Null for an upload, which carries no key. */
  organizationId: string | null;
}

/** What a resolver returns: the body of the operation's success, a whole `Response`, or undefined to let the service respond. */
export type Override<Operation extends ContractOperation> = ResponseBody<Operation> | Response | undefined;

/** Responds to one operation in place of the service. */
export type Resolver<Operation extends ContractOperation> = (
  request: OverrideRequest<Operation>,
) => Override<Operation> | Promise<Override<Operation>>;

/** How long an override stays. */
export interface OverrideOptions {
  /** How many requests it responds to; one whose response breaks the contract does not count. @default all, until `reset()` */
  times?: number;
}

/** A request that an override may respond to. The organization is missing where no key is needed. */
type OverridableRequest = RoutedRequest & Partial<Pick<AuthorizedRequest, "organization">>;

interface ActiveOverride {
  operation: ContractOperation;
  respond(contract: OperationContract, request: OverridableRequest): Promise<ServiceResponse | undefined>;
  timesLeft: number;
}

/** The operations that a test responds to itself. */
export class Overrides {
  #overrides: ActiveOverride[] = [];

  /**
   * Lets a resolver respond to an operation. The latest resolver is tried first.
   *
   * @throws {RangeError} when there is no such operation, or `times` is not a whole number of at least 1
   * @throws {TypeError} when there is no such option
   */
  use<Operation extends ContractOperation>(
    operation: Operation,
    resolver: Resolver<Operation>,
    options: OverrideOptions = {},
  ): void {
    checkOperation(operation);
    checkKnownFields(options, ["times"]);
    const { times = Number.POSITIVE_INFINITY } = options;
    if (times !== Number.POSITIVE_INFINITY && !(Number.isInteger(times) && times > 0)) {
      throw new RangeError(`times is ${times}, and must be a whole number of at least 1.`);
    }
    this.#overrides.unshift({ operation, respond: responder(operation, resolver), timesLeft: times });
  }

  /** The response of an operation's override; undefined when the service is to respond. */
  respond(contract: OperationContract, request: OverridableRequest): Promise<ServiceResponse | undefined> | undefined {
    const { operation } = contract;
    const override = this.#overrides.find((each) => each.operation === operation && each.timesLeft > 0);
    return override && countedResponse(override, () => override.respond(contract, request));
  }

  /** Removes the overrides of an operation. @throws {RangeError} when there is no such operation */
  remove(operation: string): void {
    checkOperation(operation);
    this.#overrides = this.#overrides.filter((each) => each.operation !== operation);
  }

  /** Removes every override. */
  clear(): void {
    this.#overrides = [];
  }
}

/** A response that cannot be used does not count: a client that tries again must not find the service instead. */
async function countedResponse(
  override: ActiveOverride,
  respond: () => Promise<ServiceResponse | undefined>,
): Promise<ServiceResponse | undefined> {
  override.timesLeft -= 1;
  try {
    return await respond();
  } catch (error) {
    override.timesLeft += 1;
    throw error instanceof MockServiceError ? error : resolverFailed(override.operation, error);
  }
}

function responder<Operation extends ContractOperation>(
  operation: Operation,
  resolver: Resolver<Operation>,
): ActiveOverride["respond"] {
  return async ({ body: schema, status }, { received, params, organization }) => {
    const bytes = schema && (await received.peek());
    // A body that is too large is left to the service, which refuses it.
    if (schema && !bytes) return undefined;
    const body = schema && bytes && checkBody(schema, parseJson(bytes));
    const organizationId = organization?.id ?? null;
    // The router took the parameters from the contract's path, and the body was checked against its schema.
    const given = await resolver({ operation, params, body, organizationId } as OverrideRequest<Operation>);
    return given === undefined ? undefined : checkedResponse(operation, given, status);
  };
}

const issuesOf = createValidator();

/**
 * The result of a resolver as a response. A body, and a `Response` of success, must fit the contract; an error may
 * have any body, as the contract leaves those open.
 *
 * @throws {MockServiceError} "broken-override", with the places that do not fit
 */
async function checkedResponse(operation: ContractOperation, given: unknown, status: number): Promise<ServiceResponse> {
  if (given instanceof Response) return fromResponse(operation, given);
  if (operation === "uploadRecording") throw brokenOverride(operation, "the resolver must return a Response");
  checkSuccess(operation, given);
  return jsonResponse(status, given);
}

async function fromResponse(operation: ContractOperation, response: Response): Promise<ServiceResponse> {
  if (response.type === "error") return { status: 0, headers: {}, body: null, delivery: "error" };
  const { status, headers, ok } = response;
  const body = new Uint8Array(await response.arrayBuffer());
  if (ok && operation !== "uploadRecording") checkSuccess(operation, parsed(body));
  return { status, headers: Object.fromEntries(headers), body: body.length === 0 ? null : body };
}

/** Where a response differs from the contract. An error may have any body, and so may the storage's responses. */
export function contractProblems(operation: ContractOperation, { status, body }: { status: number; body: unknown }) {
  return status > 299 || operation === "uploadRecording" ? [] : issuesOf(operation, body);
}

function checkSuccess(operation: Exclude<ContractOperation, "uploadRecording">, body: unknown): void {
  const issues = issuesOf(operation, body);
  if (issues.length === 0) return;
  throw brokenOverride(operation, issues.map(({ path, message }) => `${path || "the body"}: ${message}`).join("; "));
}

/** Undefined for what is not JSON: it does not fit the contract either. */
function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

function brokenOverride(operation: ContractOperation, what: string): MockServiceError {
  return new MockServiceError(
    "broken-override",
    `What service.use("${operation}", …) returned does not fit the contract: ${what}`,
  );
}

function resolverFailed(operation: ContractOperation, error: unknown): MockServiceError {
  const message = error instanceof Error ? error.message : String(error);
  return new MockServiceError("broken-override", `The resolver of service.use("${operation}", …) threw: ${message}`);
}
