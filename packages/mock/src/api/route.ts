import type { ServiceRequest, ServiceResponse } from "../core/message.js";
import type { OperationName } from "../core/operations.js";
import type { OrganizationRow } from "../store/rows.js";

/** A request that found its route. */
export interface RoutedRequest {
  incoming: ServiceRequest;
  /** The parts of the path that the route names, decoded. */
  params: Readonly<Record<string, string>>;
  /** The query of the address. */
  query: URLSearchParams;
}

/** A request with a key. */
export interface AuthorizedRequest extends RoutedRequest {
  organization: OrganizationRow;
}

/** What answers one method of a path: with a key that tells the organization, open to all, or to look after the fake. */
export type Route =
  | { access: "control"; answer(request: RoutedRequest): ServiceResponse | Promise<ServiceResponse> }
  | {
      operation: OperationName;
      access: "key";
      answer(request: AuthorizedRequest): ServiceResponse | Promise<ServiceResponse>;
    }
  | {
      operation: OperationName;
      access: "open";
      answer(request: RoutedRequest): ServiceResponse | Promise<ServiceResponse>;
    };

/** The routes of a path, by method. */
export type Methods = Readonly<Record<string, Route>>;

/** A part's paths, below the part's address. */
export type Paths = Readonly<Record<string, Methods>>;
