import { afterEach, expect, test, vi } from "vitest";
import { createMockService, type Fault } from "../../src/index.js";
import { ask } from "../support/ask.js";
import { createCall, grant, known, put } from "../support/flow.js";

afterEach(() => {
  vi.useRealTimers();
});

/** The statuses of so many reads of the agents. */
async function statuses(service: ReturnType<typeof createMockService>, count: number): Promise<number[]> {
  const read: number[] = [];
  for (let index = 0; index < count; index += 1) read.push((await ask(service, "GET /agents")).status);
  return read;
}

test("a fault applies to its operation alone", async () => {
  const service = createMockService();
  service.faults.inject({ operation: "listAgents", status: 503 });
  expect((await ask(service, "GET /agents")).status).toBe(503);
  expect((await ask(service, "GET /categories")).status).toBe(200);
});

test("a fault without an operation applies to every one", async () => {
  const service = createMockService();
  service.faults.inject({ status: 503 });
  expect((await ask(service, "GET /agents")).status).toBe(503);
  expect((await ask(service, "GET /categories")).status).toBe(503);
});

test("a fault applies to as many requests as `times` says", async () => {
  const service = createMockService();
  service.faults.inject({ status: 503, times: 2 });
  expect(await statuses(service, 4)).toEqual([503, 503, 200, 200]);
});

test("of several failures the latest applies, and those before it once it is used up", async () => {
  const service = createMockService();
  service.faults.inject({ status: 500, times: 2 });
  service.faults.inject({ status: 503, times: 1 });
  expect(await statuses(service, 4)).toEqual([503, 500, 500, 200]);
});

test("a failure that is replaced by a later one is not used up by that", async () => {
  const service = createMockService();
  service.faults.inject({ status: 500, times: 1 });
  service.faults.inject({ status: 503, times: 3 });
  expect(await statuses(service, 5)).toEqual([503, 503, 503, 500, 200]);
});

test("the latency of one fault goes together with the failure of another", async () => {
  const service = createMockService();
  service.faults.inject({ latencyMs: 1 });
  service.faults.inject({ status: 503 });
  await ask(service, "GET /agents");
  expect(service.journal.entries()).toMatchObject([{ faults: ["latency", "status 503"] }]);
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

test("a fault matches the agent of a path as the member", async () => {
  const service = createMockService();
  const { agent } = known(service);
  service.faults.inject({ match: { memberId: agent.id }, status: 503 });
  expect((await ask(service, `PATCH /agents/${agent.id}`, { body: {} })).status).toBe(503);
});

test("a body's field does not hide what the request is", async () => {
  const service = createMockService();
  service.faults.inject({ match: { method: "DELETE" }, status: 503 });
  const body = { name: "Dev", email: "dev.patel@example.com", method: "DELETE" };
  expect((await ask(service, "POST /agents", { body })).status).toBe(201);
});

test("a body of JSON, of HTML and of text each has its type", async () => {
  const service = createMockService();
  const typeOf = async (body: unknown) => {
    service.faults.inject({ status: 502, body, times: 1 });
    const response = await service.fetch(`${service.addresses.baseUrl}/agents`);
    return [response.headers.get("content-type"), await response.text()];
  };
  expect(await typeOf({ detail: "No" })).toEqual(["application/json", '{"detail":"No"}']);
  expect(await typeOf("<h1>Bad gateway</h1>")).toEqual(["text/html", "<h1>Bad gateway</h1>"]);
  expect(await typeOf("upstream down")).toEqual(["text/plain", "upstream down"]);
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

test("a status that allows no body comes without one", async () => {
  const service = createMockService();
  service.faults.inject({ status: 204 });
  const response = await service.fetch(`${service.addresses.baseUrl}/agents`);
  expect([response.status, response.body]).toEqual([204, null]);
});

test("a fault of every request applies to unknown paths, too, and nothing breaks", async () => {
  const service = createMockService();
  service.faults.inject({ status: 503 });
  expect((await ask(service, "GET /nowhere")).status).toBe(503);
});

test("a creation that fails after it was processed has made its call, and one before has not", async () => {
  const service = createMockService();
  service.faults.inject({ operation: "createCall", status: 500, when: "after", times: 1 });
  await ask(service, "POST /calls", { body: callFields(service) });
  expect(service.db.calls.list()).toHaveLength(1);
  service.faults.inject({ operation: "createCall", status: 500, times: 1 });
  await ask(service, "POST /calls", { body: callFields(service) });
  expect(service.db.calls.list()).toHaveLength(1);
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

test("clear takes every fault away", async () => {
  const service = createMockService();
  service.faults.inject({ status: 503 });
  service.faults.clear();
  expect(await statuses(service, 1)).toEqual([200]);
});

test("reset takes every fault away", async () => {
  const service = createMockService();
  service.faults.inject({ status: 503 });
  service.reset();
  expect(await statuses(service, 1)).toEqual([200]);
});

test("chances follow from the seed, and not from other faults", async () => {
  const draw = async (seed: number, operation?: "listCategories") => {
    const service = createMockService({ seed });
    service.faults.inject({ operation: "listAgents", status: 503, probability: 0.5 });
    if (operation) service.faults.inject({ operation, latencyMs: 0, probability: 0.5 });
    return statuses(service, 30);
  };
  const first = await draw(1);
  expect(await draw(1, "listCategories")).toEqual(first);
  expect(await draw(2)).not.toEqual(first);
});

test("two services do not share faults", async () => {
  const [one, other] = [createMockService(), createMockService()];
  one.faults.inject({ status: 503 });
  expect([await statuses(one, 1), await statuses(other, 1)]).toEqual([[503], [200]]);
});

/** Faults that are rejected, and the field that the error names. */
const bad: [unknown, RegExp][] = [
  [{}, /latencyMs, status, network, body or upload/],
  [{ times: 1 }, /latencyMs, status, network, body or upload/],
  [null, /must be an object, and is null/],
  [{ statuss: 500 }, /statuss/],
  [{ status: 500, operation: "listAgent" }, /operation: must be one of listAgents/],
  [{ status: 99 }, /status: must be a whole number from 200 to 599/],
  [{ status: 600 }, /status: /],
  [{ status: "500" }, /status: /],
  [{ status: 500.5 }, /status: /],
  [{ status: 204, body: {} }, /body: cannot be given/],
  [{ status: 500, times: 0 }, /times: must be a whole number, 1 or more/],
  [{ status: 500, times: 1.5 }, /times: /],
  [{ status: 500, probability: 0 }, /probability: must be a number greater than 0, and at most 1/],
  [{ status: 500, probability: 1.1 }, /probability: /],
  [{ status: 500, probability: Number.NaN }, /probability: /],
  [{ status: 500, match: 7 }, /match: must be an object/],
  [{ status: 500, when: "later" }, /when: must be before or after/],
  [{ status: 500, retryAfter: "soon" }, /retryAfter: must be whole seconds/],
  [{ status: 500, retryAfter: -1 }, /retryAfter: /],
  [{ network: "reset", retryAfter: 1 }, /retryAfter: needs a status/],
  [{ network: "slow" }, /network: must be one of error, reset, timeout/],
  [{ status: 500, network: "reset" }, /network: cannot be given together with status/],
  [{ body: "truncated" }, /body: must be one of truncate/],
  [{ body: "truncate", when: "before" }, /when: must be after/],
  [{ latencyMs: -1 }, /latencyMs: must be a number of milliseconds/],
  [{ latencyMs: 2 ** 31 }, /latencyMs: /],
  [{ latencyMs: { medianMs: 100 } }, /latencyMs: .*medianMs, sigma/],
  [{ latencyMs: { medianMs: 100, sigma: -1 } }, /latencyMs.sigma: /],
  [{ upload: {} }, /upload: must be/],
  [{ upload: { bytesPerSecond: 0 } }, /upload.bytesPerSecond: /],
  [{ upload: { cutAfterBytes: -1 } }, /upload.cutAfterBytes: /],
  [{ upload: { cutAfterBytes: 1 }, operation: "createCall" }, /operation: must be uploadRecording/],
];

test.each(bad)("%j is rejected, and the error says %s", (fault, message) => {
  const service = createMockService();
  expect(() => service.faults.inject(fault as Fault)).toThrow(message);
});

test("a fault that is rejected changes nothing", async () => {
  const service = createMockService();
  expect(() => service.faults.inject({ status: 9 })).toThrow();
  expect(await statuses(service, 1)).toEqual([200]);
});

function callFields(service: ReturnType<typeof createMockService>) {
  const { agent, category, audio_url } = known(service);
  return { memberId: agent.id, categoryId: category.id, audio_url };
}
