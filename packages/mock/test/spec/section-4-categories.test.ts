import { expect } from "vitest";
import { contractForm } from "../../src/engine/configuration.js";
import { ask, type Fields } from "../support/ask.js";
import { known } from "../support/flow.js";
import { createMockService, test } from "../support/specification.js";

test("section 4, Categories: `GET /categories` answers 200 with the organization's categories", async () => {
  const reply = await ask<{ data: Fields[] }>(createMockService(), "GET /categories");
  expect(reply.status).toBe(200);
  expect(reply.body.data).toHaveLength(3);
});

test("section 4, Categories: `GET /categories/{categoryId}` answers 200 with the complete configuration", async () => {
  const service = createMockService();
  const { organizationId, ...category } = known(service).category;
  const detail = contractForm(category);
  const reply = await ask(service, `GET /categories/${detail.id}`);
  expect(reply.status).toBe(200);
  expect(reply.body.data).toEqual(detail);
  expect(JSON.stringify(reply.body)).not.toContain(organizationId);
});

test("section 4, Categories: `GET /categories/{categoryId}` answers 404 for an id that is not there", async () => {
  expect((await ask(createMockService(), "GET /categories/cat_nowhere")).status).toBe(404);
});

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
