import { CallAnalysis } from "@call-analysis/sdk";
import { afterEach, expect, test } from "vitest";
import type { MockServiceOptions } from "../../src/index.js";
import { ask } from "../support/ask.js";
import { known, upload } from "../support/flow.js";
import { soon } from "../support/soon.js";
import { wav } from "../support/wav.js";
import type { AdapterName, Connect, Connection } from "./connection.js";
import { expectOutcome, faultCases } from "./fault-cases.js";
import { probe } from "./probe.js";

/** The tests that every adapter must pass. All adapters run them unchanged. */
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

  for (const given of faultCases) {
    test(`${given.name} through ${name}`, async () => {
      const service = await open(given.options);
      if (given.fault) service.faults.inject(given.fault);
      const { agent, category } = known(service);
      const { baseUrl } = service.addresses;
      const context = { fetch: service.fetch, baseUrl, memberId: agent.id, categoryId: category.id };
      expectOutcome(await probe(given.probe, context), { given, adapter: name });
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
    expect([status, metadata?.duration, metadata?.udfs]).toEqual(["completed", 3, { crm: 7 }]);
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

  test(`a reset ends a request that is held as a broken connection does, through ${name}`, async () => {
    const service = await open();
    const gate = service.hold("createAgent");
    const body = { name: "Dev Patel", email: "dev.patel@example.com" };
    const request = ask(service, "POST /agents", { body });
    const others = () => ask(service, "GET /agents");
    await soon(gate.reached(), others);
    service.reset();
    await expect(request).rejects.toThrow(TypeError);
    expect([service.db.agents.list().length, service.journal.count({ operation: "createAgent" })]).toEqual([4, 0]);
  });
}
