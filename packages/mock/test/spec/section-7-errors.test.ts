import { schemas } from "@call-analysis/sdk/schemas";
import { expect } from "vitest";
import { ask, type Fields } from "../support/ask.js";
import { known } from "../support/flow.js";
import { createMockService, test } from "../support/specification.js";

/** Sends a body to a campaign; by default to one that is there. */
function addProspect(
  body: unknown,
  { key = "test-key", campaignId }: { key?: string | null; campaignId?: string } = {},
) {
  const service = createMockService();
  const id = campaignId ?? known(service).campaign.id;
  const address = `${service.addresses.campaignBaseUrl}/v1/campaigns/${id}/prospects-zap`;
  return ask<Fields>(service, `POST ${address}`, { key, body });
}

const prospect = { name: "Ravi Kumar", phone: "+919812345678" };

test("section 7, Simple error: `detail` is a string", async () => {
  const unauthorized = await addProspect(prospect, { key: null });
  const unknown = await addProspect(prospect, { campaignId: "cmp_nowhere" });
  for (const { body } of [unauthorized, unknown]) expect(schemas.SimpleError.safeParse(body).success).toBe(true);
  expect([unauthorized.status, unknown.status]).toEqual([401, 404]);
});

test("section 7, Validation error: `detail` is a list of type, loc, msg and ctx", async () => {
  const reply = await addProspect({ name: 7 });
  expect(reply.status).toBe(422);
  expect(reply.body).toEqual({
    detail: [{ type: "wrong_type", loc: ["body", "name"], msg: "must be a string", ctx: {} }],
  });
  expect(schemas.ValidationError.safeParse(reply.body).success).toBe(true);
});

test("section 7, Validation error: `loc` names each field that is missing", async () => {
  const { body } = await addProspect({ city: "Pune" });
  expect(body.detail).toMatchObject([{ loc: ["body", "name"] }, { loc: ["body", "phone"] }]);
});

test("section 7, Validation error: `loc` is the body alone for a body that is no object or no JSON", async () => {
  for (const body of ["{", "", "[]", "7", "null"]) {
    const reply = await addProspect(body);
    expect(reply.status).toBe(422);
    expect(reply.body.detail).toMatchObject([{ loc: ["body"] }]);
  }
});

test("section 7, Success: reads, presigned URL, update and delete answer 200", async () => {
  const service = createMockService();
  const { agent, category } = known(service);
  const body = { filename: "call.wav", contentType: "audio/wav" };
  const replies = [
    await ask(service, "GET /agents"),
    await ask(service, "GET /categories"),
    await ask(service, `GET /categories/${category.id}`),
    await ask(service, "POST /calls/presigned-url", { body }),
    await ask(service, `PATCH /agents/${agent.id}`, { body: { name: "Asha" } }),
    await ask(service, `DELETE /agents/${agent.id}`),
  ];
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
});

test("section 7, Success: create agent answers 201", async () => {
  const body = { name: "Dev Patel", email: "dev.patel@example.com" };
  expect((await ask(createMockService(), "POST /agents", { body })).status).toBe(201);
});

test("section 7, Success: create call answers 202", async () => {
  const service = createMockService();
  const { agent, category, audio_url } = known(service);
  const body = { memberId: agent.id, categoryId: category.id, audio_url };
  expect((await ask(service, "POST /calls", { body })).status).toBe(202);
});
