import { expect, test } from "vitest";
import { createMockService } from "../../src/index.js";
import { ask, type Fields } from "../support/ask.js";

const agent = { id: "mem_1", name: "Asha", email: "asha@seeded.example" };

test("times of seeded rows are given back in UTC; those in UTC stay as they are", async () => {
  const service = createMockService({ scenario: "empty" });
  service.seed({
    agents: [
      { ...agent, createdAt: "2026-01-01T00:00:00+05:30" },
      { ...agent, id: "mem_2", email: "dev@seeded.example", createdAt: "2026-01-01T00:00:00Z" },
    ],
    categories: [
      { id: "cat_1", name: "Support", createdAt: "2026-01-01T00:00:00+05:30", updatedAt: "2026-01-02T00:00:00-01:00" },
    ],
  });
  const agents = (await ask<{ data: Fields[] }>(service, "GET /agents")).body.data;
  expect(agents.map(({ createdAt }) => createdAt)).toEqual(["2025-12-31T18:30:00.000Z", "2026-01-01T00:00:00Z"]);
  expect((await ask(service, "GET /categories/cat_1")).body.data).toMatchObject({
    createdAt: "2025-12-31T18:30:00.000Z",
    updatedAt: "2026-01-02T01:00:00.000Z",
  });
});

test("a time that is outside of four-digit years in UTC is refused", () => {
  const { seed } = createMockService();
  expect(() => seed({ agents: [{ ...agent, createdAt: "9999-12-31T23:59:59-12:00" }] })).toThrow(/years 0 to 9999/);
});

test.each(["", "asha.png", " https://images.example.com/asha.png"])(
  "the image %j is no address, and refused",
  (image) => {
    expect(() => createMockService().seed({ agents: [{ ...agent, image }] })).toThrow(/image: must be an address/);
  },
);
