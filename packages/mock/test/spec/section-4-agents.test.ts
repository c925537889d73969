import { expect } from "vitest";
import { ask, type Fields } from "../support/ask.js";
import { createCall, known } from "../support/flow.js";
import { createMockService, test } from "../support/specification.js";

const input = { name: "Dev Patel", email: "dev.patel@example.com" };

interface Refused {
  error?: { code: string; fields: { path: string; message: string }[] };
}

test("section 4, Agents: `GET /agents` answers 200 with six fields for each agent", async () => {
  const reply = await ask<{ data: Fields[] }>(createMockService(), "GET /agents");
  expect(reply.status).toBe(200);
  expect(reply.body.data).toHaveLength(4);
  for (const agent of reply.body.data) {
    expect(Object.keys(agent)).toEqual(["id", "userId", "name", "email", "image", "createdAt"]);
  }
});

test("section 4, Agents: `GET /agents` lists active agents only", async () => {
  const service = createMockService();
  const { agent } = known(service);
  await ask(service, `DELETE /agents/${agent.id}`);
  const { body } = await ask<{ data: Fields[] }>(service, "GET /agents");
  expect(body.data.map(({ id }) => id)).not.toContain(agent.id);
  expect(body.data).toHaveLength(3);
});

test("section 4, Agents: `POST /agents` answers 201 with exactly id, userId, name and email", async () => {
  const reply = await ask(createMockService(), "POST /agents", { body: input });
  expect(reply.status).toBe(201);
  expect(reply.body).toEqual({ data: { id: expect.any(String), userId: expect.any(String), ...input } });
});

test("section 4, Agents: `POST /agents` requires name and email, and names each that is missing", async () => {
  const reply = await ask<Refused>(createMockService(), "POST /agents", { body: {} });
  expect(reply.status).toBe(400);
  expect(reply.body.error?.fields).toEqual([
    { path: "name", message: "is required" },
    { path: "email", message: "is required" },
  ]);
});

test("section 4, Agents: `POST /agents` refuses an empty name and an e-mail that is none", async () => {
  for (const email of ["", "dev", "dev@", "@example.com", "dev@example", "dev patel@example.com", "a@b@c.example"]) {
    const reply = await ask<Refused>(createMockService(), "POST /agents", { body: { name: "  ", email } });
    expect(reply.body.error?.fields.map(({ path }) => path)).toEqual(["name", "email"]);
  }
});

test("section 4, Agents: `POST /agents` refuses an e-mail in use with 409, until its agent is deleted", async () => {
  const service = createMockService();
  const { agent } = known(service);
  const body = { name: "Another", email: agent.email.toUpperCase() };
  const refused = await ask<Refused>(service, "POST /agents", { body });
  await ask(service, `DELETE /agents/${agent.id}`);
  const taken = await ask(service, "POST /agents", { body });
  expect([refused.status, refused.body.error?.fields[0]?.path]).toEqual([409, "email"]);
  expect(taken.status).toBe(201);
  expect(taken.body.data.id).not.toBe(agent.id);
});

test("section 4, Agents: `PATCH /agents/{id}` answers 200 with memberId, userId, name, email and image", async () => {
  const service = createMockService();
  const { id, userId, email, image } = known(service).agent;
  const reply = await ask(service, `PATCH /agents/${id}`, { body: { name: "Asha V. Rao" } });
  expect(reply.status).toBe(200);
  expect(reply.body).toEqual({ data: { memberId: id, userId, name: "Asha V. Rao", email, image } });
});

test("section 4, Agents: `PATCH /agents/{id}` updates the e-mail, by which calls then find the agent", async () => {
  const service = createMockService();
  const { id, email } = known(service).agent;
  await ask(service, `PATCH /agents/${id}`, { body: { email: "asha.rao@example.com" } });
  const callId = await createCall(service, { memberId: "asha.rao@example.com" });
  expect(service.db.calls.get(callId)?.memberId).toBe(id);
  const { category, audio_url } = known(service);
  const old = { memberId: email, categoryId: category.id, audio_url };
  expect((await ask(service, "POST /calls", { body: old })).status).toBe(404);
});

test("section 4, Agents: `PATCH /agents/{id}` changes nothing with an empty body, and keeps an agent's own e-mail", async () => {
  const service = createMockService();
  const { agent } = known(service);
  for (const body of [{}, { email: agent.email }]) {
    expect((await ask(service, `PATCH /agents/${agent.id}`, { body })).status).toBe(200);
    expect(known(service).agent).toEqual(agent);
  }
});

test("section 4, Agents: `PATCH /agents/{id}` refuses another agent's e-mail, and an id that is not there", async () => {
  const service = createMockService();
  const [one, other] = service.db.agents.list();
  expect((await ask(service, `PATCH /agents/${one?.id}`, { body: { email: other?.email } })).status).toBe(409);
  expect((await ask(service, "PATCH /agents/mem_nowhere", { body: {} })).status).toBe(404);
});

test("section 4, Agents: `DELETE /agents/{id}` answers 200 with success and without `data`", async () => {
  const service = createMockService();
  const reply = await ask(service, `DELETE /agents/${known(service).agent.id}`);
  expect(reply.status).toBe(200);
  expect(reply.body).toEqual({ success: true });
});

test("section 4, Agents: `DELETE /agents/{id}` leaves an id and an e-mail that are no member's", async () => {
  const service = createMockService();
  const { agent, category, audio_url } = known(service);
  await ask(service, `DELETE /agents/${agent.id}`);
  expect((await ask(service, `DELETE /agents/${agent.id}`)).status).toBe(404);
  expect((await ask(service, `PATCH /agents/${agent.id}`, { body: {} })).status).toBe(404);
  for (const memberId of [agent.id, agent.email]) {
    const body = { memberId, categoryId: category.id, audio_url };
    expect((await ask(service, "POST /calls", { body })).status).toBe(404);
  }
});
