import { expect, test } from "vitest";
import { createMockService } from "../src/index.js";
import { ask, type Fields } from "./support/ask.js";

const keys = { "key-north": "North", "key-south": "South" };
const paths = ["/agents", "/categories"] as const;

/** The ids that a key's lists have. */
async function idsOf(service: ReturnType<typeof createMockService>, key: string): Promise<unknown[]> {
  const lists = await Promise.all(paths.map((path) => ask<{ data: Fields[] }>(service, `GET ${path}`, { key })));
  return lists.flatMap(({ body }) => body.data.map(({ id }) => id));
}

test("two organizations that start with the same scenario have no id in common", async () => {
  const service = createMockService({ keys });
  const north = await idsOf(service, "key-north");
  const south = await idsOf(service, "key-south");
  expect(north).toHaveLength(7);
  expect(north.filter((id) => south.includes(id))).toEqual([]);
});

/** Has each organization create a call of the same recording, by an agent whom both have, and gives their ids. */
function createdByEach(service: ReturnType<typeof createMockService>) {
  return Promise.all(
    Object.keys(keys).map(async (key) => {
      const { body } = await ask<{ data: Fields[] }>(service, "GET /categories", { key });
      const audio_url = "https://recordings.example.com/a.wav";
      const call = { memberId: "asha.verma@example.com", categoryId: body.data[0]?.id, audio_url };
      return String((await ask(service, "POST /calls", { key, body: call })).body.data.callId);
    }),
  );
}

test("the same requests of two organizations give each its own analyses", async () => {
  const service = createMockService({ keys, progression: { mode: "immediate" } });
  const [north = "", south = ""] = await createdByEach(service);
  expect(north).not.toBe(south);
  expect(service.engine.inspect(north).analysis).not.toEqual(service.engine.inspect(south).analysis);
});

test("a rule for one organization leaves the other alone", async () => {
  const service = createMockService({ keys });
  const [north] = service.db.organizations.list();
  service.engine.when({ organizationId: north?.id }).fail("North only.");
  const reasons = (await createdByEach(service)).map((callId) => service.engine.inspect(callId).failureReason);
  expect(reasons).toEqual(["North only.", null]);
});
