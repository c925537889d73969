import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { createMockService, type MockService, type RuleControls } from "../../src/index.js";
import { ask } from "../support/ask.js";
import { mostTurns, soon } from "../support/soon.js";

/** A kind of rule, and a request that tells whether it applies. One that holds requests is counted apart from all others. */
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
  gate: { add: (service) => service.hold("listAgents"), apply: isHeld },
};

const counts: [change: Parameters<RuleControls["update"]>[1], applied: boolean[]][] = [
  [{}, [true, true, true, true]],
  [{ times: 2 }, [true, true, false, false]],
  [{ skip: 1 }, [false, true, true, true]],
  [{ skip: 1, times: 2 }, [false, true, true, false]],
];

test.each(Object.keys(kinds))("a rule that is a %s applies so often as it says, after what it skips", async (name) => {
  for (const [change, applied] of counts) {
    const service = createMockService();
    const kind = kinds[name] as Kind;
    kind.add(service);
    for (const { id } of service.rules.list()) service.rules.update(id, change);
    const seen: boolean[] = [];
    for (const _ of applied) seen.push(await kind.apply(service));
    const used = applied.filter((isApplied) => isApplied).length;
    // A rule that is used up goes; a gate stays until it is released, for it may hold requests.
    const isGone = change.times === used && name !== "gate";
    const left = service.rules.list().map((rule) => rule.used);
    expect([seen, left], JSON.stringify(change)).toEqual([applied, isGone ? [] : [used]]);
  }
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

/** Which of so many lists of agents a rule of probability 0.5 answers, while others come in between. */
async function answered(count: number, { others = 0, skip = 0 }: { others?: number; skip?: number } = {}) {
  const service = createMockService();
  service.faults.inject({ match: { method: "GET" }, status: 418, probability: 0.5, skip });
  const seen: boolean[] = [];
  for (let index = 0; index < count; index += 1) {
    for (let other = 0; other < others; other += 1) await ask(service, "DELETE /agents/mem_1");
    seen.push(await isAnswered(service));
  }
  return seen;
}

test("requests that a rule does not match, and what it skips, change nothing of its chances", async () => {
  const alone = await answered(20);
  expect(await answered(20, { others: 2 })).toEqual(alone);
  expect(await answered(20, { skip: 3 })).toEqual([false, false, false, ...alone.slice(3)]);
});

test("two rules have chances of their own", async () => {
  const service = createMockService();
  for (const status of [418, 429]) service.use("listAgents", () => new Response(null, { status }));
  for (const { id } of service.rules.list()) service.rules.update(id, { probability: 0.5 });
  for (let index = 0; index < 30; index += 1) await ask(service, "GET /agents");
  const statuses = service.journal.entries().map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200, 418, 429]));
});

test("a rule whose effect only one operation can have does not count the others", async () => {
  const service = createMockService();
  service.engine.when({}).fail();
  service.faults.inject({ sequence: ["pass", { upload: { cutAfterBytes: 5 } }] });
  for (const { id } of service.rules.list().slice(1)) service.rules.update(id, { skip: 1 });
  await ask(service, "GET /agents");
  expect(service.rules.list()).toMatchObject([{ used: 0 }, { used: 0, passed: 0 }]);
});
