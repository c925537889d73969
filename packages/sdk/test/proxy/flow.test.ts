/** A page's client works against the proxy as it does against the service. */
import { createMockService } from "@call-analysis/mock";
import { CallAnalysis } from "@call-analysis/sdk";
import { createProxyHandler } from "@call-analysis/sdk/proxy";
import { expect, test } from "vitest";
import { wavBytes } from "../upload/recordings.ts";
import { basePath, proxyOptions, startProxiedMock } from "./proxy-server.ts";

test("analyzeFile goes through the proxy unchanged, and the recording goes straight to the store", async () => {
  const { service, proxy } = await startProxiedMock();
  const sdk = proxy.clientOf("asha");
  const [agent] = await sdk.agents.list();
  const [category] = await sdk.categories.list();
  const completed = await sdk.calls.analyzeFile({
    file: new Blob([wavBytes()], { type: "audio/wav" }),
    memberId: agent?.id ?? "",
    categoryId: category?.id ?? "",
    udfs: { crmId: "84113" },
  });
  expect(completed).toMatchObject({ status: "completed", metadata: { udfs: { crmId: "84113" } } });
  expect(service.journal.count({ operation: "uploadRecording" })).toBe(1);
  expect(service.journal.count({ operation: "createCall", status: 202 })).toBe(1);
});

test("every operation goes through, with the service's status", async () => {
  const { service, proxy } = await startProxiedMock();
  const sdk = proxy.clientOf("asha");
  const created = await sdk.agents.create({ name: "Ravi", email: "ravi@example.com" }).withResponse();
  expect(created.response.status).toBe(201);
  expect(await sdk.agents.update(created.data.id, { name: "Ravi K." })).toMatchObject({ name: "Ravi K." });
  expect(await sdk.agents.delete(created.data.id)).toBeUndefined();
  const [category] = await sdk.categories.list();
  expect(await sdk.categories.get(category?.id ?? "")).toMatchObject({ id: category?.id });
  const campaignId = service.db.campaigns.list()[0]?.id ?? "";
  const added = await sdk.campaigns.addProspect(campaignId, { name: "R", phone: "+919812345678", city: "Pune" });
  expect(added).toMatchObject({ success: true, added_count: 1 });
});

test("a handler can stand in for fetch itself", async () => {
  const service = createMockService();
  const handler = createProxyHandler({
    ...proxyOptions({ baseUrl: "https://api.call-analysis.test/v1" }),
    allow: ["listAgents"],
    fetch: service.fetch,
  });
  const sdk = new CallAnalysis({
    apiKey: "asha",
    baseUrl: `https://app.example.com${basePath}/v1`,
    fetch: (input, init) => handler(new Request(input, init)),
  });
  expect(await sdk.agents.list()).toHaveLength(4);
});
