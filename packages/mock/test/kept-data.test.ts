import { expect, test } from "vitest";
import { createMockService, type MockService } from "../src/index.js";
import { ask, type Fields } from "./support/ask.js";
import { known } from "./support/flow.js";

/** Adds a prospect to the demo's campaign, and gives what came back and what is kept. */
async function addProspect(service: MockService, body: unknown) {
  const address = `${service.addresses.campaignBaseUrl}/v1/campaigns/${known(service).campaign.id}/prospects-zap`;
  const reply = await ask<Fields>(service, `POST ${address}`, { body });
  return { reply, kept: service.db.prospects.list().map(({ fields }) => fields) };
}

test("a category that changes is answered as it is now, in the list and by itself", async () => {
  const service = createMockService();
  const { id } = known(service).category;
  await ask(service, "GET /categories");
  await ask(service, `GET /categories/${id}`);
  service.db.categories.update(id, { name: "Renamed" });
  const list = await ask<{ data: Fields[] }>(service, "GET /categories");
  expect(list.body.data[0]?.name).toBe("Renamed");
  expect((await ask(service, `GET /categories/${id}`)).body.data.name).toBe("Renamed");
});

test("a prospect is kept with keys of any type, in their order", async () => {
  const text =
    '{"name":"Ravi Kumar","phone":"+919812345678","city":"Pune","tags":[1,{"a":null}],"__proto__":{"b":true}}';
  const { reply, kept } = await addProspect(createMockService(), text);
  expect(reply.status).toBe(200);
  expect(JSON.stringify(kept[0])).toBe(text);
});
