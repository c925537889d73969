import type { MockServiceOptions } from "@call-analysis/mock";
import { createHandlers } from "@call-analysis/mock/msw";
import { serve } from "@call-analysis/mock/server";
import { setupServer } from "msw/node";
import type { Door, Target } from "../target.ts";
import { createFake, fakeTarget } from "./fake.ts";

/** Opens a fake at one of its doors. */
export type OpenFake = (options?: MockServiceOptions) => Promise<Target>;

/** The fake's doors. */
export const fakeDoors: Readonly<Record<Exclude<Door, "live">, OpenFake>> = {
  async fetch(options) {
    return fakeTarget(createFake(options), { door: "fetch" });
  },
  async msw(options) {
    const service = createFake(options);
    const server = setupServer(...createHandlers(service));
    server.listen({ onUnhandledFrame: "error" });
    return fakeTarget(service, {
      door: "msw",
      fetch: (input, init) => globalThis.fetch(input, init),
      close: async () => server.close(),
    });
  },
  async http(options) {
    const service = createFake(options);
    const server = await serve(service, { port: 0 });
    return fakeTarget(service, { door: "http", fetch: globalThis.fetch, close: () => server.close() });
  },
};
