/** Functions with which a test responds to an operation in place of the service. */
import type { operations } from "@call-analysis/sdk";
import { jsonResponse, type ServiceResponse } from "../core/message.js";
import { MockServiceError } from "../core/mock-service-error.js";

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

/** A resolver's return value: a success body of the operation, a whole `Response`, or undefined to let the service respond. */
export type Override<Operation extends ContractOperation> = ResponseBody<Operation> | Response | undefined;

/** Responds to one operation in place of the service. */
export type Resolver<Operation extends ContractOperation> = (
  request: OverrideRequest<Operation>,
) => Override<Operation> | Promise<Override<Operation>>;

/** A resolver of any operation: only a rule for its operation calls it. */
export type AnyResolver = (request: never) => unknown;

/** How long an override stays. */
export interface OverrideOptions {
  /** How many requests it is asked about. @default all, until `reset()` */
  times?: number;
}

/**
 * The response of a resolver, to the letter: it may break the contract. Undefined when the service is to respond.
 *
 * @param status of a success of the operation
 * @throws {MockServiceError} "resolver-failed" when it throws
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
