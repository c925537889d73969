import { serve } from "../../src/adapters/server.js";
import { createMockService, type MockService, type MockServiceOptions } from "../../src/index.js";

/** The ways in which a client reaches a service. */
export type AdapterName = "msw 2" | "msw 3" | "browser" | "fetch" | "HTTP";

/** A service, and a `fetch` that reaches it through an adapter. */
export interface Connection {
  name: AdapterName;
  service: MockService;
  fetch: typeof globalThis.fetch;
  close(): void | Promise<void>;
}

/** Makes a service and connects to it. */
export type Connect = (options?: MockServiceOptions) => Promise<Connection>;

/** By the service's own `fetch`. */
export const connectByFetch: Connect = async (options) => {
  const service = createMockService(options);
  return { name: "fetch", service, fetch: service.fetch, close: () => service.reset() };
};

/** By a server on a free port of this machine. */
export const connectOverHttp: Connect = async (options) => {
  const service = createMockService(options);
  const { close } = await serve(service, { port: 0 });
  return { name: "HTTP", service, fetch: globalThis.fetch, close };
};

/** By the global `fetch`, which msw intercepts. The import is late, so that a test file can put another msw in place. */
export function connectByMsw(name: "msw 2" | "msw 3"): Connect {
  return async (options) => {
    const { setupMockServer } = await import("../../src/adapters/node.js");
    const { service, listen, close } = setupMockServer(options);
    listen();
    return { name, service, fetch: (input, init) => globalThis.fetch(input, init), close };
  };
}
