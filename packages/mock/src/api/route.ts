/** Routes of operations and of the control interface, and the requests that they handle. */
import type * as z from "zod";
import type { Addresses } from "../core/addresses.js";
import type { ReadBody, ServiceRequest, ServiceResponse } from "../core/message.js";
import type { OperationName } from "../core/operations.js";
import type { CallEndDefinition } from "../engine/call-end.js";
import type { OrganizationRow } from "../store/rows.js";

/** A request that an operation responds to. */
export interface OperationRequest {
  request: ServiceRequest;
  /** The body, as it comes. */
  read: ReadBody;
  /** Called after a wait, before anything is changed. @throws when the request was ended in the meantime */
  throwIfEnded: () => void;
  /** The addresses by which the request came: those that its response contains. */
  addresses: Addresses;
  /** Who sends the request, if it says so. */
  client: string | null;
  /** The parts of the path that the operation names, decoded. */
  params: Readonly<Record<string, string>>;
  /** Fits the operation's schema; undefined for an operation without one. */
  body: unknown;
  /** The organization of the key; undefined for an operation that needs none, and has none. */
  organization: OrganizationRow | undefined;
  /** How a call that is created ends, by a rule. */
  end?: CallEndDefinition | undefined;
  /** Whether the console only looks: no poll is counted, and a category has what the fake alone knows of it. */
  isView?: boolean;
}

/** A row of the table of operations. */
export interface OperationRoute {
  operation: OperationName;
  /** The interface that it belongs to. */
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
  /** The parts of the path that the route names, decoded. */
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  /** The addresses by which the request came. */
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
