import { setImmediate } from "node:timers/promises";
import { beforeEach, expect, test, vi } from "vitest";
import { realTimers } from "../src/core/pause.js";
import { createMockService, type MockService } from "../src/index.js";
import { ask } from "./support/ask.js";
import { createCall, grant } from "./support/flow.js";
import { mostTurns, soon } from "./support/soon.js";
import { wav } from "./support/wav.js";

const reason = "A reset or a restore ended the request before its response.";

/** The two ways to another state, each with how often the journal has what they end. */
const beginnings = [
  { name: "reset", ended: 0, prepare: (service: MockService) => () => service.reset() },
  {
    name: "restore",
    ended: 1,
    prepare(service: MockService) {
      const snapshot = service.snapshot();
      return () => service.restore(snapshot);
    },
  },
];

/** What a delay of the service lets go on at its end. */
let ends: (() => void)[] = [];

beforeEach(() => {
  ends = [];
  vi.spyOn(realTimers, "setTimeout").mockImplementation((end) => ends.push(end) as never);
});

/** Ends every delay: on real time, one may end on a busy machine before the request that it delays is ended. */
async function afterDelays(): Promise<void> {
  for (const end of ends) end();
  for (let turn = 0; turn < mostTurns; turn += 1) await setImmediate();
}

for (const { name, ended, prepare } of beginnings) {
  test(`${name} ends a request that a gate holds as a broken connection does, and no call comes of it`, async () => {
    const service = createMockService();
    const begin = prepare(service);
    const gate = service.hold("createCall");
    const request = createCall(service);
    await soon(gate.reached());
    begin();
    await expect(soon(request)).rejects.toThrow("fetch failed");
    expect([gate.held, service.db.calls.list()]).toEqual([0, []]);
    const entries = service.journal.find({ operation: "createCall" });
    expect(entries.map((entry) => [entry.status, entry.reason])).toEqual(Array(ended).fill([null, reason]));
  });

  test(`${name} ends a request at once that is delayed before or after its work, and nothing comes of it later`, async () => {
    for (const when of ["before", "after"] as const) {
      const service = createMockService();
      const begin = prepare(service);
      service.faults.inject({ operation: "createCall", latencyMs: 1, when });
      const request = createCall(service);
      await soon(ask(service, "GET /agents"));
      begin();
      await expect(soon(request), when).rejects.toThrow("fetch failed");
      await afterDelays();
      expect(service.db.calls.list(), when).toEqual([]);
      expect(service.journal.find({ operation: "createCall" }), when).toHaveLength(ended);
    }
  });

  test(`${name} ends a request whose resolver is still at work`, async () => {
    const service = createMockService();
    const begin = prepare(service);
    let finish: (() => void) | undefined;
    service.use("createCall", () => new Promise((resolve) => (finish = () => resolve(undefined))));
    const request = createCall(service);
    await soon(ask(service, "GET /agents"));
    begin();
    await expect(soon(request)).rejects.toThrow("fetch failed");
    expect(finish).toBeDefined();
    finish?.();
    await afterDelays();
    expect(service.db.calls.list()).toEqual([]);
  });
}

test("a reset and a restore end a request that gets no response, and a body that stalls", async () => {
  for (const { name, prepare } of beginnings) {
    const service = createMockService();
    const begin = prepare(service);
    service.faults.inject({ operation: "listAgents", network: "timeout" });
    service.faults.inject({ operation: "listCategories", body: "stall" });
    const unanswered = ask(service, "GET /agents");
    const headers = { authorization: "Bearer test-key" };
    const stalled = (await service.fetch(`${service.clientOptions().baseUrl}/categories`, { headers })).text();
    await soon(service.journal.waitFor({ operation: "listAgents" }));
    const endings = Promise.allSettled([unanswered, stalled]);
    begin();
    const reasons = (await soon(endings)).map((ending) => ending.status === "rejected" && String(ending.reason));
    expect(reasons, name).toEqual(["TypeError: fetch failed", expect.stringMatching(/^TypeError: terminated/)]);
  }
});

test("an upload that a reset ended does not fill the grant that has its id next", async () => {
  const service = createMockService();
  const { presignedUrl } = await grant(service);
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const headers = { "content-type": "audio/wav", "content-length": String(wav().length) };
  const options: RequestInit & { duplex: "half" } = { method: "PUT", headers, body: readable, duplex: "half" };
  const request = service.fetch(presignedUrl, options);
  const writer = writable.getWriter();
  await writer.write(wav());
  service.reset();
  await expect(soon(request)).rejects.toThrow("fetch failed");
  await grant(service);
  await writer.close().catch(() => {});
  await afterDelays();
  expect(service.db.uploads.list()).toMatchObject([{ recording: null }]);
});

test("a state that is refused ends no request", async () => {
  const service = createMockService();
  const gate = service.hold("createCall");
  const request = createCall(service);
  await soon(gate.reached());
  expect(() => service.restore({ ...service.snapshot(), seed: "1" } as never)).toThrow("seed: ");
  gate.release();
  expect(await soon(request)).toMatch(/^call_/);
});
