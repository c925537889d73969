import { CallAnalysis } from "@call-analysis/sdk";
import { expect, onTestFinished, test } from "vitest";
import { type ServeOptions, serve } from "../../src/adapters/server.js";
import { createMockService, type MockService } from "../../src/index.js";
import { known } from "../support/flow.js";
import { wav } from "../support/wav.js";

async function listen(service: MockService, options: ServeOptions = {}) {
  const server = await serve(service, { port: 0, ...options });
  onTestFinished(server.close);
  return server;
}

/** The whole flow of a client; returns the length that its analysis has. */
async function analyse(service: MockService, sdk: CallAnalysis): Promise<number | null | undefined> {
  const { agent, category } = known(service);
  const input = { file: wav({ seconds: 3 }), filename: "a.wav", memberId: agent.id, categoryId: category.id };
  const poll = { initialDelayMs: 0, intervalMs: 0 };
  return (await sdk.calls.analyzeFile(input, { poll })).metadata.duration;
}

test("a client of the service's fetch goes on as before while a server listens, and after it is closed", async () => {
  const service = createMockService();
  const earlier = service.clientOptions();
  const sdk = new CallAnalysis({ ...earlier, fetch: service.fetch });
  const { url, close } = await listen(service);
  expect(await analyse(service, sdk)).toBe(3);
  expect((await sdk.calls.createUploadUrl({ filename: "a.wav", contentType: "audio/wav" })).publicUrl).toMatch(
    /^https:\/\/storage\.call-analysis\.test\//,
  );
  const overHttp = new CallAnalysis(service.clientOptions());
  expect(service.clientOptions().baseUrl).toBe(`${url}/v1`);
  expect(await analyse(service, overHttp)).toBe(3);
  await close();
  expect(await analyse(service, sdk)).toBe(3);
  expect(service.clientOptions()).toEqual(earlier);
});

test("two servers of one service each answer with their own addresses", async () => {
  const service = createMockService();
  const [one, other] = [await listen(service), await listen(service)];
  for (const { url } of [one, other]) {
    const sdk = new CallAnalysis({ ...service.clientOptions(), baseUrl: `${url}/v1` });
    const { publicUrl } = await sdk.calls.createUploadUrl({ filename: "a.wav", contentType: "audio/wav" });
    expect(publicUrl.startsWith(`${url}/storage/`)).toBe(true);
    const document = await (await fetch(`${url}/__mock__/openapi.json`)).json();
    expect(document.servers).toEqual([{ url: `${url}/v1` }]);
  }
});

test("a server without control has none, also where one with control listened before", async () => {
  const service = createMockService();
  const first = await listen(service);
  await first.close();
  const { port } = new URL(first.url);
  const { url } = await listen(service, { port: Number(port), admin: false });
  expect((await fetch(`${url}/__mock__/state`)).status).toBe(404);
  const headers = { authorization: "Bearer test-key" };
  expect((await fetch(`${url}/v1/agents`, { headers })).status).toBe(200);
});
