import { schemas } from "@call-analysis/sdk/schemas";
import { expect } from "vitest";
import { ask, type Fields } from "../support/ask.js";
import { known } from "../support/flow.js";
import { createMockService, test } from "../support/specification.js";

const prospect = { name: "Ravi Kumar", phone: "+919812345678" };

test("section 4, Campaigns: `POST /v1/campaigns/{campaign_id}/prospects-zap` answers success, message and added_count", async () => {
  const service = createMockService();
  const address = `${service.addresses.campaignBaseUrl}/v1/campaigns/${known(service).campaign.id}/prospects-zap`;
  const reply = await ask<Fields>(service, `POST ${address}`, { body: prospect });
  expect(reply.status).toBe(200);
  expect(reply.body).toEqual({ success: true, message: expect.any(String), added_count: 1 });
  expect(schemas.ProspectResult.safeParse(reply.body).success).toBe(true);
});

test("a campaign id is taken as it is written, percent-encoded characters included", async () => {
  const service = createMockService();
  service.seed({ campaigns: [{ id: "spring/2026 é", name: "Spring" }] });
  const id = encodeURIComponent("spring/2026 é");
  const address = `${service.addresses.campaignBaseUrl}/v1/campaigns/${id}/prospects-zap`;
  expect((await ask(service, `POST ${address}`, { body: prospect })).status).toBe(200);
});

test("the same prospect can be added twice", async () => {
  const service = createMockService();
  const address = `${service.addresses.campaignBaseUrl}/v1/campaigns/${known(service).campaign.id}/prospects-zap`;
  await ask(service, `POST ${address}`, { body: prospect });
  await ask(service, `POST ${address}`, { body: prospect });
  expect(service.db.prospects.list()).toHaveLength(2);
});
