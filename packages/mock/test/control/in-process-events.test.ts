import { expect, test } from "vitest";
import type { MockService } from "../../src/index.js";
import { createCall, known } from "../support/flow.js";
import { listening } from "./listening.js";

/** Reads changes as they come, as `METHOD path`. */
async function changesOf(url: string) {
  const response = await fetch(`${url}/__mock__/events`);
  const reader = (response.body as ReadableStream<Uint8Array<ArrayBuffer>>)
    .pipeThrough(new TextDecoderStream())
    .getReader();
  let text = "";
  return async (count: number) => {
    const found = () => [...text.matchAll(/^event: change\ndata: (.*)$/gm)].map(([, data = ""]) => JSON.parse(data));
    while (found().length < count) text += (await reader.read()).value ?? "";
    const changes = found().map(({ operation, method, path }) => {
      expect(operation).toBeNull();
      return `${method} ${path}`;
    });
    text = "";
    return changes;
  };
}

const row = { id: "cmp_1", organizationId: "org_1", name: "Spring" };

const changes: [what: string, change: (service: MockService, callId: string) => unknown, expected: string[]][] = [
  ["engine.complete", ({ engine }, callId) => engine.complete(callId), ["POST /calls/CALL/complete"]],
  ["engine.fail", ({ engine }, callId) => engine.fail(callId), ["POST /calls/CALL/fail"]],
  ["engine.settle", ({ engine }) => engine.settle(), ["POST /engine/settle"]],
  ["a rule", ({ engine }) => engine.when({}).stall(), ["POST /engine/rules"]],
  [
    "a rule of two instructions, and its removal",
    ({ engine }) => engine.rules.remove(engine.when({}).complete().afterMs(5).id),
    ["POST /engine/rules", "POST /engine/rules", "DELETE /engine/rules/rule-1"],
  ],
  ["rules.clear", ({ engine }) => engine.rules.clear(), ["DELETE /engine/rules"]],
  [
    "changes of a rule",
    ({ rules, faults }) => {
      const [one = "", other = ""] = [faults.inject({ status: 503 }), faults.inject({ status: 500 })];
      rules.disable(one);
      rules.enable(one);
      rules.move(one, { before: other });
      rules.update(one, { times: 1 });
      rules.remove(one);
      rules.clear();
    },
    [
      ...Array(2).fill("POST /faults"),
      ...Array(4).fill("PATCH /rules/fault-1"),
      "DELETE /rules/fault-1",
      "DELETE /rules",
    ],
  ],
  ["clock.advance", ({ clock }) => clock.advance(5), ["POST /clock/advance"]],
  ["clock.set", ({ clock }) => clock.set(0), ["PUT /clock"]],
  [
    "faults",
    ({ faults }) => [faults.remove(faults.inject({ status: 503 })), faults.clear()],
    ["POST /faults", "DELETE /faults/fault-1", "DELETE /faults"],
  ],
  ["a gate", (service) => service.hold("createAgent").release(), ["POST /gates", "DELETE /gates/gate-1"]],
  ["an override", (service) => service.use("listAgents", () => undefined), ["POST /overrides"]],
  ["seed", (service) => service.seed({}), ["POST /seed"]],
  ["restore", (service) => service.restore(service.snapshot()), ["PUT /state"]],
  ["reset", (service) => service.reset(), ["POST /reset"]],
  [
    "rows",
    ({ db }) => [db.campaigns.insert(row), db.campaigns.update("cmp_1", { name: "S" }), db.campaigns.delete("cmp_1")],
    ["POST /db/campaigns/cmp_1", "PATCH /db/campaigns/cmp_1", "DELETE /db/campaigns/cmp_1"],
  ],
];

test.each(changes)("a change in process by %s is told to those who read the events", async (_, change, expected) => {
  const { url, service } = await listening({ progression: { mode: "manual" } });
  const callId = await createCall(service);
  const next = await changesOf(url);
  change(service, callId);
  expect(await next(expected.length)).toEqual(expected.map((text) => text.replace("CALL", callId)));
});

test("what changes nothing is not told", async () => {
  const { url, service } = await listening();
  const next = await changesOf(url);
  service.faults.remove("none");
  service.engine.rules.remove("none");
  service.rules.remove("none");
  service.db.agents.delete("none");
  service.snapshot();
  service.engine.inspect(await createCall(service));
  expect(() => service.engine.complete("none")).toThrow(RangeError);
  service.clock.advance(1);
  expect(await next(1)).toEqual(["POST /clock/advance"]);
});

test("the objects that tell of changes still do what they did", async () => {
  const { service } = await listening();
  const { agent } = known(service);
  expect(service.db.agents.get(agent.id)).toBe(agent);
  const gate = service.hold("createAgent");
  expect([gate.id, gate.held]).toEqual(["gate-1", 0]);
  gate.release();
  const rule = service.engine.when({}).complete({ score: 5 }).afterPolls(2);
  expect(service.engine.rules.list()).toEqual([{ id: rule.id, match: {}, complete: { score: 5 }, afterPolls: 2 }]);
});
