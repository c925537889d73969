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
 * another response.
 */
export type Middleware = (
  request: Request,
  next: (request: Request) => Promise<Response>,
  context: MiddlewareContext,
) => Response | Promise<Response>;

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
