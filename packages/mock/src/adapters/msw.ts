/** The adapter for msw: handlers that pass requests to a service. For msw 2.10 and later, and for msw 3. */

import type { HttpHandler } from "msw";
import * as msw from "msw";
import { adapterOf, type MockService } from "../service.js";
import { respond } from "./fetch.js";

// Read from the namespace, so that an older msw fails with this message and not with that of a missing export.
const { http, HttpResponse } = msw;
if (http === undefined) throw new Error("@call-analysis/mock/msw needs msw 2.10 or later.");

/**
 * Creates handlers for the paths of a service's operations. They leave all other requests to later handlers, even on
 * the same host.
 *
 * @throws {TypeError} if `service` was not made by `createMockService()`
 * @example
 * const service = createMockService();
 * const server = setupServer(...createHandlers(service));
 */
export function createHandlers(service: MockService): HttpHandler[] {
  const { handle, patterns } = adapterOf(service);
  return [...new Set(patterns())].map((pattern) =>
    http.all(pattern, ({ request }) => {
      const length = request.headers.get("transfer-encoding") === "chunked" ? "chunked" : undefined;
      return respond(request, { handle, networkError, length }).catch((error: unknown) => {
        // Nobody waits for the response to an aborted request, but msw wants one.
        if (request.signal.aborted) return networkError();
        throw error;
      });
    }),
  );
}

/** The response for any network fault, because msw has only one kind of network error. */
function networkError(): Response {
  return HttpResponse.error();
}
