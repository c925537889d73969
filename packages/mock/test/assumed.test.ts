/** What the fake answers to questions that the specification leaves open, where no policy changes it. */
import { expect, test } from "vitest";
import { createMockService } from "../src/index.js";
import { ask, type Fields } from "./support/ask.js";
import { known } from "./support/flow.js";

test("`email-matching`: an e-mail is in use in any case, and a call finds its agent by it", async () => {
  const service = createMockService();
  const { agent, category, audio_url } = known(service);
  const email = agent.email.toUpperCase();
  expect((await ask(service, "POST /agents", { body: { name: "Another", email } })).status).toBe(409);
  const body = { memberId: email, categoryId: category.id, audio_url };
  expect((await ask(service, "POST /calls", { body })).status).toBe(202);
});

test.each([
  ["dev@localhost", 400],
  ["dev@mail.localhost", 201],
  ["dev.localhost", 400],
  ["dev patel@example.com", 400],
])("`email-syntax`: the e-mail %s gets %d", async (email, status) => {
  const body = { name: "Dev Patel", email };
  expect((await ask(createMockService(), "POST /agents", { body })).status).toBe(status);
});

test("`blank-names`: a blank name of an agent or of a file is refused", async () => {
  const service = createMockService();
  const named = await ask(service, "POST /agents", { body: { name: " ", email: "dev.patel@example.com" } });
  const body = { filename: " ", contentType: "audio/wav" };
  const granted = await ask(service, "POST /calls/presigned-url", { body });
  expect([named.status, granted.status]).toEqual([400, 400]);
});

test("`user-of-email`: the next agent with a deleted one's e-mail has its own userId", async () => {
  const service = createMockService();
  const { id, userId, name, email } = known(service).agent;
  await ask(service, `DELETE /agents/${id}`);
  const next = (await ask(service, "POST /agents", { body: { name, email } })).body.data;
  expect([next.id === id, next.userId === userId]).toEqual([false, false]);
});

test("`trailing-slashes`: a path with one is not there", async () => {
  const service = createMockService();
  const { category, campaign } = known(service);
  const prospects = `${service.addresses.campaignBaseUrl}/v1/campaigns/${campaign.id}/prospects-zap/`;
  const body = { name: "Ravi", phone: "1" };
  expect((await ask(service, "GET /agents/")).status).toBe(404);
  expect((await ask(service, `GET /categories/${category.id}/?page=1`)).status).toBe(404);
  expect((await ask(service, `POST ${prospects}`, { body })).status).toBe(404);
});

test.each([
  [0, 201],
  [1, 413],
])("`json-body-limit`: a body of 1 MiB and %d bytes gets %d", async (more, status) => {
  const body = JSON.stringify({ name: "Dev Patel", email: "dev.patel@example.com" });
  const padded = body.padEnd(1_048_576 + more, " ");
  expect((await ask(createMockService(), "POST /agents", { body: padded })).status).toBe(status);
});

test.each([
  ["s3://recordings/call-0193.wav", 400],
  ["call-0193.wav", 400],
  ["http://recordings.example.com/call-0193.wav", 202],
])("`recording-schemes`: a recording at %s gets %d", async (audio_url, status) => {
  const service = createMockService();
  const { agent, category } = known(service);
  const body = { memberId: agent.id, categoryId: category.id, audio_url };
  expect((await ask(service, "POST /calls", { body })).status).toBe(status);
});

test.each<[string, Fields, number]>([
  ["without a phone", { name: "Ravi" }, 422],
  ["whose name is a number", { name: 7, phone: "1" }, 422],
  ["with both", { name: "Ravi", phone: "1" }, 200],
])(
  "`prospect-required-fields`, `prospect-status`, `campaign-error-statuses`: a prospect %s",
  async (_, body, status) => {
    const service = createMockService();
    const { campaignBaseUrl } = service.addresses;
    const address = `${campaignBaseUrl}/v1/campaigns/${known(service).campaign.id}/prospects-zap`;
    expect((await ask(service, `POST ${address}`, { body })).status).toBe(status);
  },
);
