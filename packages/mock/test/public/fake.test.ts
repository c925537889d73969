/** The fake in this process: state, rules, clock, journal, determinism. */
import type { MockServiceOptions, Progression } from "@call-analysis/mock";
import * as mockPackage from "@call-analysis/mock";
import * as sdkPackage from "@call-analysis/sdk";
import { expect, test } from "vitest";
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

const byPolls: Progression = { mode: "polls", processing: 2, pending: 1 };
const byTime: Progression = { mode: "time", processingMs: 2_000, pendingMs: 1_000 };

test.each<[progression: Progression, advanceMs: number, statuses: string[]]>([
  [byPolls, 0, ["processing", "processing", "pending", "completed", "completed"]],
  [byTime, 1_000, ["processing", "processing", "pending", "completed", "completed"]],
  [{ mode: "immediate" }, 0, ["completed"]],
  [{ mode: "manual" }, 1_000, ["processing", "processing", "processing"]],
])("with the progression %j, and %d ms between two polls, a call is %j", async (progression, advanceMs, statuses) => {
  const { service, sdk, input } = startFake({ clock: { startAt }, progression });
  const { callId } = await sdk.calls.submitFile(input());
  const seen: string[] = [];
  for (const _ of statuses) {
    seen.push((await sdk.calls.getAnalysis(callId)).status);
    service.clock.advance(advanceMs);
  }
  expect(seen).toEqual(statuses);
});

test("a rule decides about the calls that match it, the latest first, and keeps what it was given", async () => {
  const { service, sdk, input, categoryId } = startFake();
  const { possibleOutcomes } = await sdk.categories.get(categoryId);
  const outcomeLabel = possibleOutcomes.at(-1)?.label ?? "";
  service.engine.when({ udfs: { vip: true } }).complete({ score: 20 });
  service.engine.when({ udfs: { vip: true } }).complete({ score: 95 });
  service.engine.when({ filename: "labelled.wav" }).complete({ outcomeLabel });
  const vip = await sdk.calls.analyzeFile({ ...input(), udfs: { vip: true, other: 1 } });
  expect(vip.analysis.score).toBe(95);
  const { sections } = vip.analysis;
  const total = (name: "score" | "totalScore") => sections.reduce((sum, section) => sum + section[name], 0);
  expect((100 * total("score")) / total("totalScore")).toBeCloseTo(95, 0);
  expect((await sdk.calls.analyzeFile(input("labelled.wav"))).analysis.outcomeLabel).toBe(outcomeLabel);
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
  expect((await failureOf(sdk.categories.get("gone", { retry: false }))).status).toBe(410);
  expect((await failureOf(sdk.categories.get("other", { retry: false }))).status).toBe(404);
  service.use("listCategories", () => ({ data: [{ id: 7 }] }) as never);
  expect(await sdk.categories.list()).toEqual([{ id: 7 }]);
});
