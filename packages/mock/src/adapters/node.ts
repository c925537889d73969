/** The adapter for tests in Node with msw: a service, and an msw server that passes requests to it. */
import { setupServer } from "msw/node";
import { checkKnownFields } from "../core/check-shape.js";
import type { MockServiceOptions } from "../options.js";
import { adapterOf, createMockService, type MockService } from "../service.js";
import { createHandlers } from "./msw.js";

/** The options of `listen()`. */
interface ListenOptions {
  /** How msw treats requests to URLs that are not the service's. @default "error" */
  onUnhandledRequest?: "error" | "warn" | "bypass";
}

/** A service that answers the global `fetch`, and everything else that msw intercepts. */
export interface MockServer {
  service: MockService;
  /** The server of msw. `server.use()` adds handlers before the service's. */
  server: ReturnType<typeof setupServer>;
  /** Starts intercepting requests, unless it already does. */
  listen(options?: ListenOptions): void;
  /** Ends the requests in flight, and stops intercepting. You can call it again. */
  close(): void;
}

/**
 * Creates a service, and an msw server that passes requests to it. It works with msw 2 and msw 3.
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
