import { expect, test } from "vitest";
import { createMockService } from "../../src/index.js";
import { createCall } from "../support/flow.js";

test("rules are listed in the order in which they were added, with what they were given", () => {
  const { engine } = createMockService();
  const completes = engine.when({ udfs: { vip: true } }).complete({ score: 95 });
  const fails = engine.when({ filename: "a.wav" }).fail("Silent.").afterMs(5);
  const stalls = engine.when({}).stall();
  const waits = engine.when({}).afterPolls(3);
  expect(engine.rules.list()).toEqual([
    { id: completes.id, match: { udfs: { vip: true } }, complete: { score: 95 } },
    { id: fails.id, match: { filename: "a.wav" }, fail: { reason: "Silent." }, afterMs: 5 },
    { id: stalls.id, match: {}, stall: true },
    { id: waits.id, match: {}, afterPolls: 3 },
  ]);
});

test("a rule is removed by its id, and the others stay", async () => {
  const service = createMockService();
  service.engine.when({}).fail("First.");
  const { id } = service.engine.when({}).fail("Second.");
  expect([service.engine.rules.remove(id), service.engine.rules.remove(id)]).toEqual([true, false]);
  expect(service.engine.inspect(await createCall(service)).failureReason).toBe("First.");
});

test("clear removes all rules", async () => {
  const service = createMockService();
  service.engine.when({}).fail("First.");
  service.engine.rules.clear();
  expect(service.engine.inspect(await createCall(service)).end).toBe("completed");
});
