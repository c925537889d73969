import { describe, expect, test } from "vitest";
import type { OperationName } from "../../src/core/operations.js";
import type { Random } from "../../src/core/random.js";
import type { Fault } from "../../src/rules/fault-definition.js";
import { type ActiveEffects, effectNames, faultControls, takeEffects } from "../../src/rules/faults.js";
import type { RequestAttributes } from "../../src/rules/match.js";
import { Rules } from "../../src/rules/rules.js";
import { drawLatencyMs } from "../../src/rules/slow.js";

/** A request of an operation. */
function requestOf(operation: OperationName, fields: object = {}): RequestAttributes {
  return { operation, method: "GET", path: "/", organizationId: null, ...fields };
}

/** What requests of an operation take, one after the other. */
function taken(injected: readonly Fault[], operation: "uploadRecording" | "listAgents", count = 1): ActiveEffects[] {
  const rules = new Rules(1);
  for (const fault of injected) faultControls(rules).inject(fault);
  return Array.from({ length: count }, () => takeEffects(rules, requestOf(operation)).active);
}

const latency = { milliseconds: 5, when: "before" } as const;

const combined: [injected: Fault[], taken: ActiveEffects][] = [
  [[], {}],
  [[{ latencyMs: 5 }], { latency }],
  [[{ latencyMs: 5, when: "after" }], { latency: { milliseconds: 5, when: "after" } }],
  [[{ latencyMs: 0 }], { latency: { milliseconds: 0, when: "before" } }],
  [[{ latencyMs: 7 }, { latencyMs: 5 }], { latency }],
  [[{ status: 503 }], { failure: { status: 503 } }],
  [[{ network: "reset" }], { failure: { network: "reset" } }],
  [[{ body: "empty" }], { failure: { body: "empty" } }],
  [[{ status: 503 }, { network: "reset" }], { failure: { network: "reset" } }],
  [[{ network: "reset" }, { body: "empty" }], { failure: { body: "empty" } }],
  [[{ upload: { cutAfterBytes: 1 } }], { upload: { cutAfterBytes: 1 } }],
  [[{ upload: { bytesPerSecond: 9 } }, { upload: { cutAfterBytes: 1 } }], { upload: { cutAfterBytes: 1 } }],
  [
    [{ upload: { cutAfterBytes: 1 } }, { status: 503 }, { latencyMs: 5 }],
    { latency, failure: { status: 503 }, upload: { cutAfterBytes: 1 } },
  ],
];

test.each(combined)("of %j an upload takes %j", (injected, active) => {
  expect(taken(injected, "uploadRecording")).toEqual([
    { ...active, ...(active.failure && { failure: expect.objectContaining(active.failure) }) },
  ]);
});

test("faults of uploads are taken by uploads alone, whatever other effect they have", () => {
  expect(
    taken([{ upload: { cutAfterBytes: 1 } }, { upload: { cutAfterBytes: 1 }, latencyMs: 5 }], "listAgents"),
  ).toEqual([{}]);
});

test("a fault that a later one replaces in part is used up by the rest", () => {
  const injected: Fault[] = [
    { latencyMs: 5, status: 500, times: 1 },
    { status: 503, times: 1 },
  ];
  expect(taken(injected, "listAgents", 2)).toMatchObject([{ latency, failure: { status: 503 } }, {}]);
});

test("an upload's fault that a later one replaces is not used up", () => {
  const injected: Fault[] = [
    { upload: { bytesPerSecond: 9 }, times: 1 },
    { upload: { cutAfterBytes: 1 }, times: 1 },
  ];
  expect(taken(injected, "uploadRecording", 3)).toEqual([
    { upload: { cutAfterBytes: 1 } },
    { upload: { bytesPerSecond: 9 } },
    {},
  ]);
});

test("a sequence that is given times begins again", () => {
  const injected: Fault[] = [{ sequence: [{ status: 500 }, "pass"] }];
  expect(taken(injected, "listAgents", 3).map(({ failure }) => failure?.status)).toEqual([500, undefined, undefined]);
});

describe("the list of faults", () => {
  test("is empty until one is injected, and again once it is used up, removed or cleared", () => {
    const rules = new Rules(1);
    const faults = faultControls(rules);
    const states = [!rules.has("fault", "listAgents")];
    faults.inject({ status: 503, times: 1 });
    states.push(!rules.has("fault", "listAgents"));
    takeEffects(rules, requestOf("listAgents"));
    states.push(!rules.has("fault", "listAgents"));
    const id = faults.inject({ status: 503 });
    expect([faults.remove(id), faults.remove(id), faults.remove("fault-1")]).toEqual([true, false, false]);
    states.push(!rules.has("fault", "listAgents"));
    faults.inject({ status: 503 });
    faults.clear();
    states.push(!rules.has("fault", "listAgents"));
    expect(states).toEqual([true, false, true, true, true]);
  });

  test("counts on when faults are cleared, and from the beginning after a reset", () => {
    const rules = new Rules(1);
    const faults = faultControls(rules);
    expect([faults.inject({ status: 500 }), faults.inject({ status: 501 })]).toEqual(["fault-1", "fault-2"]);
    faults.clear();
    expect(faults.inject({ status: 502 })).toBe("fault-3");
    rules.reset();
    expect([!rules.has("fault", "listAgents"), faults.inject({ status: 503 })]).toEqual([true, "fault-1"]);
  });

  test("has what was injected, in this order, whatever becomes of the caller's objects", () => {
    const rules = new Rules(1);
    const faults = faultControls(rules);
    const udfs: Record<string, unknown> = { crm: 7 };
    faults.inject({ operation: "createCall", match: { udfs }, status: 503 });
    faults.inject({ latencyMs: 5 });
    udfs.crm = 8;
    expect(faults.list()).toEqual([
      { id: "fault-1", operation: "createCall", match: { udfs: { crm: 7 } }, status: 503, used: 0 },
      { id: "fault-2", latencyMs: 5, used: 0 },
    ]);
    const { active } = takeEffects(rules, requestOf("createCall", { udfs: { crm: 7 } }));
    expect(active).toMatchObject({ failure: { status: 503 }, latency });
    expect(faults.list().map(({ used }) => used)).toEqual([1, 1]);
  });
});

/** Draws these numbers. */
function drawing(...numbers: number[]): Random {
  return { next: () => numbers.shift() ?? Number.NaN } as Random;
}

// The normal number that 1 - e^-0.5 and an angle make has the cosine of the angle as its value.
const radius = 1 - Math.exp(-0.5);

test.each([
  [0, 100 * Math.E ** 2],
  [0.25, 100],
  [0.5, 100 / Math.E ** 2],
  [1 / 6, 100 * Math.E],
])("with the angle %d a lognormal latency is %d ms", (angle, milliseconds) => {
  expect(drawLatencyMs({ medianMs: 100, sigma: 2 }, drawing(radius, angle))).toBeCloseTo(milliseconds, 6);
});

test.each<[active: ActiveEffects, names: string[]]>([
  [{}, []],
  [{ latency }, ["latency"]],
  [{ upload: { bytesPerSecond: 1 } }, ["upload slow"]],
  [{ upload: { cutAfterBytes: 1 } }, ["upload cut"]],
  [{ failure: { status: 503 } }, ["status 503"]],
  [{ failure: { status: 503, body: { a: 1 } } }, ["status 503"]],
  [{ failure: { network: "reset" } }, ["network reset"]],
  [{ failure: { body: "empty" } }, ["body empty"]],
  [{ latency, upload: { cutAfterBytes: 1 }, failure: { status: 500 } }, ["latency", "upload cut", "status 500"]],
])("the faults %j are named %j", (active, names) => {
  expect(effectNames(active)).toEqual(names);
});
