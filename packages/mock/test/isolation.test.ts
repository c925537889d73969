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

test("the same requests of two organizations give each its own analyses and lengths", async () => {
  const service = createMockService({ keys, progression: { mode: "immediate" } });
  const lengths = await Promise.all(
    Object.keys(keys).map(async (key) => {
      const { body } = await ask<{ data: Fields[] }>(service, "GET /categories", { key });
      const call = {
        memberId: "asha.verma@example.com",
        categoryId: body.data[0]?.id,
        audio_url: "https://recordings.example.com/a.wav",
      };
      const { callId } = (await ask(service, "POST /calls", { key, body: call })).body.data;
      return (await ask(service, `GET /calls/${callId}/analysis`, { key })).body.data;
    }),
  );
  expect(lengths[0]?.analysis).not.toEqual(lengths[1]?.analysis);
  expect(lengths[0]?.callId).not.toBe(lengths[1]?.callId);
});

test("a rule for one organization leaves the other alone", async () => {
  const service = createMockService({ keys });
  const [north] = service.db.organizations.list();
  service.engine.when({ organizationId: north?.id }).fail("North only.");
  const reasons = await Promise.all(
    Object.keys(keys).map(async (key) => {
      const { body } = await ask<{ data: Fields[] }>(service, "GET /categories", { key });
      const call = {
        memberId: "asha.verma@example.com",
        categoryId: body.data[0]?.id,
        audio_url: "https://a.test/b.wav",
      };
      const { callId } = (await ask(service, "POST /calls", { key, body: call })).body.data;
      return service.engine.inspect(String(callId)).failureReason;
    }),
  );
  expect(reasons).toEqual(["North only.", null]);
});
