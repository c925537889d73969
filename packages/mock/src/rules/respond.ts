/** Overrides: rules by which a test responds to an operation in place of the service. */
import type { operations } from "@call-analysis/sdk";
import * as z from "zod";
import { parseJson } from "../core/body.js";
import { checkShape, oneOf } from "../core/check-shape.js";
import { jsonResponse, mayHaveBody, type ServiceResponse } from "../core/message.js";
import { invalidValue, MockServiceError } from "../core/mock-service-error.js";
import { type OperationContract, operationNames } from "../core/operations.js";
import type { ReceivedRequest } from "../core/received-request.js";
import type { OrganizationRow } from "../store/rows.js";
import { statusSchema } from "./fault-definition.js";
import { checkMatch, type RequestAttributes } from "./match.js";
import type { OverrideFields, Rules } from "./rules.js";
import { countFields, selectorFields } from "./selector.js";

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
  /** How many requests it responds to; one whose resolver throws does not count. @default all, until `reset()` */
  times?: number;
}

/** A request that an override may respond to. */
export interface OverridableRequest {
  received: ReceivedRequest;
  params: Readonly<Record<string, string>>;
  /** Missing where no key is needed. */
  organization?: Pick<OrganizationRow, "id">;
}

/** Returns the fields of an override once they are known to be so. @throws {MockServiceError} @throws {UnknownFieldError} */
export function checkOverride(value: unknown): OverrideFields {
  const override = checkShape(overrideSchema, value);
  const { operation, match = {}, status, body } = override;
  if (body !== undefined && !mayHaveBody(status)) throw invalidValue("body", `a ${status} has none`);
  checkMatch(match, { operation, place: "match" });
  return override;
}

/** The operations that can be overridden: the address of a recording is not an operation of the contract. */
const overridable = oneOf(operationNames.filter((name): name is ContractOperation => name !== "readRecording"));

const resolverSchema = z.strictObject({ operation: overridable, times: countFields.times });

const overrideSchema = z.strictObject({
  ...selectorFields,
  operation: overridable,
  status: statusSchema,
  body: z.unknown().optional(),
});

/**
 * Lets a resolver respond to an operation. The latest resolver is tried first.
 *
 * @throws {MockServiceError} when there is no such operation, or `times` is not a whole number of at least 1
 * @throws {TypeError} when there is no such option
 */
export function addResolver<Operation extends ContractOperation>(
  rules: Rules,
  { operation, resolver }: { operation: Operation; resolver: Resolver<Operation> },
  options: OverrideOptions = {},
): void {
  const fields = checkShape(resolverSchema, { operation, ...options });
  rules.insert("override", { ...fields, resolver });
}

/** The response of an operation's override; undefined when the service is to respond. */
export async function respondByOverride(
  rules: Rules,
  contract: OperationContract,
  { request, attributes }: { request: OverridableRequest; attributes: RequestAttributes },
): Promise<ServiceResponse | undefined> {
  const rule = rules.takeFirst("override", attributes);
  if (!rule) return undefined;
  // A resolver that throws does not count: a client that tries again must not find the service instead.
  let counts = false;
  try {
    const response = await resolved(rule.fields, contract, request);
    counts = true;
    if (response) request.received.appliedRules.push(rule.id);
    return response;
  } finally {
    rules.settle(rule, { counts });
  }
}

/** The response of an override; undefined when its resolver lets the service respond. */
async function resolved(
  { resolver, status = 200, body: data }: OverrideFields,
  { operation: name, ...contract }: OperationContract,
  { received, params, organization }: OverridableRequest,
): Promise<ServiceResponse | undefined> {
  // No override has the address of a recording as its operation.
  const operation = name as ContractOperation;
  const bytes = contract.body && (await received.peek());
  // A body that is too large is left to the service, which refuses it.
  if (contract.body && !bytes) return undefined;
  const body = contract.body && bytes && checkShape(contract.body, parseJson(bytes));
  if (!resolver) return responseOf(status, data);
  try {
    // The router took the parameters from the contract's path, and the body was checked against its schema.
    const given = await resolver({ operation, params, body, organizationId: organization?.id ?? null } as never);
    return given === undefined ? undefined : await resultOf(given, contract.status);
  } catch (error) {
    throw resolverFailed(operation, error);
  }
}

/** The response of an override that was given as data, with the type that a `Response` of it would have. */
function responseOf(status: number, body: unknown): ServiceResponse {
  if (body === undefined || body === "") return { status, headers: {}, body: null };
  if (typeof body !== "string") return jsonResponse(status, body);
  return { status, headers: { "content-type": "text/plain;charset=UTF-8" }, body };
}

/** The result of a resolver as a response, to the letter: it may break the contract. */
async function resultOf(given: unknown, status: number): Promise<ServiceResponse> {
  if (!(given instanceof Response)) return jsonResponse(status, given);
  if (given.type === "error") return { status: 0, headers: {}, body: null, delivery: "error" };
  const body = new Uint8Array(await given.arrayBuffer());
  return {
    status: given.status,
    headers: Object.fromEntries(given.headers),
    body: body.length === 0 ? null : body,
  };
}

function resolverFailed(operation: ContractOperation, error: unknown): MockServiceError {
  const message = error instanceof Error ? error.message : String(error);
  return new MockServiceError("resolver-failed", `The resolver of service.use("${operation}", …) threw: ${message}`);
}
