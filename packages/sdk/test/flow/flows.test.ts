import { createMockService } from "@call-analysis/mock";
import { CallAnalysis, NotFoundError } from "@call-analysis/sdk";
import { expect, test } from "vitest";

const recording = new Blob([new Uint8Array(5_000).fill(7)], { type: "audio/wav" });

function startService() {
  const service = createMockService();
  const sdk = new CallAnalysis({ ...service.clientOptions({ fast: true }), fetch: service.fetch });
  return { service, sdk };
}

test("analyzeFile uploads a recording, creates its call, and gives the completed analysis", async () => {
  const { sdk } = startService();
  const [agent] = await sdk.agents.list();
  const [category] = await sdk.categories.list();
  const input = { file: recording, memberId: agent?.id ?? "", categoryId: category?.id ?? "", udfs: { lead: 7 } };
  const call = await sdk.calls.analyzeFile(input);
  expect(call).toMatchObject({ status: "completed", metadata: { udfs: { lead: 7 } } });
});

test("an error that stops a flow has its stage, and the token that resume() goes on from", async () => {
  const { sdk } = startService();
  const [agent] = await sdk.agents.list();
  const [category] = await sdk.categories.list();
  const input = { file: recording, memberId: agent?.id ?? "", categoryId: "no-such-category" };
  const error = await sdk.calls.analyzeFile(input).catch((failure: unknown) => failure);
  if (!NotFoundError.is(error) || error.resume?.stage !== "create") throw error;
  expect(error.stage).toBe("create");
  const { resume } = error;
  const call = await sdk.calls.resume({ ...resume, call: { ...resume.call, categoryId: category?.id ?? "" } });
  expect(call.status).toBe("completed");
});
