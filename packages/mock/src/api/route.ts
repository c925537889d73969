/** What a route is, and how one that takes and returns JSON is made. */
import type * as z from "zod";
import type { Addresses } from "../core/addresses.js";
import { checkShape } from "../core/check-shape.js";
import { operationContracts } from "../core/generated/operation-contracts.js";
import { jsonResponse, jsonTextResponse, type ServiceResponse } from "../core/message.js";
import type { OperationContract, TableRow } from "../core/operations.js";
import type { ReceivedRequest } from "../core/received-request.js";
import type { CallEndDefinition } from "../rules/end.js";
import type { OrganizationRow } from "../store/rows.js";

/** A request that found its route. */
export interface RoutedRequest {
  received: ReceivedRequest;
  /** The parts of the path that the route names, decoded. */
  params: Readonly<Record<string, string>>;
  /** The query of the address. */
  query: URLSearchParams;
  /** The addresses by which the request came: those that its response contains. */
  addresses: Addresses;
  /** How the call that it creates ends by a rule. */
  end?: CallEndDefinition | undefined;
}

/** A request with a known key. */
export interface AuthorizedRequest extends RoutedRequest {
  organization: OrganizationRow;
}

/** A route that responds to an operation of the service. */
export interface OperationRoute<Request extends RoutedRequest> extends OperationContract {
  respond(request: Request): ServiceResponse | Promise<ServiceResponse>;
}

/** A route that needs a known key. */
export interface KeyRoute extends OperationRoute<AuthorizedRequest> {
  access: "key";
}

/** A route that needs no key. */
export interface OpenRoute extends OperationRoute<RoutedRequest> {
  access: "open";
}

/** A route of the control interface. The HTTP server decides who may use it. */
export interface ControlRoute {
  access: "control";
  /** The fields that its query may have, each with the shape of its text. @default none */
  query?: Readonly<Record<string, z.ZodType<string>>> | "any";
  respond(request: RoutedRequest): ServiceResponse | Promise<ServiceResponse>;
}

/** What responds to one method of a path. */
export type Route = KeyRoute | OpenRoute | ControlRoute;

/** The routes of a path, by method. */
export type Methods = Readonly<Record<string, Route>>;

/** The paths of one of the service's interfaces, below its address. */
export type Paths = Readonly<Record<string, Methods>>;

/** The routes that an interface must have for its operations: the compiler names a path or a method that is missing. */
export type PathsOf<Operation extends TableRow> = {
  readonly [Path in Operation["path"] as RoutePath<Path>]: Readonly<
    Record<Extract<Operation, { path: Path }>["method"], Route>
  >;
};

/** `/calls/:callId/analysis` for `/calls/{callId}/analysis`. */
type RoutePath<Path extends string> = Path extends `${infer Before}{${infer Name}}${infer After}`
  ? `${Before}:${Name}${RoutePath<After>}`
  : Path;

/** The body of a success: a value, or JSON text that was kept. No operation returns a bare string. */
type JsonBody = object | string;

/** A request of an operation, with its body if it takes one. */
type RequestOf<Name extends keyof typeof operationContracts> = AuthorizedRequest & {
  body: (typeof operationContracts)[Name] extends { body: z.ZodType<infer Body> } ? Body : undefined;
};

/** A route that needs a key, takes JSON that fits the operation's schema, or no body, and returns JSON with the status of success. */
export function keyRoute<Name extends keyof typeof operationContracts>(
  operation: Name,
  respond: (request: RequestOf<Name>) => JsonBody,
): KeyRoute {
  const contract: OperationContract = operationContracts[operation];
  const { status, body: schema } = contract;
  const answer = (request: RequestOf<Name>) => withBody(status, respond(request));
  // Without a schema no route looks at a body.
  if (!schema) return { ...contract, access: "key", respond: answer as KeyRoute["respond"] };
  return {
    ...contract,
    access: "key",
    async respond(request) {
      const body = checkShape(schema, await request.received.readJson());
      request.received.throwIfEnded();
      // It was checked against the schema of the operation.
      return answer({ ...request, body } as RequestOf<Name>);
    },
  };
}

function withBody(status: number, body: JsonBody): ServiceResponse {
  return typeof body === "string" ? jsonTextResponse(status, body) : jsonResponse(status, body);
}

/**
 * The JSON of lists and rows of the store, which never change once made. Each text is written once and kept
 * as long as its source: writing it takes longer than all the rest of a request.
 */
export class ResponseTexts {
  readonly #texts = new WeakMap<object, string>();

  /** The text of a source, written from `value()` the first time. */
  of(source: object, value: () => unknown): string {
    const known = this.#texts.get(source);
    if (known !== undefined) return known;
    const text = JSON.stringify(value());
    this.#texts.set(source, text);
    return text;
  }
}
