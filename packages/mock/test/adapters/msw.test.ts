import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { afterEach, expect, test } from "vitest";
import { createHandlers } from "../../src/adapters/msw.js";
import { createMockService } from "../../src/index.js";
import { grant } from "../support/flow.js";

const unhandled = { onUnhandledRequest: "error", onUnhandledFrame: "error" } as const;
let stop = () => {};

afterEach(() => stop());

/** A service whose addresses are reached through the global `fetch`. */
function listen() {
  const service = createMockService();
  const server = setupServer(...createHandlers(service));
  server.listen(unhandled);
  stop = () => server.close();
  return { service: { ...service, fetch: globalThis.fetch }, server };
}

test("refusals and other methods pass through msw as they are", async () => {
  const { service } = listen();
  const { baseUrl } = service.addresses;
  expect((await fetch(`${baseUrl}/agents`)).status).toBe(401);
  expect((await fetch(`${baseUrl}/agents`, { method: "PUT" })).headers.get("allow")).toBe("GET, HEAD, POST");
  expect((await fetch((await grant(service)).publicUrl, { method: "HEAD" })).status).toBe(404);
});

test("a test's own handler goes before the service's", async () => {
  const { service, server } = listen();
  const address = `${service.addresses.baseUrl}/agents`;
  server.use(http.get(address, () => HttpResponse.json({ data: [] })));
  expect(await (await fetch(address)).json()).toEqual({ data: [] });
});
