// Plain Jest: CommonJS, no transform, no msw. The client gets the fake's fetch.
const { CallAnalysis, NotFoundError } = require("@call-analysis/sdk");
const { schemas } = require("@call-analysis/sdk/schemas");
const { createMockService } = require("@call-analysis/mock");

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
