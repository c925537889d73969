import { expect, test } from "vitest";
import type { MockService } from "../../src/index.js";
import { createCall } from "../support/flow.js";
import { eventsOf } from "./events-of.js";
import { listening } from "./listening.js";

/** Reads so many changes as they come, as `METHOD path`. */
async function changesOf(url: string) {
  const next = await eventsOf(url);
  return async (count: number) => {
    const changes: string[] = [];
    while (changes.length < count) {
      const { event, data } = (await next()) ?? {};
      if (event !== "change") continue;
      expect(data.operation).toBeNull();
      changes.push(`${data.method} ${data.path}`);
    }
    return changes;
  };
}

const row = { id: "cmp_1", organizationId: "org_1", name: "Spring" };

const changes: [what: string, change: (service: MockService, callId: string) => unknown, count?: number][] = [
  ["engine.complete", ({ engine }, callId) => engine.complete(callId)],
  ["engine.fail", ({ engine }, callId) => engine.fail(callId)],
  ["engine.settle", ({ engine }) => engine.settle()],
  ["a rule", ({ engine }) => engine.when({}).stall()],
  [
    "a rule of two instructions, and its removal",
    ({ engine, rules }) => rules.remove(engine.when({}).complete().afterMs(5).id),
    3,
  ],
  [
    "changes of a rule",
    ({ rules, faults }) => {
      const one = faults.inject({ status: 503 });
      rules.disable(one);
      rules.enable(one);
      rules.update(one, { times: 1 });
      rules.remove(one);
      rules.clear();
    },
    6,
  ],
  ["clock.advance", ({ clock }) => clock.advance(5)],
  ["clock.set", ({ clock }) => clock.set(clock.now() + 60_000)],
  ["faults", ({ faults }) => [faults.inject({ status: 503 }), faults.clear()], 2],
  ["a gate", (service) => service.hold("createAgent").release(), 2],
  [
    "rows",
    ({ db }) => [db.campaigns.insert(row), db.campaigns.update("cmp_1", { name: "S" }), db.campaigns.delete("cmp_1")],
    3,
  ],
];

test.each(changes)("a change in process by %s is told as one of the whole state", async (_, change, count = 1) => {
  const { url, service } = await listening({ progression: { mode: "manual" } });
  const callId = await createCall(service);
  const next = await changesOf(url);
  change(service, callId);
  service.use("listAgents", () => undefined);
  expect(await next(count + 1)).toEqual([...Array(count).fill("PUT /state"), "POST /overrides"]);
});

test("what has its own request is told as that request", async () => {
  const { url, service } = await listening();
  const next = await changesOf(url);
  service.seed({});
  service.restore(service.snapshot());
  service.reset();
  service.use("listAgents", () => undefined);
  expect(await next(4)).toEqual(["POST /seed", "PUT /state", "POST /reset", "POST /overrides"]);
});

test("what changes nothing is not told", async () => {
  const { url, service } = await listening();
  const next = await changesOf(url);
  service.rules.remove("none");
  service.db.agents.delete("none");
  service.snapshot();
  service.engine.inspect(await createCall(service));
  expect(() => service.engine.complete("none")).toThrow(RangeError);
  service.clock.advance(1);
  expect(await next(1)).toEqual(["PUT /state"]);
});
