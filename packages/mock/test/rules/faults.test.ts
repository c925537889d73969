import { afterEach, expect, test, vi } from "vitest";
import type { OperationName } from "../../src/core/operations.js";
import { createMockService, type Fault } from "../../src/index.js";
import { checkFault, type FaultStep } from "../../src/rules/fault-definition.js";
import { type ActiveEffects, doesFail, effectNames, faultControls, takeEffects } from "../../src/rules/faults.js";
import type { RequestAttributes } from "../../src/rules/match.js";
import { Rules } from "../../src/rules/rules.js";
import { ask } from "../support/ask.js";
import { createCall, grant, known, put } from "../support/flow.js";

afterEach(() => {
  vi.useRealTimers();
});

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

/** A fault that applies to so many requests. */
const failing = (status: number, times: number): Fault => ({ status, times });

/** Faults, and what each of so many lists of agents gets: a status, a latency, or undefined for nothing. */
const inTurn: [injected: Fault[], got: (number | "latency" | undefined)[]][] = [
  [[{ operation: "listAgents", status: 503 }], [503, 503]],
  [[{ operation: "listCategories", status: 503 }], [undefined]],
  [[{ match: { operation: "listAgents" }, status: 503 }], [503]],
  [[{ match: { operation: "listCategories" }, status: 503 }], [undefined]],
  [[{ status: 503, times: 2 }], [503, 503, undefined, undefined]],
  [[{ status: 503, skip: 2, times: 1 }], [undefined, undefined, 503, undefined]],
  // Of several failures the latest applies, and those before it once it is used up.
  [
    [failing(500, 2), failing(503, 1)],
    [503, 500, 500, undefined],
  ],
  [
    [failing(500, 1), failing(503, 3)],
    [503, 503, 503, 500, undefined],
  ],
  // One that is replaced in part is used up by the rest.
  [
    [{ latencyMs: 5, status: 500, times: 1 }, failing(503, 1)],
    [503, undefined],
  ],
  [[{ latencyMs: 5, times: 1 }], ["latency", undefined]],
  [[{ sequence: [{ status: 503 }, "pass", { status: 429, retryAfter: 1 }] }], [503, undefined, 429, undefined]],
  [[{ skip: 1, sequence: [{ status: 503 }, { status: 500 }] }], [undefined, 503, 500, undefined]],
  // A step that a later fault replaces is taken by the next request.
  [
    [{ sequence: [{ status: 500 }, { latencyMs: 5 }] }, failing(503, 1)],
    [503, 500, "latency", undefined],
  ],
  // A request of another operation takes no step.
  [
    [{ operation: "listCategories", sequence: [{ status: 503 }] }, failing(500, 1)],
    [500, undefined],
  ],
];

test.each(inTurn)("of %j, lists of agents get %j in turn", (injected, got) => {
  const actual = taken(injected, "listAgents", got.length).map(
    ({ failure, latency }) => failure?.status ?? (latency && "latency"),
  );
  expect(actual).toEqual(got);
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

test("a fault stays what was injected, whatever becomes of the caller's objects", () => {
  const rules = new Rules(1);
  const faults = faultControls(rules);
  const udfs: Record<string, unknown> = { crm: 7 };
  const body = { detail: ["busy"] };
  const sequence: FaultStep[] = [{ latencyMs: 5 }, "pass"];
  faults.inject({ operation: "createCall", match: { udfs }, status: 503, body });
  faults.inject({ sequence });
  udfs.crm = 8;
  body.detail.push("changed");
  sequence.reverse();
  expect(takeEffects(rules, requestOf("createCall", { udfs: { crm: 7 } })).ids).toEqual(["fault-2", "fault-1"]);
  expect(rules.tried().map(({ fields, used }) => ({ ...fields, used }))).toEqual([
    { sequence: [{ latencyMs: 5 }, "pass"], used: 1 },
    { operation: "createCall", match: { udfs: { crm: 7 } }, status: 503, body: { detail: ["busy"] }, used: 1 },
  ]);
});

test.each<[active: ActiveEffects, names: string[], isFailure: boolean]>([
  [{}, [], false],
  [{ latency }, ["latency"], false],
  [{ upload: { bytesPerSecond: 1 } }, ["upload slow"], false],
  [{ upload: { cutAfterBytes: 1 } }, ["upload cut"], true],
  [{ failure: { status: 503 } }, ["status 503"], true],
  [{ failure: { status: 503, body: { a: 1 } } }, ["status 503"], true],
  [{ failure: { network: "reset" } }, ["network reset"], true],
  [{ failure: { body: "empty" } }, ["body empty"], true],
  [{ latency, upload: { cutAfterBytes: 1 }, failure: { status: 500 } }, ["latency", "upload cut", "status 500"], true],
])("the faults %j are named %j, and make a request fail: %j", (active, names, isFailure) => {
  expect([effectNames(active), doesFail(active)]).toEqual([names, isFailure]);
});

test("a fault matches fields of the body", async () => {
  const service = createMockService();
  service.faults.inject({ operation: "createCall", match: { udfs: { crm: { id: 7 } } }, network: "error" });
  await expect(createCall(service, { udfs: { crm: { id: 7, stage: "won" } } })).rejects.toThrow(TypeError);
  expect(await createCall(service, { udfs: { crm: { id: 8 } } })).toMatch(/^call_/);
});

test("a fault matches the call that is read, by what it was created with", async () => {
  const service = createMockService();
  const [one, other] = [await createCall(service, { udfs: { index: 1 } }), await createCall(service)];
  service.faults.inject({ operation: "getCallAnalysis", match: { udfs: { index: 1 } }, status: 503 });
  expect((await ask(service, `GET /calls/${one}/analysis`)).status).toBe(503);
  expect((await ask(service, `GET /calls/${other}/analysis`)).status).toBe(200);
});

test("a fault matches an upload, and a call of it, by the file's name", async () => {
  const service = createMockService();
  const { presignedUrl, publicUrl } = await grant(service);
  service.faults.inject({ match: { filename: "call-0193.wav" }, status: 503 });
  expect((await put(service, presignedUrl)).status).toBe(503);
  service.faults.clear();
  service.faults.inject({ operation: "createCall", match: { filename: "call-0193.wav" }, network: "error" });
  await expect(createCall(service, { audio_url: publicUrl })).rejects.toThrow(TypeError);
});

test("a status without a body has the form of its interface", async () => {
  const service = createMockService();
  service.faults.inject({ status: 503 });
  const { baseUrl, campaignBaseUrl, storageUrl } = service.addresses;
  const bodyOf = async (address: string) => (await service.fetch(address)).text();
  expect(JSON.parse(await bodyOf(`${baseUrl}/agents`)).error.code).toBe("injected_fault");
  expect(JSON.parse(await bodyOf(`${campaignBaseUrl}/v1/campaigns/1/prospects-zap`)).detail).toMatch(/injected/);
  expect(await bodyOf(`${storageUrl}/recordings/a/b.wav`)).toMatch(/^<\?xml/);
});

test("a client that gives up during latency before the processing has made no call, and after it has", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const service = createMockService();
  const callsAfterAbort = async (when: "before" | "after") => {
    service.faults.inject({ operation: "createCall", latencyMs: 60_000, when, times: 1 });
    const controller = new AbortController();
    const { signal } = controller;
    const init = { method: "POST", headers: { authorization: "Bearer test-key" }, signal };
    const body = JSON.stringify(callFields(service));
    const answer = service.fetch(`${service.addresses.baseUrl}/calls`, { ...init, body }).catch((error) => error);
    // The only timer is the latency's.
    await expect.poll(() => vi.getTimerCount()).toBe(1);
    controller.abort("gave up");
    expect(await answer).toBe("gave up");
    return service.db.calls.list().length;
  };
  expect([await callsAfterAbort("before"), await callsAfterAbort("after")]).toEqual([0, 1]);
});

/** Faults that are rejected, and the field that the error names. */
const bad: [unknown, RegExp][] = [
  [{}, /latencyMs, status, network, body or upload/],
  [null, /must be an object, and is null/],
  [{ status: 500, operation: "listAgent" }, /operation: must be one of listAgents/],
  [{ status: 99 }, /status: must be a whole number from 200 to 599/],
  [{ status: "500" }, /status: /],
  [{ status: 204, body: {} }, /body: cannot be given/],
  [{ status: 500, times: 0 }, /times: must be a whole number, 1 or more/],
  [{ status: 500, probability: 0 }, /probability: must be a number greater than 0, and at most 1/],
  [{ status: 500, probability: Number.NaN }, /probability: /],
  [{ status: 500, match: 7 }, /match: must be an object/],
  [{ status: 500, when: "later" }, /when: must be before or after/],
  [{ status: 500, retryAfter: "soon" }, /retryAfter: must be whole seconds/],
  [{ network: "reset", retryAfter: 1 }, /retryAfter: needs a status/],
  [{ status: 500, network: "reset" }, /network: cannot be given together with status/],
  [{ body: "truncated" }, /body: must be one of truncate/],
  [{ body: "truncate", when: "before" }, /when: must be after/],
  [{ latencyMs: -1 }, /latencyMs: must be a number of milliseconds/],
  [{ latencyMs: 2 ** 31 }, /latencyMs: /],
  [{ latencyMs: "5" }, /latencyMs: must be a number of milliseconds/],
  [{ latencyMs: Number.NaN }, /latencyMs: /],
  [{ upload: {} }, /upload: must be/],
  [{ upload: { bytesPerSecond: 0 } }, /upload.bytesPerSecond: /],
  [{ upload: { cutAfterBytes: -1 } }, /upload.cutAfterBytes: /],
  [{ upload: { cutAfterBytes: 1 }, operation: "createCall" }, /operation: must be uploadRecording/],
  [{ upload: { cutAfterBytes: 1 }, when: "after" }, /when: must be before for a fault of uploads/],
  [{ upload: { cutAfterBytes: 1 }, match: { memberId: "mem_1" } }, /match\.memberId: is not known here/],
  [{ status: 503, skip: -1 }, /skip: /],
  [{ sequence: [] }, /sequence: /],
  [{ sequence: "pass" }, /sequence: must be a list of faults and "pass"/],
  [{ sequence: ["skip"] }, /sequence\[0\]: must be a fault or "pass"/],
  [{ sequence: [{ network: "reset", retryAfter: 1 }] }, /sequence\[0\]\.retryAfter: needs a status/],
  [{ sequence: [{ status: 99 }] }, /sequence\[0\]\.status: /],
  [{ sequence: ["pass", {}] }, /sequence\[1\]: A fault needs/],
  [{ sequence: [{ status: 503, tims: 1 }] }, /sequence\[0\]\.tims: /],
  [{ sequence: [{ status: 503 }], times: 2 }, /times: /],
  [{ sequence: [{ status: 503 }], status: 500 }, /status: /],
  [{ sequence: [{ upload: { cutAfterBytes: 1 } }] }, /operation: /],
];

test.each(bad)("%j is rejected, the error says %s, and nothing is changed", (fault, message) => {
  const { faults, rules } = createMockService();
  expect(() => faults.inject(fault as Fault)).toThrow(message);
  expect(rules.list()).toEqual([]);
});

test.each<[Fault]>([
  [{ status: 503, retryAfter: "Sat, 31 Jan 2026 10:00:00 GMT" }],
  [{ status: 204 }],
  [{ status: 503, body: "truncate", when: "before" }],
  [{ latencyMs: 2 ** 31 - 1 }],
  [{ sequence: ["pass"], times: undefined } as Fault],
])("%j is a fault", (fault) => {
  expect(checkFault(fault)).toBe(fault);
});

function callFields(service: ReturnType<typeof createMockService>) {
  const { agent, category, audio_url } = known(service);
  return { memberId: agent.id, categoryId: category.id, audio_url };
}

/** A fault that was replaced by a later one did not draw, so its later chances were different from those without that. */
test("a fault draws for every request that it matches, also when a later fault takes precedence", async () => {
  const statusesWith = async (times: number) => {
    const service = createMockService();
    service.faults.inject({ status: 500, probability: 0.5 });
    if (times > 0) service.faults.inject({ status: 503, times });
    const statuses: number[] = [];
    for (let index = 0; index < 40; index += 1) statuses.push((await ask(service, "GET /agents")).status);
    return statuses.slice(times);
  };
  expect(await statusesWith(7)).toEqual((await statusesWith(0)).slice(7));
});

/** It said AccessDenied, which asks a client for a new grant. */
test("an injected 503 of the storage has the code that S3 gives to its own errors", async () => {
  const service = createMockService();
  service.faults.inject({ operation: "uploadRecording", status: 503 });
  const { presignedUrl } = await grant(service);
  const response = await service.fetch(presignedUrl, { method: "PUT", body: "x" });
  expect(await response.text()).toContain("<Code>InternalError</Code>");
});

/** Its message was put into the XML as it was. */
test("what a resolver for the storage throws is text in the XML", async () => {
  const service = createMockService();
  service.use("uploadRecording", () => {
    throw new Error("a<b & c");
  });
  const { presignedUrl } = await grant(service);
  const response = await service.fetch(presignedUrl, { method: "PUT", body: "x" });
  expect(await response.text()).toContain("threw: a&#60;b &#38; c</Message>");
});
