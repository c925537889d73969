import { schemas } from "@call-analysis/sdk/schemas";
import { expect, test } from "vitest";
import { createMockService, type MockService } from "../src/index.js";
import { ask, type Fields } from "./support/ask.js";
import { known } from "./support/flow.js";

interface Refused {
  error?: { code: string; fields: { path: string; message: string }[] };
}

function twoOrganizations(): MockService {
  return createMockService({ keys: { "key-north": "North", "key-south": "South", "key-north-2": "North" } });
}

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

test("a new agent without name and e-mail gets 400, which names both", async () => {
  const reply = await ask<Refused>(createMockService(), "POST /agents", { body: {} });
  expect(reply.status).toBe(400);
  expect(reply.body.error?.fields).toEqual([
    { path: "name", message: "is required" },
    { path: "email", message: "is required" },
  ]);
});

test("an empty name and an invalid e-mail are refused by name", async () => {
  for (const email of ["", "dev", "dev@", "@example.com", "dev@example", "dev patel@example.com", "a@b@c.example"]) {
    const reply = await ask<Refused>(createMockService(), "POST /agents", { body: { name: "  ", email } });
    expect(reply.body.error?.fields.map(({ path }) => path)).toEqual(["name", "email"]);
  }
});

test("an update changes nothing with an empty body, and keeps an agent's own e-mail", async () => {
  const service = createMockService();
  const { agent } = known(service);
  for (const body of [{}, { email: agent.email }]) {
    expect((await ask(service, `PATCH /agents/${agent.id}`, { body })).status).toBe(200);
    expect(known(service).agent).toEqual(agent);
  }
});

test("an update refuses another agent's e-mail, and an id that is not there", async () => {
  const service = createMockService();
  const [one, other] = service.db.agents.list();
  expect((await ask(service, `PATCH /agents/${one?.id}`, { body: { email: other?.email } })).status).toBe(409);
  expect((await ask(service, "PATCH /agents/mem_nowhere", { body: {} })).status).toBe(404);
});

test("a grant without a file name and a media type gets 400, which names both", async () => {
  const service = createMockService();
  const bodies = [{}, { filename: " ", contentType: "audio" }, { filename: 1, contentType: 2 }];
  for (const body of bodies) {
    const reply = await ask<Refused>(service, "POST /calls/presigned-url", { body });
    expect(reply.status).toBe(400);
    expect(reply.body.error?.fields.map(({ path }) => path)).toEqual(["filename", "contentType"]);
  }
});

test("an unknown member and an unknown category get 404, by name", async () => {
  const service = createMockService();
  const { agent, category, audio_url } = known(service);
  const member = { memberId: "mem_nowhere", categoryId: category.id, audio_url };
  const kind = { memberId: agent.id, categoryId: "cat_nowhere", audio_url };
  for (const [body, path] of [
    [member, "memberId"],
    [kind, "categoryId"],
  ] as const) {
    const reply = await ask<Refused>(service, "POST /calls", { body });
    expect([reply.status, reply.body.error?.fields[0]?.path]).toEqual([404, path]);
  }
});

test("the scheme is Bearer, in any case, and no other", async () => {
  const service = createMockService();
  const status = async (authorization: string) => {
    const response = await service.fetch(`${service.addresses.baseUrl}/agents`, { headers: { authorization } });
    return response.status;
  };
  expect(await status("bearer  test-key")).toBe(200);
  expect(await status("Basic test-key")).toBe(401);
  expect(await status("test-key")).toBe(401);
});

test("keys of one organization share its data", async () => {
  const service = twoOrganizations();
  const body = { name: "Dev Patel", email: "dev.patel@example.com" };
  await ask(service, "POST /agents", { key: "key-north", body });
  expect((await ask(service, "POST /agents", { key: "key-north-2", body })).status).toBe(409);
});

test("the campaign interface wants a bearer token, and sees its organization's campaigns alone", async () => {
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

test("a validation error of the campaign interface has type, loc, msg and ctx", async () => {
  const reply = await addProspect({ name: 7 });
  expect(reply.status).toBe(422);
  expect(reply.body).toEqual({
    detail: [{ type: "wrong_type", loc: ["body", "name"], msg: "must be a string, and is a number", ctx: {} }],
  });
  expect(schemas.ValidationError.safeParse(reply.body).success).toBe(true);
});

test("a validation error names each field that is missing", async () => {
  const { body } = await addProspect({ city: "Pune" });
  expect(body.detail).toMatchObject([{ loc: ["body", "name"] }, { loc: ["body", "phone"] }]);
});

test("a validation error names the body alone when it is not a JSON object", async () => {
  for (const body of ["{", "", "[]", "7", "null"]) {
    const reply = await addProspect(body);
    expect(reply.status).toBe(422);
    expect(reply.body.detail).toMatchObject([{ loc: ["body"] }]);
  }
});
