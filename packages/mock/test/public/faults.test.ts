/** Faults, gates, overrides and the journal of the fake in this process. */
import { expect, test } from "vitest";
import { failureOf, startFake } from "../../../sdk/test/public/support/fake.ts";

const quietly = { retry: false } as const;

test("a fault applies to what it matches, so often as it says, after what it skips", async () => {
  const { service, sdk } = startFake();
  const id = service.faults.inject({ operation: "listAgents", status: 503, skip: 1, times: 2 });
  const outcomes: (string | number)[] = [];
  for (let request = 0; request < 5; request += 1) {
    await sdk.agents.list(quietly).then(
      () => outcomes.push("ok"),
      (error) => outcomes.push(Reflect.get(Object(error), "status")),
    );
  }
  expect(outcomes).toEqual(["ok", 503, 503, "ok", "ok"]);
  expect(await sdk.categories.list(quietly)).toHaveLength(3);
  expect(service.rules.remove(id)).toBe(false);
});

test("a sequence applies in order, once, and then requests pass", async () => {
  const { service, sdk } = startFake();
  service.faults.inject({
    operation: "listAgents",
    sequence: [{ status: 503 }, "pass", { status: 429, retryAfter: 0 }],
  });
  const seen: unknown[] = [];
  for (let request = 0; request < 4; request += 1)
    seen.push(Reflect.get(Object(await sdk.agents.list(quietly).catch((error) => error)), "status"));
  expect(seen).toEqual([503, undefined, 429, undefined]);
});

test("faults can be listed, removed and cleared, and the latest one that matches applies", async () => {
  const { service, sdk } = startFake();
  service.faults.inject({ operation: "listAgents", status: 500 });
  const latest = service.faults.inject({ operation: "listAgents", status: 418 });
  expect((await failureOf(sdk.agents.list(quietly))).status).toBe(418);
  expect(service.rules.list().map(({ then }) => then)).toEqual([
    { respond: { status: 418 } },
    { respond: { status: 500 } },
  ]);
  expect(service.rules.remove(latest)).toBe(true);
  expect((await failureOf(sdk.agents.list(quietly))).status).toBe(500);
  service.faults.clear();
  expect(await sdk.agents.list(quietly)).toHaveLength(4);
});

test("a probability is drawn from the seed: the same requests fail each time", async () => {
  const drawn = async (seed: number) => {
    const { service, sdk } = startFake({ seed });
    service.faults.inject({ operation: "listAgents", status: 503, probability: 0.5 });
    const seen: boolean[] = [];
    for (let request = 0; request < 30; request += 1) {
      seen.push(
        await sdk.agents.list(quietly).then(
          () => true,
          () => false,
        ),
      );
    }
    return seen;
  };
  const first = await drawn(1);
  expect(await drawn(1)).toEqual(first);
  expect(new Set(first)).toEqual(new Set([true, false]));
  expect(await drawn(2)).not.toEqual(first);
});

test("a fault after the work leaves the work done, and one before it does not", async () => {
  const { service, sdk } = startFake();
  const create = (email: string) => failureOf(sdk.agents.create({ name: "A", email }, quietly));
  service.faults.inject({ operation: "createAgent", network: "reset", times: 1 });
  await create("before@example.com");
  service.faults.inject({ operation: "createAgent", network: "reset", when: "after", times: 1 });
  await create("after@example.com");
  const emails = service.db.agents.list().map(({ email }) => email);
  expect(emails).not.toContain("before@example.com");
  expect(emails).toContain("after@example.com");
});

test("an upload that is cut leaves no recording, and the second attempt stores it whole", async () => {
  const { service, sdk, input } = startFake();
  service.faults.inject({ upload: { cutAfterBytes: 100 }, times: 1 });
  const { recording } = await sdk.calls.submitFile(input());
  expect([recording?.sizeBytes, service.journal.count({ operation: "uploadRecording" })]).toEqual([2_000, 2]);
  const stored = service.db.uploads.list().flatMap(({ recording }) => recording ?? []);
  expect(stored).toMatchObject([{ sizeBytes: 2_000 }]);
});

test("a service's network faults are TypeErrors of its fetch", async () => {
  const { service } = startFake();
  const ask = () => service.fetch("https://api.call-analysis.test/v1/agents");
  for (const network of ["error", "reset"] as const) {
    service.faults.inject({ operation: "listAgents", network, times: 1 });
    expect(await failureOf(ask())).toBeInstanceOf(TypeError);
  }
  expect((await ask()).status).toBe(401);
});

test("all rules are one list, the newest first, and can be changed, switched off and removed", async () => {
  const { service, sdk } = startFake();
  const { rules } = service;
  const [first = "", second = "", third = ""] = [410, 418, 503].map((status) =>
    service.faults.inject({ operation: "listAgents", status }),
  );
  const ids = () => rules.list().map(({ id }) => id);
  const status = async () => (await failureOf(sdk.agents.list(quietly))).status;
  expect([ids(), await status()]).toEqual([[third, second, first], 503]);
  rules.disable(third);
  expect([ids(), await status()]).toEqual([[third, second, first], 418]);
  rules.update(second, { when: { operation: "listCategories" } });
  expect(await status()).toBe(410);
  rules.enable(third);
  expect(await status()).toBe(503);
  expect([rules.remove(third), rules.remove(third), ids()]).toEqual([true, false, [second, first]]);
  rules.clear();
  expect(await sdk.agents.list(quietly)).toHaveLength(4);
});

test("a gate holds what matches until it is released, and the service has done nothing before", async () => {
  const { service, sdk, input, calls } = startFake();
  const gate = service.hold("createCall", { udfs: { crm: 7 } });
  await sdk.calls.submitFile(input());
  const held = [1, 2].map((other) => sdk.calls.submitFile({ ...input(), udfs: { crm: 7, other } }));
  await gate.reached();
  await expect.poll(() => gate.held).toBe(2);
  expect(calls()).toBe(1);
  gate.release();
  await Promise.all(held);
  expect(calls()).toBe(3);
  await sdk.calls.submitFile({ ...input(), udfs: { crm: 7 } });
});

test("an override answers in the test's way, so often as it says, and to the letter", async () => {
  const { service, sdk } = startFake();
  service.use("listAgents", () => ({ data: [] }), { times: 1 });
  service.use("getCategory", ({ params }) =>
    params.categoryId === "gone" ? new Response(null, { status: 410 }) : undefined,
  );
  expect([(await sdk.agents.list()).length, (await sdk.agents.list()).length]).toEqual([0, 4]);
  expect((await failureOf(sdk.categories.get("gone", quietly))).status).toBe(410);
  expect((await failureOf(sdk.categories.get("other", quietly))).status).toBe(404);
  service.use("listCategories", () => ({ data: [{ id: 7 }] }) as never);
  expect(await sdk.categories.list(quietly)).toEqual([{ id: 7 }]);
});

test("the journal tells what was asked and answered, with bodies, and finds and counts it", async () => {
  const { service, sdk, input, memberId } = startFake();
  const awaited = service.journal.waitFor({ operation: "createCall", udfs: { crm: 7 } });
  await sdk.calls.analyzeFile({ ...input(), udfs: { crm: 7 } });
  const entry = await awaited;
  expect(entry).toMatchObject({
    operation: "createCall",
    method: "POST",
    path: "/v1/calls",
    status: 202,
    request: { content: { memberId, udfs: { crm: 7 } } },
    response: { content: { data: { status: "processing" } } },
  });
  expect(service.journal.find({ operation: "createCall", memberId })).toEqual([entry]);
  expect(service.journal.count({ operation: "createCall", status: 400 })).toBe(0);
  expect(service.journal.count({ operation: "uploadRecording", filename: "call.wav" })).toBe(1);
  service.journal.clear();
  expect(service.journal.entries()).toEqual([]);
});

test("the journal names the rules that applied to each request", async () => {
  const { service, sdk, input } = startFake();
  const busy = service.faults.inject({ operation: "createUploadUrl", status: 503, times: 1 });
  const gate = service.hold("listAgents");
  service.use("listCategories", () => ({ data: [] }));
  service.engine.when({}).complete({ score: 95 });
  const [end, override] = service.rules.list().map(({ id }) => id);
  const held = sdk.agents.list();
  await gate.reached();
  gate.release();
  await held;
  await sdk.categories.list();
  await sdk.calls.analyzeFile(input());
  const applied = service.journal.entries().map(({ operation, rules }) => [operation, ...rules]);
  expect(applied.filter(([operation]) => operation !== "getCallAnalysis")).toEqual([
    ["listAgents", gate.id],
    ["listCategories", override],
    ["createUploadUrl", busy],
    ["createUploadUrl"],
    ["uploadRecording"],
    ["createCall", end],
  ]);
});

test("a rate limit of the service answers with 429 and Retry-After, for each organization alone", async () => {
  const keys = { "key-north": "North", "key-south": "South" };
  const rateLimit = { limit: 2, windowMs: 10_000 };
  const { service, sdk } = startFake({ keys, clock: { startAt: "2026-01-01T00:00:00Z" }, policies: { rateLimit } });
  const south = sdk.withOptions({ apiKey: "key-south" });
  for (const _ of [1, 2]) await sdk.agents.list(quietly);
  const error = await failureOf(sdk.categories.list(quietly));
  expect(error).toMatchObject({ name: "RateLimitError", status: 429 });
  expect(error.retryAfterMs).toBeGreaterThan(0);
  expect(await south.agents.list(quietly)).toHaveLength(4);
  service.clock.advance(10_000);
  expect(
    (
      await service.fetch("https://api.call-analysis.test/v1/agents", {
        headers: { authorization: "Bearer key-north" },
      })
    ).status,
  ).toBe(200);
});
