/** Middleware: functions of the caller around every attempt. */
import { ConfigurationError } from "../errors/request-errors.js";

/**
 * Called for every attempt. It sees the request without the `Authorization` header, which is added last, and
 * the response. It may pass another request to `next`, to the same origin, and return another response. If you call
 * `next` again, the request is sent again; that of a creation only where the service has refused the first one (with a
 * 4xx, but for 408 and 409), and else `next` rejects with a `ConfigurationError`. What a middleware throws rejects the
 * operation unchanged; once a call's creation was sent, it is the `cause` of a `SubmissionUncertainError`.
 * `request.signal` is aborted when the attempt is ended early. `context` has the operationId, such as `listAgents`, and
 * the attempt's number, from 1.
 */
export type Middleware = (
  request: Request,
  next: (request: Request) => Promise<Response>,
  context: { operation: string; attempt: number },
) => Response | Promise<Response>;

/** The request that the last middleware passed on, in the form in which it is sent. */
export interface PassedRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: ArrayBuffer | undefined;
}

/** Wraps `last` in the middleware, the first one outermost. */
export function compose(
  middleware: readonly Middleware[],
  last: (request: Request) => Promise<Response>,
  context: Parameters<Middleware>[2],
): (request: Request) => Promise<Response> {
  return middleware.reduceRight<(request: Request) => Promise<Response>>(
    (next, current) => async (request) => current(request, next, context),
    last,
  );
}

/**
 * Takes a request apart. So `fetch` sends the body with a length, and may be the `fetch` of a package that has its
 * own Request class.
 *
 * @throws {ConfigurationError} for another origin, which must not get the key, and for a body that was read already
 */
export async function readRequest(request: Request, origin: string): Promise<PassedRequest> {
  const body = await bodyOf(request);
  if (new URL(request.url).origin !== origin) {
    throw new ConfigurationError(`middleware: the request has another origin than ${origin}, and is not sent.`);
  }
  const { url, method, headers } = request;
  return { url, method, headers: Object.fromEntries(headers), body: body.byteLength === 0 ? undefined : body };
}

async function bodyOf(request: Request): Promise<ArrayBuffer> {
  try {
    return await request.arrayBuffer();
  } catch (cause) {
    const message =
      "middleware: next() must get a request with an unread body. To look at a body, read request.clone().";
    throw new ConfigurationError(message, { cause });
  }
}
