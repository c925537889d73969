import { expect, test } from "vitest";
import { createMockService } from "../../src/index.js";
import { listening } from "../control/listening.js";
import { ask } from "../support/ask.js";
import { createCall, known, readAnalysis } from "../support/flow.js";
import { soon } from "../support/soon.js";

test.each([
  ["id", "email"],
  ["email", "EMAIL"],
  ["EMAIL", "id"],
] as const)("a match by the agent's %s sees a request that names the agent by %s", async (wanted, given) => {
  const { service, control } = await listening();
  const { id, email } = known(service).agent;
  const names = { id, email, EMAIL: email.toUpperCase() };
  const match = { memberId: names[wanted] };
  const rule = service.engine.when(match).fail();
  const fault = service.faults.inject({ operation: "createCall", latencyMs: 1, match });
  const gate = service.hold("createCall", match);
  const override = await control("POST", "/overrides", { operation: "getCallAnalysis", status: 418, match });
  const created = createCall(service, { memberId: names[given] });
  await soon(gate.reached());
  gate.release();
  expect((await ask(service, `GET /calls/${await created}/analysis`)).status).toBe(418);
  const applied = [gate.id, fault, rule.id, override.body.id];
  expect(service.journal.find(match).flatMap(({ rules }) => rules)).toEqual(applied);
  expect((await control("GET", `/journal?memberId=${encodeURIComponent(names[wanted])}`)).body.entries).toHaveLength(2);
});

test("a match by an agent sees neither another agent's requests, nor fields of the same name elsewhere", async () => {
  const service = createMockService();
  const [agent, other] = service.db.agents.list();
  await readAnalysis(service, await createCall(service, { memberId: other?.id, udfs: { memberId: agent?.id } }));
  for (const memberId of [agent?.id, agent?.email, other?.id.toUpperCase()])
    expect(service.journal.count({ memberId })).toBe(0);
});

test("an agent that there is not is seen by what the request says", async () => {
  const service = createMockService();
  const { category, audio_url } = known(service);
  const body = { memberId: "Nobody@example.com", categoryId: category.id, audio_url };
  expect((await ask(service, "POST /calls", { body })).status).toBe(404);
  expect(service.journal.count({ memberId: "nobody@example.com" })).toBe(1);
});

test("fields of a prospect do not hide what the request is", async () => {
  const service = createMockService();
  const address = `${service.addresses.campaignBaseUrl}/v1/campaigns/${known(service).campaign.id}/prospects-zap`;
  const hiding = { operation: "createCall", method: "GET", path: "/", organizationId: "org_none" };
  await ask(service, `POST ${address}`, { body: { name: "Ravi", phone: "1", ...hiding } });
  const [entry] = service.journal.entries();
  const { operation, method, path, organizationId } = entry ?? {};
  expect(service.journal.find({ operation, method, path, organizationId })).toEqual([entry]);
  expect(service.journal.count({ operation: "createCall" })).toBe(0);
});

test("a prospect's memberId is a field of its own, and names no agent", async () => {
  const service = createMockService();
  const { agent, campaign } = known(service);
  const address = `${service.addresses.campaignBaseUrl}/v1/campaigns/${campaign.id}/prospects-zap`;
  await ask(service, `POST ${address}`, { body: { name: "Ravi", phone: "1", memberId: agent.email } });
  const counts = [agent.id, agent.email].map((memberId) => service.journal.count({ memberId }));
  expect(counts).toEqual([0, 1]);
});
