import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { afterEach, expect, test } from "vitest";
import { createHandlers } from "../../src/adapters/msw.js";
import { createMockService } from "../../src/index.js";
import { finishedCall, grant, known, put } from "../support/flow.js";
import { wav } from "../support/wav.js";

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

test("the external interface, the campaign interface and the store are reached through msw", async () => {
  const { service } = listen();
  const { presignedUrl, publicUrl } = await grant(service);
  expect((await put(service, presignedUrl, wav({ seconds: 3 }))).status).toBe(200);
  const recording = await fetch(publicUrl);
  expect((await recording.arrayBuffer()).byteLength).toBe(wav({ seconds: 3 }).length);
  expect((await finishedCall(service, { audio_url: publicUrl })).metadata.duration).toBe(3);
  const { campaignBaseUrl } = service.addresses;
  const response = await fetch(`${campaignBaseUrl}/v1/campaigns/${known(service).campaign.id}/prospects-zap`, {
    method: "POST",
    headers: { authorization: "Bearer test-key" },
    body: JSON.stringify({ name: "Ravi Kumar", phone: "+919812345678" }),
  });
  expect(await response.json()).toEqual({ success: true, message: "Prospect added", added_count: 1 });
});

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
