import { expect, test } from "vitest";
import { createMockService, type MockService, type Rule, type RuleControls } from "../../src/index.js";
import { ask } from "../support/ask.js";
import { createCall } from "../support/flow.js";
import { soon } from "../support/soon.js";

/** The statuses of so many lists of agents. */
async function statuses(service: MockService, count = 1): Promise<number[]> {
  const seen: number[] = [];
  for (let request = 0; request < count; request += 1) seen.push((await ask(service, "GET /agents")).status);
  return seen;
}

const idsOf = (rules: readonly Pick<Rule, "id">[]) => rules.map(({ id }) => id);

/** A rule of each kind. */
function withEveryKind(): MockService {
  const service = createMockService();
  service.faults.inject({ operation: "createCall", match: { udfs: { crm: 7 } }, status: 503, latencyMs: 0, times: 2 });
  service.hold("createCall", { memberId: "mem_1" });
  service.use("listAgents", () => ({ data: [] }), { times: 1 });
  service.engine
    .when({ udfs: { vip: true } })
    .complete({ score: 95 })
    .afterMs(5);
  service.faults.inject({ operation: "uploadRecording", sequence: [{ upload: { cutAfterBytes: 9 } }, "pass"] });
  return service;
}

/** A rule as it is listed before it applied. */
const unused = (id: string, fields: Pick<Rule, "when" | "then" | "times" | "held">): Rule => ({
  id,
  enabled: true,
  used: 0,
  ...fields,
});

const everyKind: Rule[] = [
  unused("rule-5", {
    when: { operation: "uploadRecording" },
    then: { sequence: [{ break: { cutAfterBytes: 9 } }, "pass"] },
  }),
  unused("rule-4", {
    when: { match: { udfs: { vip: true } } },
    then: { end: { complete: { score: 95 }, afterMs: 5 } },
  }),
  unused("rule-3", { when: { operation: "listAgents" }, times: 1, then: { respond: "function" } }),
  unused("rule-2", {
    when: { operation: "createCall", match: { memberId: "mem_1" } },
    then: { hold: true },
    held: 0,
  }),
  unused("rule-1", {
    when: { operation: "createCall", match: { udfs: { crm: 7 } } },
    times: 2,
    then: { delayMs: 0, respond: { status: 503 } },
  }),
];

test("faults, gates, overrides and engine rules are one list, the newest first", () => {
  expect(withEveryKind().rules.list()).toEqual(everyKind);
});

test("a rule of any kind that is switched off does nothing, keeps its place, and applies again once it is switched on", async () => {
  const service = createMockService();
  const { rules, faults, engine } = service;
  const fault = faults.inject({ operation: "listAgents", status: 503 });
  service.use("listAgents", () => new Response(null, { status: 410 }));
  engine.when({}).fail();
  service.hold("listCategories");
  const off = rules.list().map(({ id }) => id);
  for (const id of off) rules.disable(id);
  expect(await statuses(service)).toEqual([200]);
  expect((await ask(service, "GET /categories")).status).toBe(200);
  expect(engine.inspect(await createCall(service)).end).toBe("completed");
  expect(rules.list()).toMatchObject(off.map((id) => ({ id, enabled: false, used: 0 })));
  rules.enable(fault);
  expect(await statuses(service)).toEqual([503]);
  expect(rules.list()).toContainEqual(expect.objectContaining({ id: fault, enabled: true, used: 1 }));
});

const letGo: [how: string, act: (service: MockService, id: string) => unknown][] = [
  ["switched off", ({ rules }, id) => rules.disable(id)],
  ["removed", ({ rules }, id) => rules.remove(id)],
  ["cleared", ({ rules }) => rules.clear()],
];

test.each(letGo)("a gate that is %s lets its requests go", async (_, act) => {
  const service = createMockService();
  const gate = service.hold("listAgents");
  const request = ask(service, "GET /agents");
  await soon(gate.reached());
  expect(service.rules.list()).toMatchObject([{ id: gate.id, held: 1, used: 1 }]);
  act(service, gate.id);
  expect((await soon(request)).status).toBe(200);
  expect(gate.held).toBe(0);
});

test("a gate that is switched off and on again holds the next request, and who waits for that is not sent away", async () => {
  const service = createMockService();
  const gate = service.hold("listAgents");
  service.rules.disable(gate.id);
  const reached = gate.reached();
  service.rules.enable(gate.id);
  const request = ask(service, "GET /agents");
  await soon(reached);
  gate.release();
  expect((await soon(request)).status).toBe(200);
});

test("the handle of a gate from before a reset does not release the gate that has its id now", async () => {
  const service = createMockService();
  const before = service.hold("listAgents");
  service.reset();
  const gate = service.hold("listAgents");
  before.release();
  expect([before.id, idsOf(service.rules.list())]).toEqual([gate.id, [gate.id]]);
});

test("a held request can be slow and then fail: the first rule of each effect applies, and the journal names them", async () => {
  const service = createMockService({ controlUrl: "https://control.test" });
  service.faults.inject({ operation: "createCall", status: 500 });
  const failure = service.faults.inject({ operation: "createCall", status: 503 });
  const latency = service.faults.inject({ operation: "createCall", latencyMs: 1 });
  const gate = service.hold("createCall");
  const request = createCall(service).catch((error) => error);
  await soon(gate.reached());
  service.rules.update(gate.id, { times: 5 });
  expect(gate.held).toBe(1);
  const held = await service.fetch("https://control.test/journal/held").then((response) => response.json());
  expect(held.entries).toMatchObject([{ id: 0, operation: "createCall", status: null, rules: [gate.id] }]);
  gate.release();
  await soon(request);
  expect(service.journal.find({ operation: "createCall" })).toMatchObject([
    {
      status: 503,
      faults: ["latency", "status 503"],
      rules: [gate.id, latency, failure],
      ruleDefinitions: [{ then: { hold: true } }, { then: { delayMs: 1 } }, { then: { respond: { status: 503 } } }],
    },
  ]);
});

test("what is changed of a rule counts from the next request on, and the rest stays", async () => {
  const service = createMockService();
  const { rules } = service;
  const id = service.faults.inject({ operation: "listCategories", status: 503, skip: 1, times: 2 });
  rules.update(id, { when: { operation: "listAgents" }, then: { respond: { status: 418 } } });
  expect(rules.list()).toMatchObject([{ used: 0, passed: 0 }]);
  expect(await statuses(service, 2)).toEqual([200, 418]);
  expect(rules.list()).toMatchObject([{ used: 1, passed: 1 }]);
  expect((await ask(service, "GET /categories")).status).toBe(200);
  rules.update(id, { times: null });
  expect(await statuses(service, 3)).toEqual([418, 418, 418]);
  rules.update(id, { skip: 0, times: 5 });
  expect(rules.list()).toMatchObject([{ id, skip: 0, times: 5, used: 4 }]);
  expect(await statuses(service, 2)).toEqual([418, 200]);
  expect(rules.list()).toEqual([]);
});

test("an override keeps its resolver when the rest of it is changed, until it gets a response", async () => {
  const service = createMockService();
  const status = async (path: string) => (await ask(service, `GET ${path}`)).status;
  service.use("listAgents", () => new Response(null, { status: 410 }));
  service.rules.update("rule-1", { when: { operation: "listCategories", match: { method: "GET" } } });
  expect([await status("/categories"), await status("/agents")]).toEqual([410, 200]);
  service.rules.update("rule-1", { then: { respond: { status: 403 } } });
  expect(await status("/categories")).toBe(403);
});

test("a rule whose category is gone can still be switched off", () => {
  const service = createMockService();
  const [category] = service.db.categories.list();
  const { id } = service.engine.when({ categoryId: category?.id ?? "" }).complete({ outcomeLabel: "Demo booked" });
  service.engine.when({}).fail();
  service.db.categories.update(category?.id ?? "", { possibleOutcomes: [] } as never);
  service.rules.disable(id);
  expect(service.rules.list()).toMatchObject([{ id: "rule-2" }, { id, enabled: false }]);
});

const refused: [change: unknown, message: RegExp][] = [
  [{ tims: 1 }, /^tims: is unknown; did you mean times\?$/],
  [{ enabled: 1 }, /^enabled: must be a boolean/],
  [{ times: 1 }, /^times: must be more than 1, the number of times the rule has already applied$/],
  [{ then: { hold: true, delayMs: 1 } }, /^then\.hold: cannot be combined with other effects$/],
];

test.each(refused)("the change %j is refused, and the rule stays as it was", async (change, message) => {
  const service = createMockService();
  const id = service.faults.inject({ operation: "listAgents", status: 503, times: 3 });
  await statuses(service);
  const before = service.rules.list();
  expect(() => service.rules.update(id, change as Parameters<RuleControls["update"]>[1])).toThrow(message);
  expect(service.rules.list()).toEqual(before);
});

test("a rule that does not exist is not changed, and faults are cleared without rules of other kinds", () => {
  const { rules, faults } = withEveryKind();
  expect(() => rules.update("rule-9", { enabled: false })).toThrow(RangeError);
  expect([rules.remove("rule-9"), rules.remove("rule-4")]).toEqual([false, true]);
  faults.clear();
  expect(idsOf(rules.list())).toEqual(["rule-3", "rule-2"]);
});
