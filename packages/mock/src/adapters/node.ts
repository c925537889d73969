/** The adapter for tests in Node that use msw: a service, and an msw server with its handlers. */
import { setupServer } from "msw/node";
import { checkKnownFields } from "../core/check-shape.js";
import type { MockServiceOptions } from "../options.js";
import { adapterOf, createMockService, type MockService } from "../service.js";
import { createHandlers } from "./msw.js";

/** How an msw server listens. */
interface ListenOptions {
  /** How msw treats requests to addresses that are not the service's. @default "error" */
  onUnhandledRequest?: "error" | "warn" | "bypass";
}

/** A service that is reached by the global `fetch`, and by whatever else msw intercepts. */
export interface MockServer {
  service: MockService;
  /** The server of msw. `server.use()` adds handlers, which come before the service's. */
  server: ReturnType<typeof setupServer>;
  /** Starts intercepting requests. Does nothing when it already does. */
  listen(options?: ListenOptions): void;
  /** Ends the requests under way, and stops intercepting others. May be called again. */
  close(): void;
}

/**
 * Makes a service and an msw server for it. Works alike with msw 2 and msw 3.
 *
 * @example
 * import { setupMockServer } from "@call-analysis/mock/node";
 * import { afterAll, afterEach, beforeAll } from "vitest";
 *
 * const mock = setupMockServer();
 * beforeAll(() => mock.listen());
 * afterEach(() => mock.service.reset());
 * afterAll(() => mock.close());
 */
export function setupMockServer(options: MockServiceOptions = {}): MockServer {
  const service = createMockService(options);
  const server = setupServer(...createHandlers(service));
  let isListening = false;
  return {
    service,
    server,
    listen(options = {}) {
      checkKnownFields(options, ["onUnhandledRequest"]);
      const { onUnhandledRequest = "error" } = options;
      if (isListening) return;
      isListening = true;
      // msw 2 reads `onUnhandledRequest`, msw 3 `onUnhandledFrame`.
      const strategy = { onUnhandledRequest, onUnhandledFrame: onUnhandledRequest };
      server.listen(strategy);
    },
    close() {
      if (!isListening) return;
      isListening = false;
      adapterOf(service).endRequests();
      server.close();
    },
  };
}
