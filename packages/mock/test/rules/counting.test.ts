import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { createMockService, type MockService } from "../../src/index.js";
import type { RuleChange } from "../../src/rules/rule-list.js";
import { Rules } from "../../src/rules/rules.js";
import { ask } from "../support/ask.js";
import { createCall } from "../support/flow.js";
import { mostTurns, soon } from "../support/soon.js";

/** A way to apply a rule of each kind: whether it applied to so many requests or calls, one after the other. */
interface Kind {
  add(service: MockService): void;
  apply(service: MockService): Promise<boolean>;
}

const isHeld = async (service: MockService) => {
  let isAnswered = false;
  const request = ask(service, "GET /agents").finally(() => {
    isAnswered = true;
  });
  const isAtGate = () => service.rules.list().some(({ held = 0 }) => held > 0);
  // Not by `expect.poll`: what loses a race goes on polling, and moves the simulated clocks of later tests.
  for (let turn = 0; !isAnswered && !isAtGate() && turn < mostTurns; turn += 1) await setImmediate();
  const held = !isAnswered;
  if (held) for (const { id } of service.rules.list()) letGo(service, id);
  await soon(request);
  return held;
};

/** Lets held requests go, and holds the next ones again. */
function letGo({ rules }: MockService, id: string): void {
  rules.disable(id);
  rules.enable(id);
}

const isAnswered = async (service: MockService) => (await ask(service, "GET /agents")).status === 418;

const kinds: Record<string, Kind> = {
  fault: { add: ({ faults }) => faults.inject({ operation: "listAgents", status: 418 }), apply: isAnswered },
  override: {
    add: (service) => service.use("listAgents", () => new Response(null, { status: 418 })),
    apply: isAnswered,
  },
  gate: { add: (service) => service.hold("listAgents"), apply: isHeld },
  "engine rule": {
    add: ({ engine }) => engine.when({}).fail(),
    apply: async (service) => service.engine.inspect(await createCall(service)).end === "failed",
  },
};

const counts: [change: RuleChange, applied: boolean[]][] = [
  [{}, [true, true, true, true]],
  [{ times: 2 }, [true, true, false, false]],
  [{ skip: 1 }, [false, true, true, true]],
  [{ skip: 1, times: 2 }, [false, true, true, false]],
];

const table = Object.keys(kinds).flatMap((kind) => counts.map(([change, applied]) => [kind, change, applied] as const));

test.each(table)("a rule that is a %s with %j applies to %j", async (name, change, applied) => {
  const service = createMockService();
  const kind = kinds[name] as Kind;
  kind.add(service);
  for (const { id } of service.rules.list()) service.rules.update(id, change);
  const seen: boolean[] = [];
  for (const _ of applied) seen.push(await kind.apply(service));
  expect(seen).toEqual(applied);
  const used = applied.filter((isApplied) => isApplied).length;
  // A rule that is used up goes; a gate stays until it is released, for it may hold requests.
  const isGone = change.times === used && name !== "gate";
  expect(service.rules.list().map((rule) => rule.used)).toEqual(isGone ? [] : [used]);
});

test.each(Object.keys(kinds))(
  "a rule that is a %s applies by its probability, which follows from the seed",
  async (name) => {
    const draw = async (seed: number) => {
      const service = createMockService({ seed });
      const kind = kinds[name] as Kind;
      kind.add(service);
      for (const { id } of service.rules.list()) service.rules.update(id, { probability: 0.5 });
      const seen: boolean[] = [];
      for (let index = 0; index < 12; index += 1) seen.push(await kind.apply(service));
      return seen;
    };
    const first = await draw(1);
    expect(new Set(first)).toEqual(new Set([true, false]));
    expect(await draw(1)).toEqual(first);
    expect(await draw(2)).not.toEqual(first);
  },
);

test("requests that a rule does not match change nothing of its chances", () => {
  const drawn = (others: number) => {
    const rules = new Rules(1);
    rules.insert("fault", { operation: "listAgents", match: { key: "a" }, status: 503, probability: 0.5 });
    return Array.from({ length: 20 }, () => {
      for (let other = 0; other < others; other += 1) rules.take("fault", { operation: "listAgents", key: "b" });
      return rules.take("fault", { operation: "listAgents", key: "a" }).length;
    });
  };
  expect(drawn(3)).toEqual(drawn(0));
});

test("what a rule skips changes nothing of its later chances", () => {
  const drawn = (skip: number) => {
    const rules = new Rules(1);
    rules.insert("fault", { status: 503, probability: 0.5, skip });
    return Array.from({ length: 20 }, () => rules.take("fault", {}).length);
  };
  expect(drawn(3)).toEqual([0, 0, 0, ...drawn(0).slice(3)]);
});

test("two rules of a kind have chances of their own", async () => {
  const drawn = (count: number) => {
    const rules = new Rules(1);
    const each = Array.from({ length: count }, () => rules.insert("fault", { status: 503, probability: 0.5 }));
    const takenOf = () => rules.take("fault", {}).map(({ id }) => id);
    const taken = Array.from({ length: 20 }, takenOf);
    return each.map(({ id }) => taken.map((ids) => ids.includes(id)));
  };
  const [first, second] = drawn(2);
  expect(first).not.toEqual(second);
  expect(drawn(1)).toEqual([first]);
});

test("of two rules that could respond, or end a call, the first is counted alone", async () => {
  const service = createMockService();
  for (const status of [418, 429]) service.use("listAgents", () => new Response(null, { status }));
  for (const _ of [1, 2]) service.engine.when({}).fail();
  await ask(service, "GET /agents");
  service.engine.inspect(await createCall(service));
  expect(service.rules.list().map(({ used }) => used)).toEqual([1, 0, 1, 0]);
});

test("an older rule that responds is drawn, and lets requests pass, whether or not a newer one responds to them", () => {
  const usesOf = (newer: number) => {
    const rules = new Rules(1);
    const older = rules.insert("override", { probability: 0.5, skip: 2 });
    for (let count = 0; count < newer; count += 1) rules.insert("override", { times: 3 });
    return Array.from({ length: 20 }, () => {
      const taken = rules.takeFirst("override", {});
      if (taken) rules.settle(taken, { counts: true });
      return taken === older;
    }).slice(3);
  };
  const alone = usesOf(0);
  expect(new Set(alone)).toEqual(new Set([true, false]));
  expect(usesOf(1)).toEqual(alone);
});

test("a rule that ends after a reset does not take the new rule of its id with it", () => {
  const rules = new Rules(1);
  const [before] = [rules.insert("override", { times: 1 })];
  expect(rules.takeFirst("override", {})).toBe(before);
  rules.reset();
  const now = rules.insert("override", { times: 1 });
  rules.settle(before, { counts: true });
  expect([before.id, rules.tried()]).toEqual([now.id, [now]]);
});

test("a call that a rule refuses, because it does not fit the category, does not use the rule up", async () => {
  const service = createMockService();
  const [, support] = service.db.categories.list();
  const { id } = service.engine.when({}).complete({ outcomeLabel: "Demo booked" });
  service.rules.update(id, { times: 1 });
  await expect(createCall(service, { categoryId: support?.id })).rejects.toThrow();
  expect(service.rules.list()).toMatchObject([{ used: 0 }]);
  expect(service.engine.inspect(await createCall(service)).analysis?.outcomeLabel).toBe("Demo booked");
  expect(service.rules.list()).toEqual([]);
});

/** How often the matcher reads a field of requests, while this many of them come to this many rules. */
function readsOf({ rules: count, requests }: { rules: number; requests: number }): number {
  const rules = new Rules(1);
  for (let index = 0; index < count; index += 1) {
    rules.insert("gate", { operation: "createCall", match: { memberId: "mem_1" } });
    rules.insert("fault", { operation: "createCall", match: { memberId: "mem_1" }, status: 503 });
    rules.insert("override", { operation: "getCategory", match: { memberId: "mem_1" }, status: 503 });
  }
  let reads = 0;
  const attributes = {
    operation: "createCall",
    get memberId() {
      reads += 1;
      return "mem_2";
    },
  };
  for (let request = 0; request < requests; request += 1) {
    rules.take("gate", attributes);
    rules.take("fault", attributes);
    rules.takeFirst("override", attributes);
  }
  return reads;
}

/** Each gate was looked for among all others, so 5,000 of them made a request 16 times as dear. */
test("a request is compared once with each gate and fault of its operation, and with no rule of another", () => {
  expect(readsOf({ rules: 5_000, requests: 1 })).toBe(10_000);
  expect(readsOf({ rules: 50, requests: 20 })).toBe(2_000);
});
