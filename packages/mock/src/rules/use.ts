/** Functions of a test that respond to an operation instead of the service. */
import type { operations } from "@call-analysis/sdk";
import { jsonResponse, type ServiceResponse } from "../core/message.js";
import { MockServiceError } from "../core/mock-service-error.js";

/** An operationId of the contract. */
export type ContractOperation = keyof operations;

type JsonOf<Carrier> = Carrier extends { content: { "application/json": infer Body } } ? Body : never;

type Responses<Operation extends ContractOperation> = operations[Operation]["responses"];

/** The success body of an operation. */
export type ResponseBody<Operation extends ContractOperation> = JsonOf<
  Responses<Operation>[keyof Responses<Operation> & (200 | 201 | 202)]
>;

/** The request body of an operation. Undefined for an operation without one. */
export type RequestBody<Operation extends ContractOperation> = operations[Operation] extends {
  requestBody: infer Body;
}
  ? JsonOf<Body>
  : undefined;

/** The path parameters of an operation, decoded. */
export type PathParameters<Operation extends ContractOperation> = operations[Operation]["parameters"] extends {
  path: infer Path;
}
  ? Path
  : Record<string, string>;

/** A request for a resolver. Its key is known, and its body matches the contract. */
export interface OverrideRequest<Operation extends ContractOperation> {
  operation: Operation;
  params: PathParameters<Operation>;
  body: RequestBody<Operation>;
  /** The organization. Null for an upload, which has no key. */
  organizationId: string | null;
}

/**
 * The return value of a resolver: a success body of the operation, a whole `Response`, or undefined to let the service
 * respond.
 */
export type Override<Operation extends ContractOperation> = ResponseBody<Operation> | Response | undefined;

/** Responds to one operation instead of the service. */
export type Resolver<Operation extends ContractOperation> = (
  request: OverrideRequest<Operation>,
) => Override<Operation> | Promise<Override<Operation>>;

/** A resolver of any operation. Only a rule for its operation calls it. */
export type AnyResolver = (request: never) => unknown;

/** How long an override stays. */
export interface OverrideOptions {
  /** How many requests the function responds to. @default all, until `reset()` */
  times?: number;
}

/**
 * The response of a resolver, sent unchanged, even if it violates the contract. Undefined if the service should
 * respond.
 *
 * @param status the success status of the operation
 * @throws {MockServiceError} "resolver-failed" if the resolver throws
 */
export async function resolvedResponse(
  resolver: AnyResolver,
  request: { operation: string; params: object; body: unknown; organizationId: string | null },
  { status }: { status: number },
): Promise<ServiceResponse | undefined> {
  try {
    // Only a rule for its operation has the resolver, and the body was checked against the operation's schema.
    const given = await resolver(request as never);
    return given === undefined ? undefined : await responseOf(given, status);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new MockServiceError(
      "resolver-failed",
      `The resolver of service.use("${request.operation}", …) threw: ${message}`,
    );
  }
}

async function responseOf(given: unknown, status: number): Promise<ServiceResponse> {
  if (!(given instanceof Response)) return jsonResponse(status, given);
  if (given.type === "error") return { status: 0, headers: {}, body: null, delivery: "error" };
  const body = new Uint8Array(await given.arrayBuffer());
  return {
    status: given.status,
    headers: Object.fromEntries(given.headers),
    body: body.length === 0 ? null : body,
  };
}
