import { expect } from "vitest";
import { ask, type Fields } from "../support/ask.js";
import { known } from "../support/flow.js";
import { createMockService, test } from "../support/specification.js";

/** Adds a prospect, and gives what came back and what is kept. */
async function add(body: unknown) {
  const service = createMockService();
  const { campaignBaseUrl } = service.addresses;
  const address = `${campaignBaseUrl}/v1/campaigns/${known(service).campaign.id}/prospects-zap`;
  const reply = await ask<{ detail: Fields[] }>(service, `POST ${address}`, { body });
  return { reply, kept: service.db.prospects.list().map(({ fields }) => fields) };
}

test("section 2, Prospect: `name` is a string", async () => {
  expect((await add({ name: "Ravi Kumar", phone: "+919812345678" })).kept).toMatchObject([{ name: "Ravi Kumar" }]);
  expect((await add({ name: 7, phone: "+919812345678" })).reply.body.detail).toMatchObject([{ loc: ["body", "name"] }]);
});

test("section 2, Prospect: `phone` is a string", async () => {
  expect((await add({ name: "Ravi Kumar", phone: "+919812345678" })).kept).toMatchObject([{ phone: "+919812345678" }]);
  expect((await add({ name: "Ravi Kumar", phone: 91 })).reply.body.detail).toMatchObject([{ loc: ["body", "phone"] }]);
});

test("section 2, Prospect: `additional keys` of any type are taken and kept", async () => {
  const text =
    '{"name":"Ravi Kumar","phone":"+919812345678","city":"Pune","tags":[1,{"a":null}],"__proto__":{"b":true}}';
  const { reply, kept } = await add(text);
  expect(reply.status).toBe(200);
  expect(JSON.stringify(kept[0])).toBe(text);
});
