/** CORS: lets web pages of any origin use a server. */
import type { IncomingMessage } from "node:http";
import type { ServiceResponse } from "../../core/message.js";

const daySeconds = "86400";

/** Whether a request is a CORS preflight: a browser asks whether a page may send a request. */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === "OPTIONS" && headers["access-control-request-method"] !== undefined;
}

/** Allows every request that the service accepts. */
export function preflightResponse({ headers }: IncomingMessage): ServiceResponse {
  const allowed = {
    "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
    // A star would not cover Authorization.
    "access-control-allow-headers": headers["access-control-request-headers"] ?? "authorization, content-type",
    "access-control-max-age": daySeconds,
  };
  return withCors({ status: 204, headers: allowed, body: null }, headers.origin ?? "*");
}

/** A response that pages of an origin may read, even if they send credentials. Then `*` is not enough. */
export function withCors(response: ServiceResponse, origin: string): ServiceResponse {
  const exposed = {
    "access-control-allow-origin": origin,
    "access-control-allow-credentials": "true",
    "access-control-expose-headers": Object.keys(response.headers).join(", "),
    vary: "origin",
  };
  return { ...response, headers: { ...response.headers, ...exposed } };
}
