import { expect } from "vitest";
import type { MockService } from "../../src/index.js";
import { ask, type Fields } from "../support/ask.js";
import { createCall, grant, known, put, readAnalysis } from "../support/flow.js";
import { createMockService, test } from "../support/specification.js";

function twoOrganizations(): MockService {
  return createMockService({ keys: { "key-north": "North", "key-south": "South", "key-north-2": "North" } });
}

test("section 5, rule 1: every operation of the external interface wants the header and a valid key", async () => {
  const requests = [
    "GET /agents",
    "POST /agents",
    "PATCH /agents/mem_1",
    "DELETE /agents/mem_1",
    "POST /calls/presigned-url",
    "POST /calls",
    "GET /calls/call_1/analysis",
    "GET /categories",
    "GET /categories/cat_1",
  ] as const;
  const service = createMockService();
  for (const request of requests) {
    for (const key of [null, "wrong", "", "test-key x"]) {
      const reply = await ask<{ error?: { code: string } }>(service, request, { key });
      expect([reply.status, reply.body.error?.code]).toEqual([401, "unauthorized"]);
    }
  }
});

test("section 5, rule 1: the scheme is Bearer, in any case, and no other", async () => {
  const service = createMockService();
  const status = async (authorization: string) => {
    const response = await service.fetch(`${service.addresses.baseUrl}/agents`, { headers: { authorization } });
    return response.status;
  };
  expect(await status("bearer  test-key")).toBe(200);
  expect(await status("Basic test-key")).toBe(401);
  expect(await status("test-key")).toBe(401);
});

test("section 5, rule 2: an organization's lists hold nothing of another's", async () => {
  const service = twoOrganizations();
  for (const list of ["GET /agents", "GET /categories"] as const) {
    const north = await ask<{ data: Fields[] }>(service, list, { key: "key-north" });
    const south = await ask<{ data: Fields[] }>(service, list, { key: "key-south" });
    const ids = new Set(north.body.data.map(({ id }) => id));
    expect(south.body.data.filter(({ id }) => ids.has(id))).toEqual([]);
    expect(ids.size).toBe(south.body.data.length);
  }
});

test("section 5, rule 2: another organization's ids are not found, whatever is asked of them", async () => {
  const service = twoOrganizations();
  const [north] = service.db.organizations.list();
  const { agent, category, audio_url } = known(service);
  expect(agent.organizationId).toBe(north?.id);
  const south = { key: "key-south" };
  expect((await ask(service, `PATCH /agents/${agent.id}`, { ...south, body: {} })).status).toBe(404);
  expect((await ask(service, `DELETE /agents/${agent.id}`, south)).status).toBe(404);
  expect((await ask(service, `GET /categories/${category.id}`, south)).status).toBe(404);
  const body = { memberId: agent.id, categoryId: category.id, audio_url };
  expect((await ask(service, "POST /calls", { ...south, body })).status).toBe(404);
  const call = await ask(service, "POST /calls", { key: "key-north", body });
  expect((await ask(service, `GET /calls/${call.body.data.callId}/analysis`, south)).status).toBe(404);
});

test("section 5, rule 2: two organizations may each have an agent with the same e-mail", async () => {
  const service = twoOrganizations();
  const body = { name: "Dev Patel", email: "dev.patel@example.com" };
  expect((await ask(service, "POST /agents", { key: "key-north", body })).status).toBe(201);
  expect((await ask(service, "POST /agents", { key: "key-south", body })).status).toBe(201);
});

test("section 5, rule 2: keys of one organization share its data", async () => {
  const service = twoOrganizations();
  const body = { name: "Dev Patel", email: "dev.patel@example.com" };
  await ask(service, "POST /agents", { key: "key-north", body });
  expect((await ask(service, "POST /agents", { key: "key-north-2", body })).status).toBe(409);
});

test("section 5, rule 3: the campaign endpoint wants a bearer token, and sees its organization's campaigns alone", async () => {
  const service = twoOrganizations();
  const { campaign } = known(service);
  const address = `${service.addresses.campaignBaseUrl}/v1/campaigns/${campaign.id}/prospects-zap`;
  const body = { name: "Ravi Kumar", phone: "+919812345678" };
  const status = async (key: string | null) => (await ask(service, `POST ${address}`, { key, body })).status;
  expect(await status(null)).toBe(401);
  expect(await status("wrong")).toBe(401);
  expect(await status("key-south")).toBe(404);
  expect(await status("key-north-2")).toBe(200);
});

test("section 5, rule 4: the upload is authorized by the signed address itself", async () => {
  const service = createMockService();
  const { presignedUrl, publicUrl } = await grant(service);
  expect((await put(service, publicUrl)).status).toBe(403);
  expect((await put(service, presignedUrl)).status).toBe(200);
});

test("section 6, Events: completion is learned by polling alone", async () => {
  const service = createMockService();
  const callId = await createCall(service);
  const asked = [await readAnalysis(service, callId), await readAnalysis(service, callId)];
  expect(asked.map(({ status }) => status)).toEqual(["processing", "pending"]);
  expect((await readAnalysis(service, callId)).status).toBe("completed");
});
