import { expect, test } from "vitest";
import { createMockService } from "../../src/index.js";
import { ask } from "../support/ask.js";
import { grant, known, put } from "../support/flow.js";

const limited = (limit: number, windowMs = 60_000) =>
  createMockService({
    clock: { startAt: "2026-01-31T10:00:00Z" },
    keys: { "key-north": "North", "key-south": "South" },
    policies: { rateLimit: { limit, windowMs } },
  });

const list = (service: ReturnType<typeof limited>, key = "key-north") => ask(service, "GET /agents", { key });

test.each([
  ["each organization has its own", ["key-north", "key-north", "key-south"], [200, 429, 200]],
  ["requests without a known key count for nobody, and get 401", ["wrong", "wrong", "key-north"], [401, 401, 200]],
])("of a limit of one request, %s", async (_, keys, statuses) => {
  const service = limited(1);
  const got: number[] = [];
  for (const key of keys) got.push((await list(service, key)).status);
  expect(got).toEqual(statuses);
});

test("uploads are not counted, for they carry no key", async () => {
  const service = createMockService({ policies: { rateLimit: { limit: 1, windowMs: 60_000 } } });
  const { presignedUrl } = await grant(service);
  expect((await put(service, presignedUrl)).status).toBe(200);
});

test("the campaign interface is counted, and its errors have its own form", async () => {
  const service = createMockService({ policies: { rateLimit: { limit: 0, windowMs: 1_000 } } });
  const { campaignBaseUrl } = service.addresses;
  const address = `${campaignBaseUrl}/v1/campaigns/${known(service).campaign.id}/prospects-zap`;
  const reply = await ask<object>(service, `POST ${address}`, { body: { name: "R", phone: "1" } });
  expect([reply.status, reply.body]).toEqual([429, { detail: "Too many requests. Try again in 1 seconds." }]);
});

test.each<[what: string, act: (service: ReturnType<typeof limited>) => void]>([
  [
    "a snapshot of an earlier time",
    (service) => service.restore({ ...service.snapshot(), clock: { nowMs: 0, offsetMs: null } }),
  ],
  ["a reset", (service) => service.reset()],
])("%s begins a new window", async (_, act) => {
  const service = limited(1);
  await list(service);
  act(service);
  expect((await list(service)).status).toBe(200);
});

test("a request that fails by a fault before it is processed does not count", async () => {
  const service = limited(1);
  service.faults.inject({ sequence: [{ status: 503 }] });
  await list(service);
  expect((await list(service)).status).toBe(200);
});

test("the next window begins when one is over, and not a millisecond before", async () => {
  const service = limited(1, 1_000);
  await list(service);
  service.clock.advance(999);
  expect((await list(service)).status).toBe(429);
  service.clock.advance(1);
  expect((await list(service)).status).toBe(200);
});
