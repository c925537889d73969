import { ConfigurationError } from "../errors/request-errors.js";

/** What a middleware may know of the attempt it sees. */
export interface MiddlewareContext {
  /** The operationId, such as `listAgents`. */
  operation: string;
  /** From 1. */
  attempt: number;
}

/**
 * Sees every attempt on its way to the interface and back, without the bearer, which is added last.
 * It may pass on another request (to the same origin, or it gets no bearer and is refused) and return
 * another response. What it throws rejects the operation as it is. `request.signal` ends with the attempt.
 */
export type Middleware = (
  request: Request,
  next: (request: Request) => Promise<Response>,
  context: MiddlewareContext,
) => Response | Promise<Response>;

/** What a middleware passed on, as it is sent. */
export interface PassedOn {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: ArrayBuffer | undefined;
}

/** The middlewares around `last`, the first one outermost. */
export function compose(
  middleware: readonly Middleware[],
  last: (request: Request) => Promise<Response>,
  context: MiddlewareContext,
): (request: Request) => Promise<Response> {
  return middleware.reduceRight<(request: Request) => Promise<Response>>(
    (next, current) => async (request) => current(request, next, context),
    last,
  );
}

/**
 * A request in its parts: so `fetch` sends its body with a length, and may be one that does not know
 * this realm's Request.
 *
 * @throws {ConfigurationError} for another origin, and for a body that was read already
 */
export async function readRequest(request: Request, origin: string): Promise<PassedOn> {
  const body = await bodyOf(request);
  if (new URL(request.url).origin !== origin) {
    throw new ConfigurationError(
      `middleware: the request was turned to another origin than ${origin}, and is not sent.`,
    );
  }
  const { url, method, headers } = request;
  return { url, method, headers: Object.fromEntries(headers), body: body.byteLength === 0 ? undefined : body };
}

async function bodyOf(request: Request): Promise<ArrayBuffer> {
  try {
    return await request.arrayBuffer();
  } catch (cause) {
    const message =
      "middleware: what it passed on is no request with an unread body. To look at a body, read a clone().";
    throw new ConfigurationError(message, { cause });
  }
}
