import { serve } from "../../src/adapters/server.js";
import { createMockService, type MockService, type MockServiceOptions } from "../../src/index.js";

/** A way to a service. */
export type DoorName = "msw 2" | "msw 3" | "browser" | "fetch" | "HTTP";

/** A service that is reached by `fetch` through a door. */
export interface OpenDoor {
  name: DoorName;
  service: MockService;
  fetch: typeof globalThis.fetch;
  close(): void | Promise<void>;
}

/** Opens a door to a fresh service. */
export type OpenADoor = (options?: MockServiceOptions) => Promise<OpenDoor>;

/** The service's own fetch. */
export const openFetch: OpenADoor = async (options) => {
  const service = createMockService(options);
  return { name: "fetch", service, fetch: service.fetch, close: () => service.reset() };
};

/** A server on a port of this machine. */
export const openHttp: OpenADoor = async (options) => {
  const service = createMockService(options);
  const { close } = await serve(service, { port: 0 });
  return { name: "HTTP", service, fetch: globalThis.fetch, close };
};

/** The global fetch, intercepted by the msw that the test file has: imported late, so that it can be another one. */
export function openMsw(name: "msw 2" | "msw 3"): OpenADoor {
  return async (options) => {
    const { setupMockServer } = await import("../../src/adapters/node.js");
    const { service, listen, close } = setupMockServer(options);
    listen();
    return { name, service, fetch: (input, init) => globalThis.fetch(input, init), close };
  };
}
