import { expect } from "vitest";
import { ask } from "../support/ask.js";
import { createMockService, test } from "../support/specification.js";

test("section 9, Versioning: the external interface is below an address that ends with `/v1`", async () => {
  const service = createMockService();
  expect(service.addresses.baseUrl).toMatch(/\/v1$/);
  expect((await ask(service, `GET ${service.addresses.baseUrl}/agents`)).status).toBe(200);
});

test("section 9, Versioning: the campaign interface's paths begin with `/v1`, and its address does not end with it", async () => {
  const service = createMockService();
  const { campaignBaseUrl } = service.addresses;
  expect(campaignBaseUrl).not.toMatch(/\/v1$/);
  const reply = await ask(service, `POST ${campaignBaseUrl}/campaigns/cmp_1/prospects-zap`, { body: {} });
  expect(reply.body).toEqual({ detail: "There is nothing at this path." });
});
