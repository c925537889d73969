import type { IncomingMessage } from "node:http";
import type { ServiceResponse } from "../../core/message.js";

const daySeconds = "86400";

/** Whether a browser asks beforehand if it may send a request. */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === "OPTIONS" && headers["access-control-request-method"] !== undefined;
}

/** Leave to send any request that the service takes. */
export function preflightAnswer({ headers }: IncomingMessage): ServiceResponse {
  const allowed = {
    "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
    // A star would not cover Authorization.
    "access-control-allow-headers": headers["access-control-request-headers"] ?? "authorization, content-type",
    "access-control-max-age": daySeconds,
  };
  return withCors({ status: 204, headers: allowed, body: null });
}

/** An answer that pages of any origin may read. */
export function withCors(answer: ServiceResponse): ServiceResponse {
  const exposed = { "access-control-allow-origin": "*", "access-control-expose-headers": "*" };
  return { ...answer, headers: { ...answer.headers, ...exposed } };
}
