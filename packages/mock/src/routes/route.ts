import type { operations } from "@call-analysis/sdk";
import type { OrganizationRow } from "../state/rows.js";
import type { Answer, Incoming } from "./exchange.js";

/** What a request asks for: an operationId of the contract, or a read of a recording's public address. */
export type Operation = keyof operations | "readRecording" | "readHealth";

/** A request that found its route. */
export interface RoutedRequest {
  incoming: Incoming;
  /** The parts of the path that the route names, decoded. */
  params: Readonly<Record<string, string>>;
  /** The query of the address. */
  query: URLSearchParams;
}

/** A request with a key. */
export interface AuthorizedRequest extends RoutedRequest {
  organization: OrganizationRow;
}

/** What answers one method of a path: with a key that tells the organization, or open to all. */
export type Route =
  | { operation: Operation; access: "key"; answer(request: AuthorizedRequest): Answer | Promise<Answer> }
  | { operation: Operation; access: "open"; answer(request: RoutedRequest): Answer | Promise<Answer> };

/** The routes of a path, by method. */
export type Methods = Readonly<Record<string, Route>>;

/** A part's paths, below the part's address. */
export type Paths = Readonly<Record<string, Methods>>;
