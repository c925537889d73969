import { expect } from "vitest";
import { ask, type Fields } from "../support/ask.js";
import { known } from "../support/flow.js";
import { createMockService, test } from "../support/specification.js";

test("section 4, Endpoints: response bodies are JSON, those of errors included", async () => {
  const service = createMockService();
  const { agent, campaign, category } = known(service);
  const addProspect = `POST ${service.addresses.campaignBaseUrl}/v1/campaigns/${campaign.id}/prospects-zap` as const;
  const replies = [
    await ask(service, "GET /agents"),
    await ask(service, "POST /agents", { body: {} }),
    await ask(service, `PATCH /agents/${agent.id}`, { body: {} }),
    await ask(service, "POST /calls/presigned-url", { body: {} }),
    await ask(service, "POST /calls", { body: {} }),
    await ask(service, "GET /calls/call_nowhere/analysis"),
    await ask(service, "GET /categories"),
    await ask(service, `GET /categories/${category.id}`),
    await ask(service, addProspect, { body: { name: "Ravi Kumar", phone: "+919812345678" } }),
    await ask(service, `DELETE /agents/${agent.id}`),
  ];
  expect(replies.map(({ headers }) => headers.get("content-type"))).toEqual(replies.map(() => "application/json"));
});

test("section 4, Endpoints: request bodies are JSON objects, and other bodies are refused", async () => {
  const service = createMockService();
  for (const request of ["POST /agents", "POST /calls/presigned-url", "POST /calls"] as const) {
    for (const body of ["{", "name=Dev+Patel", "[]", "7"]) {
      const reply = await ask<Fields>(service, request, { body });
      expect([request, body, reply.status]).toEqual([request, body, 400]);
    }
  }
});
