import { expect, test } from "vitest";
import { createMockService, type EngineRule, type PartialAnalysis } from "../../src/index.js";
import { ask } from "../support/ask.js";
import { createCall, grant, known, put, readAnalysis } from "../support/flow.js";

const startAt = "2026-01-31T10:00:00Z";

async function statuses(service: ReturnType<typeof createMockService>, callId: string, reads: number) {
  const seen: string[] = [];
  for (let read = 0; read < reads; read += 1) seen.push((await readAnalysis(service, callId)).status);
  return seen;
}

test("calls are matched by organization, category, member, address and the name of the uploaded file", async () => {
  const service = createMockService();
  const { agent, category, audio_url } = known(service);
  const { presignedUrl, publicUrl } = await grant(service);
  await put(service, presignedUrl);
  const [organization] = service.db.organizations.list();
  const calls = [
    [{ organizationId: organization?.id }, {}],
    [{ categoryId: category.id }, {}],
    [{ memberId: agent.id }, {}],
    [{ audio_url }, {}],
    [{ filename: "call-0193.wav" }, { audio_url: publicUrl }],
    [{ filename: "my call.wav" }, { audio_url: "https://recordings.example.com/my%20call.wav?x=1" }],
  ] as const;
  for (const [match, fields] of calls) {
    service.reset();
    const upload = await grant(service);
    await put(service, upload.presignedUrl);
    service.engine.when(match).fail("Matched.");
    const callId = await createCall(service, fields);
    expect([match, service.engine.inspect(callId).failureReason]).toEqual([match, "Matched."]);
  }
});

test("a rule is fixed for a call when it is created: later rules do not reach it", async () => {
  const service = createMockService();
  const callId = await createCall(service);
  service.engine.when({}).fail();
  service.engine.settle();
  expect((await readAnalysis(service, callId)).status).toBe("completed");
});

test("fail gives status failed at the end of the progression, and a reason to inspect", async () => {
  const service = createMockService();
  service.engine.when({}).fail("Nobody speaks.");
  const callId = await createCall(service);
  expect(await statuses(service, callId, 3)).toEqual(["processing", "pending", "failed"]);
  expect(service.engine.inspect(callId)).toMatchObject({
    status: "failed",
    failureReason: "Nobody speaks.",
    analysis: null,
  });
});

test("stall keeps a call processing whatever is done, until it is completed by name", async () => {
  const service = createMockService({ clock: { startAt } });
  service.engine.when({}).stall();
  const callId = await createCall(service);
  service.clock.advance(1e9);
  expect(await statuses(service, callId, 4)).toEqual(Array(4).fill("processing"));
  service.engine.complete(callId);
  expect((await readAnalysis(service, callId)).status).toBe("completed");
});

test("afterMs and afterPolls say when a call ends, and go with how it ends", async () => {
  const service = createMockService({ clock: { startAt } });
  service.engine
    .when({ udfs: { by: "time" } })
    .complete({ score: 40 })
    .afterMs(500);
  service.engine
    .when({ udfs: { by: "polls" } })
    .afterPolls(2)
    .fail();
  const timed = await createCall(service, { udfs: { by: "time" } });
  const polled = await createCall(service, { udfs: { by: "polls" } });
  expect(await statuses(service, timed, 3)).toEqual(["processing", "processing", "processing"]);
  service.clock.advance(500);
  expect((await readAnalysis(service, timed)).analysis.score).toBe(40);
  expect(await statuses(service, polled, 3)).toEqual(["processing", "processing", "failed"]);
});

test("what a rule says of an analysis stays, whatever becomes of the caller's objects", () => {
  const service = createMockService();
  const callObservations = ["Calm."];
  service.engine.when({}).complete({ callObservations });
  service.seed({ rules: [{ then: { end: { complete: { callObservations } } } }] });
  callObservations.push("changed");
  const kept = { end: { complete: { callObservations: ["Calm."] } } };
  expect(service.rules.list()).toMatchObject([{ then: kept }, { then: kept }]);
});

test.each<[later: string, earlier: string, instruct: (rule: EngineRule) => EngineRule, listed: object]>([
  ["fail", "complete", (rule) => rule.complete({ score: 40 }).fail("Bad."), { fail: { reason: "Bad." } }],
  ["fail", "stall", (rule) => rule.stall().fail("Bad."), { fail: { reason: "Bad." } }],
  ["stall", "complete", (rule) => rule.complete({ score: 40 }).stall(), { stall: true }],
  ["stall", "fail", (rule) => rule.fail("Bad.").stall(), { stall: true }],
  ["complete", "fail", (rule) => rule.fail("Bad.").complete({ score: 40 }), { complete: { score: 40 } }],
  ["complete", "stall", (rule) => rule.stall().complete({ score: 40 }), { complete: { score: 40 } }],
  ["afterPolls", "afterMs", (rule) => rule.afterMs(5).afterPolls(3), { afterPolls: 3 }],
  ["afterMs", "afterPolls", (rule) => rule.afterPolls(3).afterMs(5), { afterMs: 5 }],
])("%s takes the place of %s, which it contradicts", (_later, _earlier, instruct, listed) => {
  const { engine, rules } = createMockService();
  const { id } = instruct(engine.when({}));
  expect(rules.list()).toMatchObject([{ id, then: { end: listed } }]);
  expect(Object.keys(Object(rules.list()[0]?.then).end)).toEqual(Object.keys(listed));
});

test.each([
  { mode: "immediate" } as const,
  { mode: "polls", processing: 1, pending: 0 } as const,
  { mode: "time", processingMs: 0, pendingMs: 0 } as const,
])(
  "a call that has ended by %j keeps its end and its analysis, and who would end it again is told",
  async (progression) => {
    const service = createMockService({ progression });
    const callId = await createCall(service);
    await readAnalysis(service, callId);
    const before = await readAnalysis(service, callId);
    expect(() => service.engine.complete(callId, { score: 3 })).toThrow(
      /has already ended with the status "completed"/,
    );
    expect(() => service.engine.fail(callId, "Too late.")).toThrow(RangeError);
    expect(await readAnalysis(service, callId)).toEqual(before);
    expect(service.engine.inspect(callId)).toMatchObject({ status: "completed", failureReason: null });
  },
);

test("parts of an analysis reach a call that ends at once, as long as no client has seen it", async () => {
  const service = createMockService({ progression: { mode: "immediate" } });
  const callId = await createCall(service);
  service.engine.complete(callId, { score: 3 });
  expect((await readAnalysis(service, callId)).analysis.score).toBe(3);
});

test("a call that was to fail and is completed by name has no reason of a failure", async () => {
  const service = createMockService();
  service.engine.when({}).fail("Bad.");
  const callId = await createCall(service);
  service.engine.complete(callId);
  expect(service.engine.inspect(callId)).toMatchObject({ end: "completed", failureReason: null });
});

test("inspect tells how a call will end, and counts as no poll", async () => {
  const service = createMockService();
  const callId = await createCall(service);
  const before = service.engine.inspect(callId);
  expect(before).toMatchObject({ callId, status: "processing", end: "completed", polls: 0, failureReason: null });
  expect(service.engine.inspect(callId)).toEqual(before);
  service.engine.settle();
  expect((await readAnalysis(service, callId)).analysis).toEqual(before.analysis);
});

test.each<[string, PartialAnalysis]>([
  ["outcomeLabel", { outcomeLabel: "Sold the moon" }],
  ["scor", { scor: 1 } as PartialAnalysis],
  ["sections[0].sectionId", { sections: [{ sectionId: "sec_openin", score: 2 }] }],
])(
  "a rule and a completion with a name that does not exist are refused when given, naming %s",
  async (field, partial) => {
    const service = createMockService();
    const callId = await createCall(service);
    const { category } = known(service);
    expect(() => service.engine.when({ categoryId: category.id }).complete(partial)).toThrow(`${field}: `);
    expect(() => service.engine.complete(callId, partial)).toThrow(`${field}: `);
    expect(service.engine.inspect(callId)).toMatchObject({ status: "processing", analysisOverrides: null });
  },
);

test("a rule for any category must fit one of them, and a call of another is refused with the field", async () => {
  const service = createMockService();
  const [sales, support] = service.db.categories.list();
  service.engine.when({}).complete({ outcomeLabel: "Demo booked" });
  const callId = await createCall(service, { categoryId: sales?.id });
  expect(service.engine.inspect(callId).analysis?.outcomeLabel).toBe("Demo booked");
  const { agent, audio_url } = known(service);
  const body = { memberId: agent.id, categoryId: support?.id, audio_url };
  const reply = await ask<{ error: { message: string } }>(service, "POST /calls", { body });
  expect(reply.status).toBe(400);
  expect(reply.body.error.message).toMatch(/the call's rule: then\.end\.complete\.outcomeLabel: /);
});

test("a rule that was begun before a reset leaves the rule alone that has its id now, got added with what it had", () => {
  const service = createMockService();
  const before = service.engine.when({ filename: "a.wav" }).fail("First.");
  service.reset();
  service.engine.when({}).stall();
  before.afterPolls(2);
  expect(service.rules.list()).toMatchObject([
    {
      id: "rule-2",
      when: { match: { filename: "a.wav" } },
      then: { end: { fail: { reason: "First." }, afterPolls: 2 } },
    },
    { id: "rule-1", then: { end: { stall: true } } },
  ]);
});
