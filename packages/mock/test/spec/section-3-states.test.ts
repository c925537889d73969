import { expect } from "vitest";
import { ask } from "../support/ask.js";
import { createCall, grant, known, readAnalysis } from "../support/flow.js";
import { createMockService, test } from "../support/specification.js";

test("section 3, States: `processing` is the status that creation answers, with 202", async () => {
  const service = createMockService();
  const { agent, category, audio_url } = known(service);
  const body = { memberId: agent.id, categoryId: category.id, audio_url };
  const reply = await ask(service, "POST /calls", { body });
  expect([reply.status, reply.body.data.status]).toEqual([202, "processing"]);
});

test("section 3, States: `pending` appears in the analysis response", async () => {
  const service = createMockService({ progression: { mode: "polls", processing: 0, pending: 1 } });
  expect((await readAnalysis(service, await createCall(service))).status).toBe("pending");
});

test("section 3, States: `completed` comes with the analysis output, and stays", async () => {
  const service = createMockService({ progression: { mode: "immediate" } });
  const callId = await createCall(service);
  const first = await readAnalysis(service, callId);
  expect(first).toMatchObject({ status: "completed", analysis: { sections: expect.any(Array) } });
  expect(await readAnalysis(service, callId)).toEqual(first);
});

test("section 3, States: the analysis endpoint can be called before completion", async () => {
  const service = createMockService();
  const snapshot = await readAnalysis(service, await createCall(service, { udfs: { crmId: "84113" } }));
  expect(snapshot).toMatchObject({ status: "processing", analysis: null, metadata: { udfs: { crmId: "84113" } } });
});

test("polls of 2 and 1 give two answers processing, one pending, then completed", async () => {
  const service = createMockService({ progression: { mode: "polls", processing: 2, pending: 1 } });
  const callId = await createCall(service);
  const statuses: string[] = [];
  for (let poll = 0; poll < 5; poll += 1) statuses.push((await readAnalysis(service, callId)).status);
  expect(statuses).toEqual(["processing", "processing", "pending", "completed", "completed"]);
});

test("times of 500 and 3000 ms give processing, pending and completed by the service's clock alone", async () => {
  const progression = { mode: "time", processingMs: 500, pendingMs: 3_000 } as const;
  const service = createMockService({ progression, clock: { startAt: "2026-01-31T10:00:00Z" } });
  const callId = await createCall(service);
  const statuses: string[] = [];
  for (const step of [0, 499, 1, 2_999, 1]) {
    service.clock.advance(step);
    statuses.push((await readAnalysis(service, callId)).status);
  }
  expect(statuses).toEqual(["processing", "processing", "pending", "pending", "completed"]);
});

test("a manual call stays processing until it is completed, failed or settled", async () => {
  const service = createMockService({ progression: { mode: "manual" } });
  const completed = await createCall(service);
  const failed = await createCall(service);
  const settled = await createCall(service);
  expect((await readAnalysis(service, completed)).status).toBe("processing");
  service.engine.complete(completed);
  service.engine.fail(failed, "The recording is silent.");
  service.engine.settle();
  const statuses = await Promise.all([completed, failed, settled].map((callId) => readAnalysis(service, callId)));
  expect(statuses.map(({ status }) => status)).toEqual(["completed", "failed", "completed"]);
  expect(service.db.calls.get(failed)?.failureReason).toBe("The recording is silent.");
});

test("completing or failing a call that is not there is an error that names it", () => {
  const { engine } = createMockService();
  expect(() => engine.complete("call_nowhere")).toThrow(/call_nowhere/);
  expect(() => engine.fail("call_nowhere")).toThrow(/call_nowhere/);
});

test("a call whose recording was never uploaded fails once its progression is over", async () => {
  const service = createMockService();
  const { publicUrl } = await grant(service);
  const callId = await createCall(service, { audio_url: publicUrl });
  const statuses: string[] = [];
  for (let poll = 0; poll < 3; poll += 1) statuses.push((await readAnalysis(service, callId)).status);
  expect(statuses).toEqual(["processing", "pending", "failed"]);
  expect((await readAnalysis(service, callId)).analysis).toBeNull();
});
