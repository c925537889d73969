import https from "node:https";
import { afterEach, expect, test, vi } from "vitest";
import { createHandlers } from "../../src/adapters/msw.js";
import { createMockService, type MockServiceOptions } from "../../src/index.js";
import { grant, known } from "../support/flow.js";

const key = { authorization: "Bearer test-key" };

/** The tests of a service on a host that has other handlers too. Each version of msw has a file that runs them unchanged. */
export function testSharedHost(name: "msw 2" | "msw 3"): void {
  let stop = () => {};

  afterEach(() => {
    stop();
    vi.restoreAllMocks();
  });

  /** A service, and the test's own handler for all the rest of the host, which comes after the service's. */
  async function listen(options: MockServiceOptions, { withOwn = true } = {}) {
    // Late, so that a test file can put another msw in place.
    const { http, HttpResponse } = await import("msw");
    const { setupServer } = await import("msw/node");
    const service = createMockService(options);
    const own = http.all("https://acme.test/*", ({ request }) =>
      HttpResponse.json({ own: new URL(request.url).pathname }, { status: 299 }),
    );
    const server = setupServer(...createHandlers(service), ...(withOwn ? [own] : []));
    const strategy = { onUnhandledRequest: "error", onUnhandledFrame: "error" } as const;
    server.listen(strategy);
    stop = () => server.close();
    const statusOf = async (path: string, method = "GET") =>
      (await fetch(`https://acme.test${path}`, { method, headers: key, body: method === "POST" ? "{}" : null })).status;
    return { service, statusOf };
  }

  test(`below an address with a path only the operations' paths are the service's too, on ${name}`, async () => {
    const { service, statusOf } = await listen({
      baseUrl: "https://acme.test/calls/v1",
      campaignBaseUrl: "https://acme.test/api",
      storageUrl: "https://acme.test/storage",
    });
    expect(await statusOf("/calls/v1/agents?limit=1")).toBe(200);
    expect(await statusOf("/calls/v1/calls/nobody/analysis")).toBe(404);
    expect(await statusOf(`/api/v1/campaigns/${known(service).campaign.id}/prospects-zap`, "POST")).toBe(422);
    expect(await statusOf("/storage/recordings/upl_1/a.wav", "PUT")).toBe(403);
    for (const path of [
      "/calls/v1",
      "/calls/v1/nowhere",
      "/api/orders",
      "/api",
      "/api/v1/campaigns",
      "/storage/nowhere",
      "/",
      "/calls",
      "/calls/v10/agents",
      "/calls/v1agents",
      "/login",
      "/storages/a/b",
    ])
      expect([path, await statusOf(path)]).toEqual([path, 299]);
  });

  test(`of addresses without a path only the operations' paths are the service's, on ${name}`, async () => {
    const root = "https://acme.test";
    const { service, statusOf } = await listen({ baseUrl: root, campaignBaseUrl: root, storageUrl: root });
    const prospects = `/v1/campaigns/${known(service).campaign.id}/prospects-zap`;
    expect(await statusOf("/agents")).toBe(200);
    expect(await statusOf(`/categories/${known(service).category.id}`)).toBe(200);
    expect(await statusOf("/categories/nobody")).toBe(404);
    expect(await statusOf("/calls/nobody/analysis")).toBe(404);
    expect(await statusOf(prospects, "POST")).not.toBe(299);
    expect(await statusOf(prospects, "DELETE")).toBe(405);
    expect(await statusOf("/recordings/upl_1/a.wav", "PUT")).toBe(403);
    for (const path of ["/", "/login", "/agents/a/b", "/v1/campaigns", "/v1/campaigns/spring", `${prospects}/more`])
      expect([path, await statusOf(path)]).toEqual([path, 299]);
  });

  test(`the external interface answers below its path when the campaign interface has the whole host, on ${name}`, async () => {
    const { statusOf } = await listen({ baseUrl: "https://acme.test/v1", campaignBaseUrl: "https://acme.test" });
    expect(await statusOf("/v1/agents")).toBe(200);
    expect(await statusOf("/v1/nowhere")).toBe(299);
    expect(await statusOf("/v1/campaigns/nobody/prospects-zap", "POST")).not.toBe(299);
    expect(await statusOf("/v2/agents")).toBe(299);
  });

  test(`an upload in chunks is refused as a store refuses it, on ${name}`, async () => {
    const { service } = await listen({ storageUrl: "https://acme.test/storage" });
    const { presignedUrl } = await grant(service);
    const status = await new Promise((resolve, reject) => {
      const headers = { "content-type": "audio/wav", "transfer-encoding": "chunked" };
      const sent = https.request(presignedUrl, { method: "PUT", headers }, (response) =>
        resolve(response.resume().statusCode),
      );
      sent.on("error", reject).end("the bytes");
    });
    expect(status).toBe(501);
  });

  test(`what is nobody's on a shared host is unhandled, as msw was told to treat it, on ${name}`, async () => {
    const options = { baseUrl: "https://acme.test/v1", campaignBaseUrl: "https://acme.test" };
    const { service, statusOf } = await listen(options, { withOwn: false });
    vi.spyOn(console, "error").mockImplementation(() => {});
    await expect(statusOf("/login")).rejects.toThrow();
    expect(await statusOf("/v1/agents")).toBe(200);
    expect(service.journal.entries()).toHaveLength(1);
  });
}
