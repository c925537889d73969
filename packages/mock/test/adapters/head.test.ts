import { expect, test } from "vitest";
import { createMockService } from "../../src/index.js";
import { listening } from "../control/listening.js";
import { createCall, grant, known, put } from "../support/flow.js";

test("HEAD gives the status and the headers of GET and no body, everywhere that GET works", async () => {
  const { url, control, service } = await listening();
  const { presignedUrl, publicUrl } = await grant(service);
  await put(service, presignedUrl);
  const callId = await createCall(service, { audio_url: publicUrl });
  service.engine.complete(callId);
  const { id: ruleId } = (await control("POST", "/engine/rules", { match: {}, stall: true })).body;
  const { id: gateId } = (await control("POST", "/gates", { operation: "createAgent" })).body;
  const ofControl = ["", "/", "/health", "/state", "/clock", "/rules"]
    .concat([`/rules/${ruleId}`, "/calls", `/calls/${callId}`, `/calls/${callId}/recording`])
    .concat([`/gates/${gateId}`, "/journal", "/openapi.json", "/campaigns.openapi.json"]);
  const paths = ["/v1/agents", "/v1/categories", `/v1/categories/${known(service).category.id}`]
    .concat([`/v1/calls/${callId}/analysis`, new URL(publicUrl).pathname])
    .concat(ofControl.map((path) => `/__mock__${path}`));
  const headers = { authorization: "Bearer test-key" };
  for (const path of paths) {
    const [got, asked] = await Promise.all(
      ["GET", "HEAD"].map((method) => fetch(url + path, { method, headers, redirect: "manual" })),
    );
    const [expected, seen] = [got, asked].map((each) => [path, each?.status, each?.headers.get("content-type")]);
    expect(seen).toEqual(expected);
    expect([path, got?.status === 200 || got?.status === 307]).toEqual([path, true]);
    expect([path, await asked?.text()]).toEqual([path, ""]);
    await got?.body?.cancel();
  }
  const lengthOf = async (method: string) =>
    (await fetch(`${url}/v1/agents`, { method, headers })).headers.get("content-length");
  expect(await lengthOf("HEAD")).toBe(await lengthOf("GET"));
});

test("HEAD of the events ends, with the headers of GET", async () => {
  const { url } = await listening();
  const response = await fetch(`${url}/__mock__/events`, { method: "HEAD" });
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
  expect(await response.text()).toBe("");
});

test("HEAD of an analysis is no poll", async () => {
  const service = createMockService();
  const callId = await createCall(service);
  const { baseUrl, apiKey } = service.clientOptions();
  const headers = { authorization: `Bearer ${apiKey}` };
  await service.fetch(`${baseUrl}/calls/${callId}/analysis`, { method: "HEAD", headers });
  expect(service.journal.count({ operation: "getCallAnalysis", status: 200 })).toBe(1);
  expect(service.db.calls.get(callId)?.polls).toBe(0);
});
