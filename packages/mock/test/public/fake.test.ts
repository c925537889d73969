/** The fake in this process: state, rules, clock, journal, determinism. */
import type { MockServiceOptions } from "@call-analysis/mock";
import * as mockPackage from "@call-analysis/mock";
import * as sdkPackage from "@call-analysis/sdk";
import { describe, expect, test } from "vitest";
import { failureOf, startFake } from "../../../sdk/test/public/support/fake.ts";

const startAt = "2026-01-31T10:00:00Z";

/** What a flow through a new fake comes to: ids and the whole analysis. */
async function flowOf(options: MockServiceOptions) {
  const { sdk, input } = startFake(options);
  const call = await sdk.calls.analyzeFile({ ...input(), udfs: { crm: 7 }, date: "2026-01-30" });
  return { agents: await sdk.agents.list(), categories: await sdk.categories.list(), call };
}

test("the same seed gives the same ids and analyses, and another seed gives others", async () => {
  const options = { seed: 7, clock: { startAt } };
  const [first, second, other] = [await flowOf(options), await flowOf(options), await flowOf({ ...options, seed: 8 })];
  expect(second).toEqual(first);
  expect(other.call.callId).not.toBe(first.call.callId);
  expect(other.agents[0]?.id).not.toBe(first.agents[0]?.id);
});

test("a reset returns to the scenario, forgets everything else, and gives the same ids again", async () => {
  const fake = startFake({ clock: { startAt } });
  const { service, sdk, input } = fake;
  const created = async () => (await sdk.calls.submitFile(input())).callId;
  const first = await created();
  service.faults.inject({ operation: "listAgents", status: 500 });
  service.engine.when({}).stall();
  const gate = service.hold("listCategories");
  const held = failureOf(
    sdk.categories.list({ retry: false, timeoutMs: 1_000 }).then(() => Promise.reject("released")),
  );
  await gate.reached();
  service.use("getCategory", () => new Response(null, { status: 410 }));
  service.clock.advance(5_000);
  service.reset();
  await held;
  expect([service.db.calls.list(), service.rules.list()]).toEqual([[], []]);
  expect(service.journal.count({ operation: "createCall" })).toBe(0);
  expect(await created()).toBe(first);
  expect(await sdk.agents.list()).toHaveLength(4);
  expect(await sdk.categories.get(fake.categoryId)).toMatchObject({ id: fake.categoryId });
  expect((await sdk.calls.waitForAnalysis(first)).status).toBe("completed");
  expect(new Date(service.clock.now()).toISOString()).toBe(new Date(startAt).toISOString());
});

test("a snapshot is versioned JSON without keys, a deep copy, and restores everything on another service", async () => {
  const { service, sdk, input } = startFake({ keys: { "a-very-secret-key": "org" } });
  const { callId, metadata } = await sdk.calls.analyzeFile({ ...input(), udfs: JSON.parse('{"__proto__":{"a":1}}') });
  const text = JSON.stringify(service.snapshot());
  const snapshot = JSON.parse(text);
  expect(snapshot).toMatchObject({ version: 1, organizations: [{ id: expect.any(String), calls: [{ id: callId }] }] });
  expect(text).not.toContain("a-very-secret-key");
  service.snapshot().organizations.length = 0;
  const other = mockPackage.createMockService({ seed: 5, keys: { "a-very-secret-key": "org" } });
  other.restore(snapshot);
  const reader = new sdkPackage.CallAnalysis({ ...other.clientOptions({ fast: true }), fetch: other.fetch });
  const restored = await reader.calls.getAnalysis(callId);
  expect(restored).toEqual(await sdk.calls.getAnalysis(callId));
  expect(Object.keys(restored.metadata?.udfs ?? {})).toEqual(["__proto__"]);
  expect((await other.fetch(metadata?.audioUrl ?? "")).status).toBe(200);
  expect(JSON.stringify(other.snapshot().organizations)).toBe(JSON.stringify(service.snapshot().organizations));
});

test("an invalid snapshot is refused, and changes nothing", () => {
  const { service } = startFake({ clock: { startAt } });
  const before = JSON.stringify(service.snapshot());
  expect(() => service.restore({ version: 1 } as never)).toThrow();
  expect(JSON.stringify(service.snapshot())).toBe(before);
});

test("organizations are apart: their data, their ids, and what their keys may read", async () => {
  const { service } = startFake({ keys: { "key-north": "North", "key-south": "South" } });
  const clientOf = (apiKey: string) =>
    new sdkPackage.CallAnalysis({ ...service.clientOptions({ apiKey, fast: true }), fetch: service.fetch });
  const [north, south] = [clientOf("key-north"), clientOf("key-south")];
  const [northern, southern] = [await north.agents.list(), await south.agents.list()];
  expect(northern.filter(({ id }) => southern.some((agent) => agent.id === id))).toEqual([]);
  const [category] = await north.categories.list();
  const memberId = northern[0]?.id ?? "";
  const audio_url = "https://recordings.example.com/a.wav";
  const { callId } = await north.calls.create({ memberId, categoryId: category?.id ?? "", audio_url });
  for (const foreign of [
    south.calls.getAnalysis(callId),
    south.categories.get(category?.id ?? ""),
    south.agents.update(memberId, { name: "x" }),
    south.agents.delete(memberId),
    south.calls.create({ memberId, categoryId: category?.id ?? "", audio_url }),
  ]) {
    expect(sdkPackage.NotFoundError.is(await failureOf(foreign))).toBe(true);
  }
  await north.calls.waitForAnalysis(callId);
  const wrongKey = clientOf("key-north").withOptions({ apiKey: "no-such-key" });
  expect(sdkPackage.AuthenticationError.is(await failureOf(wrongKey.agents.list()))).toBe(true);
});

describe("a call goes on", () => {
  const statuses = async (options: MockServiceOptions, advanceMs: number, polls: number) => {
    const { service, sdk, input } = startFake({ clock: { startAt }, ...options });
    const { callId } = await sdk.calls.submitFile(input());
    const seen: string[] = [];
    for (let poll = 0; poll < polls; poll += 1) {
      seen.push((await sdk.calls.getAnalysis(callId)).status);
      service.clock.advance(advanceMs);
    }
    return seen.join(" ");
  };

  test("by polls", async () => {
    const options: MockServiceOptions = { progression: { mode: "polls", processing: 2, pending: 1 } };
    expect(await statuses(options, 0, 5)).toBe("processing processing pending completed completed");
  });

  test("by time", async () => {
    const options: MockServiceOptions = { progression: { mode: "time", processingMs: 2_000, pendingMs: 1_000 } };
    expect(await statuses(options, 1_000, 5)).toBe("processing processing pending completed completed");
  });

  test("at once", async () => {
    expect(await statuses({ progression: { mode: "immediate" } }, 0, 1)).toBe("completed");
  });

  test("when the test says so", async () => {
    expect(await statuses({ progression: { mode: "manual" } }, 1_000, 3)).toBe("processing processing processing");
  });
});

test("before its end a call has no analysis, and its end stays as it was", async () => {
  const { service, sdk, input } = startFake({ progression: { mode: "manual" } });
  const { callId } = await sdk.calls.submitFile(input());
  expect(await sdk.calls.getAnalysis(callId)).toMatchObject({ status: "processing", analysis: null });
  service.engine.complete(callId, { score: 82 });
  const ended = await sdk.calls.getAnalysis(callId);
  expect(ended).toMatchObject({ status: "completed", analysis: { score: 82 } });
  expect(() => service.engine.fail(callId)).toThrow(/has ended already: it is completed/);
  expect(await sdk.calls.getAnalysis(callId)).toEqual(ended);
  expect(service.engine.inspect(callId)).toMatchObject({ status: "completed" });
});

test("a rule decides about the calls that match it, the latest first, and keeps what it was given", async () => {
  const { service, sdk, input, categoryId } = startFake();
  const { possibleOutcomes } = await sdk.categories.get(categoryId);
  const outcomeLabel = possibleOutcomes.at(-1)?.label ?? "";
  service.engine.when({ udfs: { vip: true } }).complete({ score: 20 });
  service.engine.when({ udfs: { vip: true } }).complete({ score: 95 });
  service.engine.when({ filename: "labelled.wav" }).complete({ outcomeLabel });
  service.engine.when({ filename: "late.wav" }).complete({ score: 10 }).afterPolls(4);
  const vip = await sdk.calls.analyzeFile({ ...input(), udfs: { vip: true, other: 1 } });
  expect(vip.analysis.score).toBe(95);
  const { sections } = vip.analysis;
  const total = (name: "score" | "totalScore") => sections.reduce((sum, section) => sum + section[name], 0);
  expect((100 * total("score")) / total("totalScore")).toBeCloseTo(95, 0);
  expect((await sdk.calls.analyzeFile(input("labelled.wav"))).analysis.outcomeLabel).toBe(outcomeLabel);
  service.journal.clear();
  expect((await sdk.calls.analyzeFile(input("late.wav"))).analysis.score).toBe(10);
  expect(service.journal.count({ operation: "getCallAnalysis" })).toBe(5);
});

test("settle ends every call that has not ended", async () => {
  const { service, sdk, input } = startFake({ progression: { mode: "manual" } });
  const ids = [await sdk.calls.submitFile(input("a.wav")), await sdk.calls.submitFile(input("b.wav"))];
  service.engine.settle();
  for (const { callId } of ids) expect((await sdk.calls.getAnalysis(callId)).status).toBe("completed");
});

test("udfs decide how a call ends, come back as they were, and do nothing when magic inputs are off", async () => {
  const udfs = { "mock:score": 82, "mock:status": "failed" };
  const { sdk, input, categoryId } = startFake({ progression: { mode: "immediate" } });
  const { possibleOutcomes } = await sdk.categories.get(categoryId);
  const label = possibleOutcomes[0]?.label;
  const endOf = async (client: typeof sdk, udfs: Record<string, unknown>) =>
    client.calls.getAnalysis((await client.calls.submitFile({ ...input(), udfs })).callId);
  expect((await endOf(sdk, { "mock:score": 82 })).analysis?.score).toBe(82);
  expect((await endOf(sdk, { "mock:outcome": label })).analysis?.outcomeLabel).toBe(label);
  expect(await endOf(sdk, udfs)).toMatchObject({ status: "failed", metadata: { udfs } });
  expect((await endOf(sdk, { "mock:stall": true })).status).not.toBe("completed");
});

test("what the service refuses has its status, which policies change", async () => {
  const refusals = async (options: MockServiceOptions) => {
    const { sdk, service, memberId, categoryId } = startFake(options);
    const [agent] = await sdk.agents.list();
    const call = { memberId, categoryId, audio_url: "https://recordings.example.com/a.wav" };
    const { baseUrl, apiKey } = service.clientOptions();
    const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
    // The client refuses such dates itself.
    const statusOfDate = async (date: string) => {
      const init = { method: "POST", headers, body: JSON.stringify({ ...call, date }) };
      return (await service.fetch(`${baseUrl}/calls`, init)).status;
    };
    const work = [
      sdk.agents.create({ name: "A", email: agent?.email ?? "" }),
      sdk.agents.create({ name: "", email: "a@example.com" }),
      sdk.calls.create({ ...call, memberId: "nobody" }),
      sdk.calls.create({ ...call, categoryId: "none" }),
      sdk.calls.getAnalysis("call_none"),
    ];
    const statuses = work.map(async (request) => (await failureOf(request)).status);
    return Promise.all([...statuses, statusOfDate("2026-02-30"), statusOfDate("31.01.2026")]);
  };
  expect(await refusals({})).toEqual([409, 400, 404, 404, 404, 400, 400]);
  const policies = { emailInUseStatus: 422, invalidInputStatus: 422, unknownReferenceStatus: 400 } as const;
  expect(await refusals({ policies })).toEqual([422, 422, 400, 400, 404, 422, 422]);
});

test.each([
  ["2026-01-31", "2026-01-31T03:30:00.000Z"],
  ["2026/01/31", "2026-01-31T03:30:00.000Z"],
  ["31-01-2026", "2026-01-31T03:30:00.000Z"],
  ["31/01/2026 10:00", "2026-01-31T04:30:00.000Z"],
  ["2026-01-31T10:00:00Z", "2026-01-31T10:00:00.000Z"],
])("the date %s is stored as %s", async (date, createdAt) => {
  const { sdk, input } = startFake();
  expect((await sdk.calls.analyzeFile({ ...input(), date })).metadata).toMatchObject({
    createdAt,
    updatedAt: createdAt,
  });
});

test("a deleted agent is no member, and an agent is also found by e-mail", async () => {
  const { sdk, input, memberId } = startFake();
  const [agent] = await sdk.agents.list();
  await sdk.calls.submitFile({ ...input(), memberId: agent?.email ?? "" });
  await sdk.agents.delete(memberId);
  expect(sdkPackage.NotFoundError.is(await failureOf(sdk.calls.submitFile(input())))).toBe(true);
});

test("a call of a recording that was never uploaded fails, and so does one that is empty", async () => {
  const { service, sdk, memberId, categoryId } = startFake();
  const { publicUrl } = await sdk.calls.createUploadUrl({ filename: "a.wav", contentType: "audio/wav" });
  expect((await service.fetch(publicUrl)).status).toBe(404);
  const error = await failureOf(sdk.calls.analyzeUrl({ audio_url: publicUrl, memberId, categoryId }));
  expect(sdkPackage.AnalysisFailedError.is(error)).toBe(true);
});

test("a signed address takes one media type, is valid for 15 minutes, and is bound to its key", async () => {
  const { service, sdk } = startFake({ clock: { startAt } });
  const grant = await sdk.calls.createUploadUrl({ filename: "a.wav", contentType: "audio/wav" });
  const put = async (address: string, type = "audio/wav") =>
    (await service.fetch(address, { method: "PUT", body: "RIFF....WAVE", headers: { "content-type": type } })).status;
  const signed = new URL(grant.presignedUrl);
  expect(await put(grant.presignedUrl, "audio/mpeg")).toBe(403);
  expect(await put(`${signed.origin}${signed.pathname}`)).toBe(403);
  expect(await put(`${signed.origin}${signed.pathname}x${signed.search}`)).toBe(403);
  expect(await put(grant.presignedUrl)).toBe(200);
  expect(await (await service.fetch(grant.publicUrl)).text()).toBe("RIFF....WAVE");
  service.clock.advance(15 * 60_000 + 1_000);
  expect(await put(grant.presignedUrl)).toBe(403);
});

test("unknown options, matches and faults are refused by a TypeError", () => {
  const { service } = startFake();
  const wrong: (() => unknown)[] = [
    () => mockPackage.createMockService({ sed: 4 } as never),
    () => mockPackage.createMockService({ policies: { failedState: "x" } as never }),
    () => service.engine.when({ filname: "a.wav" } as never),
    () => service.faults.inject({ operation: "listAgents", statsu: 500 } as never),
    () => service.faults.inject({ operation: "createCall", status: 500, match: { member: "x" } as never }),
    () => service.hold("createCall", { memberid: "x" } as never),
    () => service.journal.find({ operatoin: "createCall" } as never),
  ];
  for (const attempt of wrong) expect(attempt).toThrow(TypeError);
});

test("a strict service refuses unknown keys and bodies without their media type, and others take them", async () => {
  const ask = async (strict: boolean, body: object, headers: Record<string, string>) => {
    const { service } = startFake({ strict });
    const options = { method: "POST", headers: { authorization: "Bearer test-key", ...headers } };
    const bytes = new TextEncoder().encode(JSON.stringify(body));
    return (await service.fetch("https://api.call-analysis.test/v1/agents", { ...options, body: bytes })).status;
  };
  const agent = { name: "A", email: "a@example.com" };
  const json = { "content-type": "application/json" };
  for (const [strict, more, none] of [
    [false, 201, 201],
    [true, 400, 400],
  ] as const) {
    expect(await ask(strict, { ...agent, role: "x" }, json)).toBe(more);
    expect([await ask(strict, agent, {}), await ask(strict, agent, json)]).toEqual([
      strict ? expect.any(Number) : none,
      201,
    ]);
    if (strict) expect(await ask(strict, agent, {})).toBeGreaterThanOrEqual(none);
  }
});

test("rows can be seeded, and tables can be read and changed", async () => {
  const { service, sdk } = startFake({ scenario: "empty" });
  expect(await sdk.agents.list()).toEqual([]);
  service.seed({
    agents: [{ id: "mem_1", name: "Asha", email: "asha@example.com" }],
    categories: [{ name: "Support" }],
  });
  expect(await sdk.agents.list()).toMatchObject([{ id: "mem_1", name: "Asha" }]);
  service.db.agents.update("mem_1", { name: "Asha Verma" });
  expect(service.db.agents.get("mem_1")?.name).toBe("Asha Verma");
  service.db.agents.delete("mem_1");
  expect(await sdk.agents.list()).toEqual([]);
  expect(() => service.seed({ agents: [{ nam: "x" } as never] })).toThrow();
});
