import { expect, test } from "vitest";
import { createMockService } from "../../src/index.js";
import { ask, type Fields } from "../support/ask.js";
import { known } from "../support/flow.js";

const agent = { name: "Dev Patel", email: "dev.patel@example.com" };

test("a resolver gets the parts of the path, the body, and the organization", async () => {
  const service = createMockService();
  const seen: unknown[] = [];
  service.use("updateAgent", ({ operation, params, body, organizationId }) => {
    seen.push({ operation, id: params.id, name: body.name, organizationId });
    return undefined;
  });
  await ask(service, "PATCH /agents/mem_a%20b", { body: { name: "Asha" } });
  const organizationId = service.db.organizations.list()[0]?.id;
  expect(seen).toEqual([{ operation: "updateAgent", id: "mem_a b", name: "Asha", organizationId }]);
});

test("a body is sent with the operation's own status of success", async () => {
  const service = createMockService();
  service.use("createCall", async () => ({ data: { callId: "call_1", status: "queued" } }));
  service.use("addProspect", () => ({ success: false, message: "Full", added_count: 0 }));
  service.use("createAgent", () => ({ data: { id: "mem_1", userId: "usr_1", ...agent } }));
  const { category, audio_url, campaign } = known(service);
  const call = { memberId: "mem_1", categoryId: category.id, audio_url };
  const prospects = `${service.addresses.campaignBaseUrl}/v1/campaigns/${campaign.id}/prospects-zap`;
  const created = await ask(service, "POST /calls", { body: call });
  expect([created.status, created.body.data.status]).toEqual([202, "queued"]);
  expect((await ask(service, `POST ${prospects}`, { body: { name: "R", phone: "1" } })).status).toBe(200);
  expect((await ask(service, "POST /agents", { body: agent })).status).toBe(201);
});

test("an error that a resolver throws is in the response", async () => {
  const service = createMockService();
  service.use("listAgents", () => {
    throw new Error("no such fixture");
  });
  const { status, body } = await ask<{ error: Fields }>(service, "GET /agents");
  const message = 'The resolver of service.use("listAgents", …) threw: no such fixture';
  expect([status, body.error.message]).toEqual([500, message]);
});

test("a request without a key, or with a bad body, is rejected before a resolver is called", async () => {
  const service = createMockService();
  let asked = 0;
  service.use("createAgent", () => {
    asked += 1;
    return undefined;
  });
  expect((await ask(service, "POST /agents", { key: null, body: agent })).status).toBe(401);
  expect((await ask(service, "POST /agents", { body: { name: 7 } })).status).toBe(400);
  expect((await ask(service, "POST /agents", { body: "{" })).status).toBe(400);
  expect((await ask(service, "POST /agents", { body: { ...agent, notes: "x".repeat(2_000_000) } })).status).toBe(413);
  expect(asked).toBe(0);
});

const agents = '{"data":[]}';

const broken: [body: "empty" | "malformed" | "truncate", text: string | undefined][] = [
  ["empty", ""],
  ["malformed", '{"data":[],'],
  // The connection breaks in the middle.
  ["truncate", undefined],
];

/** A fault of bodies did nothing to an override that is a `Response`. */
test.each(broken)("a body that is %s is so for an override that is a Response, too", async (body, text) => {
  const service = createMockService();
  service.use("listAgents", () => new Response(agents, { headers: { "content-type": "application/json" } }));
  service.faults.inject({ operation: "listAgents", body });
  const headers = { authorization: "Bearer test-key" };
  const response = await service.fetch(`${service.addresses.baseUrl}/agents`, { headers });
  expect(response.status).toBe(200);
  expect(await response.text().catch(() => undefined)).toBe(text);
});

test("an override that breaks the connection stays that, whatever happens to its body", async () => {
  const service = createMockService();
  service.use("listAgents", () => Response.error());
  service.faults.inject({ operation: "listAgents", body: "truncate" });
  const headers = { authorization: "Bearer test-key" };
  await expect(service.fetch(`${service.addresses.baseUrl}/agents`, { headers })).rejects.toThrow(TypeError);
  expect(service.journal.entries()).toMatchObject([{ status: null }]);
});

test("a Response is sent with its own request id, which the journal has too", async () => {
  const service = createMockService();
  service.use("listAgents", () => new Response("{}", { status: 500, headers: { "X-Request-Id": "req_1" } }));
  expect((await ask(service, "GET /agents")).headers.get("x-request-id")).toBe("req_1");
  expect(service.journal.entries()).toMatchObject([{ requestId: "req_1" }]);
});
