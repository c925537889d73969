import { expect, test } from "vitest";
import { createMockService } from "../../src/index.js";
import { createCall, readAnalysis } from "../support/flow.js";

test.each(["2020-01-31T10:00:00Z", "2030-01-31T10:00:00Z"])(
  "a call whose date is %s goes on from its creation, and not from its date",
  async (date) => {
    const service = createMockService({
      progression: { mode: "time", processingMs: 500, pendingMs: 3_000 },
      clock: { startAt: "2026-01-31T10:00:00Z" },
    });
    const callId = await createCall(service, { date });
    const statuses: string[] = [];
    for (const ms of [499, 1, 2_999, 1]) {
      service.clock.advance(ms);
      statuses.push((await readAnalysis(service, callId)).status);
    }
    expect(statuses).toEqual(["processing", "pending", "pending", "completed"]);
  },
);

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
