import { CallAnalysis } from "@call-analysis/sdk";
import { afterEach, expect, test } from "vitest";
import type { MockServiceOptions } from "../../src/index.js";
import { ask } from "../support/ask.js";
import { createCall, grant, known, put, upload } from "../support/flow.js";
import { soon } from "../support/soon.js";
import { wav } from "../support/wav.js";
import type { AdapterName, Connect, Connection } from "./connection.js";
import { faultCases } from "./fault-cases.js";
import { probe } from "./probe.js";

/** The tests that every adapter must pass. Each adapter has a file that runs them unchanged. */
export function testBehaviour(name: AdapterName, connect: Connect): void {
  let connection: Connection | undefined;

  afterEach(async () => {
    await connection?.close();
    connection = undefined;
  });

  /** A fresh service, whose `fetch` goes through the adapter. */
  const open = async (options?: MockServiceOptions) => {
    connection = await connect(options);
    return { ...connection.service, fetch: connection.fetch };
  };

  for (const { name: fault, probe: asked, expect: expectOutcome, ...given } of faultCases) {
    test(`${fault} through ${name}`, async () => {
      const service = await open(given.options);
      if (given.fault) service.faults.inject(given.fault);
      const { agent, category } = known(service);
      const { baseUrl } = service.addresses;
      const context = { fetch: service.fetch, baseUrl, memberId: agent.id, categoryId: category.id };
      expectOutcome(await probe(asked, context), name);
    });
  }

  test(`a recording is uploaded, analysed and read by the client through ${name}`, async () => {
    const service = await open({ progression: { mode: "immediate" } });
    const sdk = new CallAnalysis({ ...service.clientOptions(), fetch: service.fetch, retry: false });
    const { agent, category } = known(service);
    const { publicUrl } = await sdk.calls.upload(wav({ seconds: 3 }), { filename: "a.wav", contentType: "audio/wav" });
    const call = { memberId: agent.id, categoryId: category.id, audio_url: publicUrl, udfs: { crm: 7 } };
    const { callId } = await sdk.calls.create(call);
    const { status, metadata } = await sdk.calls.getAnalysis(callId);
    expect({ status, duration: metadata?.duration, udfs: metadata?.udfs }).toEqual({
      status: "completed",
      duration: 3,
      udfs: { crm: 7 },
    });
  });

  test(`error responses of both interfaces and of the store arrive through ${name}`, async () => {
    const service = await open();
    const { presignedUrl } = await grant(service);
    const prospects = `${service.addresses.campaignBaseUrl}/v1/campaigns/none/prospects-zap`;
    expect((await ask(service, "GET /agents", { key: "wrong" })).status).toBe(401);
    expect((await ask(service, "POST /calls", { body: {} })).status).toBe(400);
    expect((await ask(service, `POST ${prospects}`, { body: { name: "R", phone: "1" } })).status).toBe(404);
    expect((await put(service, presignedUrl, wav(), "image/png")).status).toBe(403);
  });

  test(`a player gets the range of a recording that it asks for, and a fault that cuts bodies cuts it, through ${name}`, async () => {
    const service = await open();
    const publicUrl = await upload(service);
    const headers = { range: "bytes=4-103" };
    const response = await service.fetch(publicUrl, { headers });
    expect([response.status, response.headers.get("content-range")]).toEqual([206, `bytes 4-103/${wav().length}`]);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(wav().slice(4, 104));
    expect((await service.fetch(publicUrl, { headers: { range: "bytes=9999999-" } })).status).toBe(416);
    service.faults.inject({ operation: "readRecording", body: "truncate", times: 1 });
    const cut = await service.fetch(publicUrl, { headers });
    expect(cut.status).toBe(206);
    await expect(cut.arrayBuffer()).rejects.toThrow();
  });

  test(`a call whose creation is reset after it was processed is there, through ${name}`, async () => {
    const service = await open();
    service.faults.inject({ operation: "createCall", network: "reset", when: "after", times: 1 });
    await expect(createCall(service)).rejects.toThrow(TypeError);
    expect(service.db.calls.list()).toHaveLength(1);
  });

  test(`a call whose creation is reset before it was processed is not there, through ${name}`, async () => {
    const service = await open();
    service.faults.inject({ operation: "createCall", network: "reset", when: "before", times: 1 });
    await expect(createCall(service)).rejects.toThrow(TypeError);
    expect(service.db.calls.list()).toEqual([]);
    await createCall(service);
    expect(service.db.calls.list()).toHaveLength(1);
  });

  test(`an upload that is cut leaves nothing, and the next one is stored, through ${name}`, async () => {
    const service = await open();
    const { presignedUrl } = await grant(service);
    service.faults.inject({ upload: { cutAfterBytes: 100 }, times: 1 });
    await expect(put(service, presignedUrl)).rejects.toThrow(TypeError);
    expect(service.db.uploads.list()).toMatchObject([{ recording: null }]);
    expect((await put(service, presignedUrl)).status).toBe(200);
    expect(service.db.uploads.list()).toMatchObject([{ recording: { sizeBytes: wav().length } }]);
  });

  test(`a gate holds requests until it is released, through ${name}`, async () => {
    const service = await open();
    const gate = service.hold("createCall");
    const created = createCall(service);
    const others = () => ask(service, "GET /agents");
    await soon(gate.reached(), others);
    expect(service.db.calls.list()).toEqual([]);
    gate.release();
    const callId = await soon(created, others);
    expect(service.db.calls.list()).toMatchObject([{ id: callId }]);
  });

  test(`a request that is aborted leaves its gate, and nothing is done about it, through ${name}`, async () => {
    const service = await open();
    const gate = service.hold("createAgent");
    const controller = new AbortController();
    const request = service.fetch(`${service.addresses.baseUrl}/agents`, {
      method: "POST",
      headers: { authorization: "Bearer test-key" },
      body: JSON.stringify({ name: "Dev Patel", email: "dev.patel@example.com" }),
      signal: controller.signal,
    });
    const others = () => ask(service, "GET /agents");
    await soon(gate.reached(), others);
    controller.abort();
    await expect(soon(request, others)).rejects.toThrow("abort");
    await expect.poll(() => gate.held).toBe(0);
    gate.release();
    expect(service.db.agents.list()).toHaveLength(4);
  });

  test(`an override answers in the service's place through ${name}`, async () => {
    const service = await open();
    service.use("listAgents", () => ({ data: [] }), { times: 1 });
    expect((await ask(service, "GET /agents")).body).toEqual({ data: [] });
    expect((await ask(service, "GET /agents")).body.data).toHaveLength(4);
  });

  test(`the journal has requests and responses, and no secrets, through ${name}`, async () => {
    const service = await open();
    await createCall(service, { audio_url: await upload(service) });
    await ask(service, "GET /agents", { key: "wrong-key-4711" });
    const entries = service.journal.entries();
    expect(entries.map(({ operation, status }) => [operation, status])).toEqual([
      ["createUploadUrl", 200],
      ["uploadRecording", 200],
      ["createCall", 202],
      ["listAgents", 401],
    ]);
    expect(entries[2]?.request.content).toMatchObject({ memberId: known(service).agent.id });
    expect(JSON.stringify([entries, service.journal.toHar()])).not.toMatch(/test-key|wrong-key|ignature=[0-9a-f]/);
  });
}
