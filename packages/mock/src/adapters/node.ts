/** The door for msw in Node: a service, and a server of msw that is ready for it. */
import { setupServer } from "msw/node";
import type { MockServiceOptions } from "../options.js";
import { createMockService, type MockService } from "../service.js";
import { createHandlers } from "./msw.js";

/** What becomes of requests that are none of the service's. */
export type UnhandledRequestStrategy = "error" | "warn" | "bypass";

/** How a server of msw listens. */
export interface ListenOptions {
  /** @default "error" */
  onUnhandledRequest?: UnhandledRequestStrategy;
}

/** A service that is reached through the global `fetch`, and whatever else msw intercepts. */
export interface MockServer {
  service: MockService;
  /** The server of msw; `server.use()` adds handlers that go before the service's. */
  server: ReturnType<typeof setupServer>;
  /** Begins to intercept; does nothing when it does so already. */
  listen(options?: ListenOptions): void;
  /** Ends intercepting; may be called again. */
  close(): void;
}

/**
 * Sets up a service and a server of msw. The same for msw 2 and for msw 3.
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
    listen({ onUnhandledRequest = "error" } = {}) {
      if (isListening) return;
      isListening = true;
      // msw 2 reads the one name, msw 3 the other.
      const strategy = { onUnhandledRequest, onUnhandledFrame: onUnhandledRequest };
      server.listen(strategy);
    },
    close() {
      if (!isListening) return;
      isListening = false;
      server.close();
    },
  };
}
