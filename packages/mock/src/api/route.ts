/** The routes of operations and of the control interface, and the requests that they handle. */
import type * as z from "zod";
import type { Addresses } from "../core/addresses.js";
import type { ReadBody, ServiceRequest, ServiceResponse } from "../core/message.js";
import type { OperationName } from "../core/operations.js";
import type { CallEndDefinition } from "../engine/call-end.js";
import type { OrganizationRow } from "../store/rows.js";

/** A request to an operation. */
export interface OperationRequest {
  request: ServiceRequest;
  /** The body, as it comes. */
  read: ReadBody;
  /** Called after a wait, before anything is changed. @throws if the request was ended meanwhile */
  throwIfEnded: () => void;
  /** The base URLs by which the request came. The response contains URLs below them. */
  addresses: Addresses;
  /** The sender of the request, if known. */
  client: string | null;
  /** The path parameters of the operation, decoded. */
  params: Readonly<Record<string, string>>;
  /** The body, which matches the operation's schema. Undefined for an operation without one. */
  body: unknown;
  /** The organization of the key. Undefined for an operation that needs no key. */
  organization: OrganizationRow | undefined;
  /** How a rule ends the call that is created. */
  end?: CallEndDefinition | undefined;
  /** True if the console only reads: no poll is counted, and a category includes the fake's own data. */
  isView?: boolean;
}

/** A row of the table of operations. */
export interface OperationRoute {
  operation: OperationName;
  /** The interface of the operation. */
  address: "baseUrl" | "campaignBaseUrl" | "storageUrl";
  method: string;
  /** Below the interface's address, with parameters such as `{id}`. */
  path: string;
  /** The status of success. */
  status: number;
  /** The schema of a JSON body; undefined for an operation without one. */
  body: z.ZodType<object> | undefined;
  respond(request: OperationRequest): ServiceResponse | Promise<ServiceResponse>;
}

/** A request to the control interface. */
export interface ControlRequest {
  request: ServiceRequest;
  /** The path parameters of the route, decoded. */
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  /** The base URLs by which the request came. */
  addresses: Addresses;
}

/** A route of the control interface. The HTTP server decides who may use it. */
export interface ControlRoute {
  address: "controlUrl";
  method: string;
  /** Below the interface's address, with parameters such as `{id}`. */
  path: string;
  respond(request: ControlRequest): ServiceResponse | Promise<ServiceResponse>;
}

/** Responds to one method of a path. */
export type Route = OperationRoute | ControlRoute;
