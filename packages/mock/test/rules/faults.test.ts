import { expect, test, vi } from "vitest";
import { createMockService, type Fault, type RuleEffects } from "../../src/index.js";
import { ask } from "../support/ask.js";
import { useFakeTimers } from "../support/fake-timers.js";
import { createCall, grant, known, put } from "../support/flow.js";

const rulesOfFaults: [fault: Fault, then: RuleEffects][] = [
  [{ latencyMs: 5 }, { delayMs: 5 }],
  [{ latencyMs: 5, when: "after" }, { delayMs: { after: 5 } }],
  [{ status: 503, retryAfter: 2, body: "Down" }, { respond: { status: 503, retryAfter: 2, body: "Down" } }],
  [
    { status: 503, when: "after", latencyMs: 5 },
    { delayMs: { after: 5 }, respond: { status: 503, when: "after" } },
  ],
  [{ network: "reset", when: "after" }, { break: { network: "reset", when: "after" } }],
  [{ body: "empty" }, { break: { body: "empty" } }],
  [{ upload: { cutAfterBytes: 1 } }, { break: { cutAfterBytes: 1 } }],
  [{ upload: { bytesPerSecond: 9 } }, { bandwidth: 9 }],
];

test.each(rulesOfFaults)("the fault %j is the rule whose effects are %j", (fault, then) => {
  const { faults, rules } = createMockService();
  faults.inject({ ...fault, skip: 1 });
  faults.inject({ sequence: ["pass", fault as { latencyMs: number }] });
  expect(rules.list()).toMatchObject([{ then: { sequence: ["pass", then] } }, { then, skip: 1 }]);
});

/** What lists of agents get in turn: the status, and whether they were late. */
const inTurn: [injected: Fault[], got: string[]][] = [
  [[{ operation: "listAgents", status: 503 }], ["status 503", "status 503"]],
  [[{ operation: "listCategories", status: 503 }], [""]],
  [[{ match: { operation: "listAgents" }, status: 503 }], ["status 503"]],
  [[{ match: { operation: "listCategories" }, status: 503 }], [""]],
  [
    [{ sequence: [{ status: 500 }, { status: 500 }] }, { sequence: [{ status: 503 }] }],
    ["status 503", "status 500", "status 500", ""],
  ],
  // One that is replaced in part is used up by the rest.
  [
    [{ sequence: [{ latencyMs: 1, status: 500 }] }, { sequence: [{ status: 503 }] }],
    ["latency status 503", ""],
  ],
  [[{ sequence: [{ status: 503 }, "pass", { status: 429 }] }], ["status 503", "", "status 429", ""]],
  // A step that a later fault replaces is taken by the next request.
  [
    [{ sequence: [{ status: 500 }, { latencyMs: 1 }] }, { sequence: [{ status: 503 }] }],
    ["status 503", "status 500", "latency", ""],
  ],
  // Each effect is of the newest rule that has it.
  [[{ status: 503 }, { latencyMs: 1 }], ["latency status 503"]],
  [[{ upload: { cutAfterBytes: 1 } }, { upload: { bytesPerSecond: 9 }, latencyMs: 1 }], ["latency"]],
];

test.each(inTurn)("of %j, lists of agents get %j in turn", async (injected, got) => {
  const service = createMockService();
  for (const fault of injected) service.faults.inject(fault);
  for (const _ of got) await ask(service, "GET /agents");
  expect(service.journal.entries().map(({ faults }) => faults.join(" "))).toEqual(got);
});

test("a fault stays what was injected, whatever becomes of the caller's objects", () => {
  const { faults, rules } = createMockService();
  const body = { detail: ["busy"] };
  const sequence: Parameters<typeof faults.inject>[0] & { sequence: unknown[] } = {
    sequence: [{ status: 500, body }, "pass"],
  };
  faults.inject(sequence);
  body.detail.push("changed");
  sequence.sequence.reverse();
  expect(rules.list()).toMatchObject([{ then: { sequence: [{ respond: { body: { detail: ["busy"] } } }, "pass"] } }]);
});

const json = { "content-type": "application/json" };

const responses: [fault: object, headers: object, body: string][] = [
  [{ status: 429, retryAfter: "120" }, { ...json, "retry-after": "120" }, "injected_fault"],
  [{ status: 503, body: " <p>" }, { "content-type": "text/html" }, " <p>"],
  [{ status: 503, body: "a <b>" }, { "content-type": "text/plain" }, "a <b>"],
  [
    { status: 204, retryAfter: new Date("2026-01-31T10:00:00Z") },
    { "retry-after": "Sat, 31 Jan 2026 10:00:00 GMT" },
    "",
  ],
  [{ status: 200 }, {}, ""],
];

test.each(responses)("%j answers with the headers %j and the body %j", async (fault, headers, body) => {
  const service = createMockService();
  service.faults.inject({ operation: "listAgents", ...fault } as Fault);
  const response = await service.fetch(`${service.addresses.baseUrl}/agents`);
  expect(Object.fromEntries(response.headers)).toMatchObject(headers);
  expect(await response.text()).toContain(body);
});

const chunks = [new Uint8Array(400), new Uint8Array(600)];

const slowly = (): RequestInit =>
  ({
    method: "PUT",
    headers: { "content-type": "audio/wav", "content-length": "1000" },
    body: new ReadableStream({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(chunk);
        controller.close();
      },
    }),
    duplex: "half",
  }) as RequestInit;

test.each([0, 399, 400, 999, 1_000])(
  "an upload that is cut after %i bytes arrives whole or not at all",
  async (cutAfterBytes) => {
    const service = createMockService();
    service.faults.inject({ upload: { cutAfterBytes } });
    const { presignedUrl } = await grant(service);
    const sent = service.fetch(presignedUrl, slowly());
    if (cutAfterBytes === 1_000) expect((await sent).status).toBe(200);
    else await expect(sent).rejects.toThrow(TypeError);
    expect(service.journal.find({ operation: "uploadRecording" })).toMatchObject([
      { faults: ["upload cut"], request: { sizeBytes: cutAfterBytes < 400 ? 0 : cutAfterBytes < 1_000 ? 400 : 1_000 } },
    ]);
  },
);

test("a slow upload has each chunk arrive when its bytes would have, and an abort ends it", async () => {
  const { setTimeout, clearTimeout } = useFakeTimers();
  const pausesMs = () => setTimeout.mock.calls.map(([, milliseconds]) => milliseconds);
  const service = createMockService();
  service.faults.inject({ upload: { bytesPerSecond: 200 } });
  const { presignedUrl } = await grant(service);
  const ended = vi.fn();
  const sent = service.fetch(presignedUrl, slowly()).then(ended);
  await expect.poll(pausesMs).toEqual([2_000]);
  await vi.advanceTimersByTimeAsync(2_000);
  await expect.poll(pausesMs).toEqual([2_000, 3_000]);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(3_000);
  await sent;
  const client = new AbortController();
  const aborted = service.fetch(presignedUrl, { ...slowly(), signal: client.signal }).catch((error) => error);
  await expect.poll(pausesMs).toEqual([2_000, 3_000, 2_000]);
  client.abort("gave up");
  expect(await aborted).toBe("gave up");
  await expect.poll(() => clearTimeout.mock.lastCall).toEqual([setTimeout.mock.results.at(-1)?.value]);
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
  const { setTimeout } = useFakeTimers();
  const service = createMockService();
  const callsAfterAbort = async (when: "before" | "after") => {
    service.faults.inject({ operation: "createCall", latencyMs: 60_000, when, times: 1 });
    const controller = new AbortController();
    const { signal } = controller;
    const init = { method: "POST", headers: { authorization: "Bearer test-key" }, signal };
    const body = JSON.stringify(callFields(service));
    const answer = service.fetch(`${service.addresses.baseUrl}/calls`, { ...init, body }).catch((error) => error);
    await expect.poll(() => setTimeout.mock.calls.length).toBe(1);
    setTimeout.mockClear();
    controller.abort("gave up");
    expect(await answer).toBe("gave up");
    return service.db.calls.list().length;
  };
  expect([await callsAfterAbort("before"), await callsAfterAbort("after")]).toEqual([0, 1]);
});

test("a fault comes before the service has done anything, or after it has created the call", async () => {
  for (const fault of [{ status: 503 }, { network: "error" }] as const) {
    for (const when of ["before", "after"] as const) {
      const service = createMockService();
      service.faults.inject({ operation: "createCall", ...fault, when });
      await ask(service, "POST /calls", { body: callFields(service) }).catch(() => {});
      expect(service.db.calls.list().length, JSON.stringify({ ...fault, when })).toBe(when === "after" ? 1 : 0);
    }
  }
});

/** Faults that are rejected, and the field that the error names. */
const bad: [unknown, RegExp][] = [
  [{}, /^needs one of latencyMs, status, body, network, upload$/],
  [null, /must be an object, got null/],
  [{ status: 99 }, /status: must be a whole number from 200 to 599/],
  [{ status: 500, retryAfter: "soon" }, /retryAfter: must be a whole number of seconds/],
  [{ network: "reset", retryAfter: 1 }, /^then\.respond\.status: must be a whole number/],
  [{ latencyMs: 2 ** 31 }, /latencyMs: /],
  [{ body: "stall", network: "error" }, /^then\.break\.body: cannot be combined with network$/],
  [{ status: 503, match: { udfs: { crm: /AB/ } } }, /^when\.match\.udfs\.crm: must be a value that JSON has$/],
  [{ status: 503, match: { udfs: { crm: () => 1 } } }, /^when\.match\.udfs\.crm: /],
  [{ status: 503, match: { filename: undefined } }, /^when\.match\.filename: /],
  [{ upload: { bytesPerSecond: 0 } }, /upload.bytesPerSecond: /],
  [{ upload: { cutAfterBytes: 1 }, operation: "createCall" }, /^then\.break: is allowed only for uploadRecording/],
  [{ upload: { cutAfterBytes: 1 }, match: { memberId: "mem_1" } }, /match\.memberId: is unknown/],
  [{ sequence: ["skip"] }, /sequence\[0\]: must be a fault or "pass"/],
  [
    { sequence: [{ network: "reset", retryAfter: 1 }] },
    /^then\.sequence\[0\]\.respond\.status: must be a whole number/,
  ],
  [{ sequence: ["pass", {}] }, /sequence\[1\]: needs one of/],
  [{ sequence: [{ status: 503, tims: 1 }] }, /sequence\[0\]\.tims: /],
];

test.each(bad)("%j is rejected, the error says %s, and nothing is changed", (fault, message) => {
  const { faults, rules } = createMockService();
  expect(() => faults.inject(fault as Fault)).toThrow(message);
  expect(rules.list()).toEqual([]);
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
    const sequence = Array.from({ length: times }, () => ({ status: 503 }));
    if (times > 0) service.faults.inject({ sequence });
    const statuses: number[] = [];
    for (let index = 0; index < 40; index += 1) statuses.push((await ask(service, "GET /agents")).status);
    return statuses.slice(times);
  };
  expect(await statusesWith(7)).toEqual((await statusesWith(0)).slice(7));
});

/** It said AccessDenied, which asks a client for a new grant. */
test.each([
  [400, "InvalidRequest"],
  [403, "AccessDenied"],
  [404, "NoSuchKey"],
  [500, "InternalError"],
  [503, "SlowDown"],
])("an injected %i of the storage has the code %s, as S3 gives it", async (status, code) => {
  const service = createMockService();
  service.faults.inject({ operation: "uploadRecording", status });
  const { presignedUrl } = await grant(service);
  const response = await service.fetch(presignedUrl, { method: "PUT", body: "x" });
  expect(await response.text()).toContain(`<Code>${code}</Code>`);
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

test("a body that is read again after an abort rejects, and nothing else is unhandled", async () => {
  const service = createMockService();
  service.faults.inject({ operation: "listAgents", body: "truncate" });
  const leaving = new AbortController();
  const headers = { authorization: "Bearer test-key" };
  const response = await service.fetch(`${service.addresses.baseUrl}/agents`, { headers, signal: leaving.signal });
  const reader = response.body?.getReader();
  await reader?.read();
  leaving.abort();
  await expect(reader?.read()).rejects.toThrow("aborted");
});
