import { expect } from "vitest";
import { ask, type Fields } from "../support/ask.js";
import { createCall, known } from "../support/flow.js";
import { createMockService, test } from "../support/specification.js";

const input = { name: "Dev Ramesh Patel", email: "dev.patel@example.com" };
const timestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** One agent as create, list and update give it. */
async function agentEverywhere() {
  const service = createMockService();
  const created = (await ask(service, "POST /agents", { body: input })).body.data;
  const list = await ask<{ data: Fields[] }>(service, "GET /agents");
  const listed = list.body.data.find(({ id }) => id === created.id) ?? {};
  const updated = (await ask(service, `PATCH /agents/${created.id}`, { body: {} })).body.data;
  return { created, listed, updated };
}

test("section 2, Agent: `id` is a string, and the same in list and create", async () => {
  const { created, listed } = await agentEverywhere();
  expect(created.id).toEqual(expect.stringMatching(/./));
  expect(listed.id).toBe(created.id);
});

test("section 2, Agent: `memberId` is the id's name in the update response, which has no `id`", async () => {
  const { created, updated } = await agentEverywhere();
  expect(updated.memberId).toBe(created.id);
  expect(updated).not.toHaveProperty("id");
});

test("section 2, Agent: `userId` is a string, and the same in list, create and update", async () => {
  const { created, listed, updated } = await agentEverywhere();
  expect(created.userId).toEqual(expect.stringMatching(/./));
  expect(created.userId).not.toBe(created.id);
  expect([listed.userId, updated.userId]).toEqual([created.userId, created.userId]);
});

test("section 2, Agent: `name` is the full name in list, create and update", async () => {
  const { created, listed, updated } = await agentEverywhere();
  expect([created.name, listed.name, updated.name]).toEqual([input.name, input.name, input.name]);
});

test("section 2, Agent: `email` is the e-mail in list, create and update", async () => {
  const { created, listed, updated } = await agentEverywhere();
  expect([created.email, listed.email, updated.email]).toEqual([input.email, input.email, input.email]);
});

test("section 2, Agent: `image` is an address in list and update, and absent from create", async () => {
  const { created, listed, updated } = await agentEverywhere();
  expect(URL.canParse(String(listed.image))).toBe(true);
  expect(updated.image).toBe(listed.image);
  expect(created).not.toHaveProperty("image");
});

test("section 2, Agent: `createdAt` is a UTC timestamp in list alone", async () => {
  const { created, listed, updated } = await agentEverywhere();
  expect(listed.createdAt).toEqual(expect.stringMatching(timestamp));
  expect(created).not.toHaveProperty("createdAt");
  expect(updated).not.toHaveProperty("createdAt");
});

test("section 2, Wrapper: every response of the external interface but the delete response has the single key `data`", async () => {
  const service = createMockService();
  const { agent, category } = known(service);
  const callId = await createCall(service);
  const replies = [
    await ask(service, "GET /agents"),
    await ask(service, "POST /agents", { body: input }),
    await ask(service, `PATCH /agents/${agent.id}`, { body: {} }),
    await ask(service, "POST /calls/presigned-url", { body: { filename: "call.wav", contentType: "audio/wav" } }),
    await ask(service, "POST /calls", { body: { ...known(service), memberId: agent.id, categoryId: category.id } }),
    await ask(service, `GET /calls/${callId}/analysis`),
    await ask(service, "GET /categories"),
    await ask(service, `GET /categories/${category.id}`),
  ];
  expect(replies.map(({ body }) => Object.keys(body))).toEqual(replies.map(() => ["data"]));
});
