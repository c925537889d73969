// Plain Jest: CommonJS, no transform, no msw. The client gets the fake's fetch.
const { CallAnalysis, NotFoundError } = require("@call-analysis/sdk");
const { schemas } = require("@call-analysis/sdk/schemas");
const { createMockService } = require("@call-analysis/mock");
const { serve } = require("@call-analysis/mock/server");

const service = createMockService();
const sdk = new CallAnalysis({ ...service.clientOptions(), fetch: service.fetch });

test("a recording becomes a scorecard", async () => {
  const [agent] = await sdk.agents.list();
  const [category] = await sdk.categories.list();
  const file = new Blob([new Uint8Array(3_000)], { type: "audio/wav" });
  const poll = { initialDelayMs: 0, intervalMs: 10 };
  const call = await sdk.calls.analyzeFile({ file, memberId: agent.id, categoryId: category.id }, { poll });
  expect(call.status).toBe("completed");
  expect(schemas.CompletedCall.safeParse(call).success).toBe(true);
});

test("errors can be told apart", async () => {
  const error = await sdk.agents.delete("nobody").catch((reason) => reason);
  expect(NotFoundError.is(error)).toBe(true);
});

test("an upload is signed and stored, by bytes and by Blob", async () => {
  for (const file of [new Uint8Array(3_000).fill(7), new Blob([new Uint8Array(3_000)])]) {
    const { publicUrl } = await sdk.calls.upload(file, { filename: "call.wav", contentType: "audio/wav" });
    const stored = await service.fetch(publicUrl);
    expect((await stored.arrayBuffer()).byteLength).toBe(3_000);
  }
});

test("an abort ends a request", async () => {
  const gate = service.hold("listAgents");
  const controller = new AbortController();
  const listing = sdk.agents.list({ signal: controller.signal });
  await gate.reached();
  controller.abort();
  await expect(listing).rejects.toMatchObject({ name: "AbortError" });
  gate.release();
});

test("code that uses the global fetch reaches a server", async () => {
  const served = createMockService();
  const server = await serve(served, { port: 0 });
  const [agent] = await new CallAnalysis(served.clientOptions()).agents.list();
  expect(agent.email).toBe("asha.verma@example.com");
  await server.close();
});

test("msw/node of msw 3 cannot be loaded by plain Jest, which is why nothing here needs it", () => {
  expect(() => require("@call-analysis/mock/node")).toThrow();
});
