/** The ways in which a fake is reached: by msw, by the vitest fixture, and by a server for clients that exist already. */

import * as mockPackage from "@call-analysis/mock";
import * as sdkPackage from "@call-analysis/sdk";
import { afterEach, describe, expect, test } from "vitest";
import { failureOf, fakeOf } from "../../../sdk/test/public/support/fake.ts";
import { requestsTo } from "../../../sdk/test/public/support/http.ts";

const { setupMockServer } = await import("@call-analysis/mock/node");
const { serve } = await import("@call-analysis/mock/server");
const { createHandlers } = await import("@call-analysis/mock/msw");
const mock = setupMockServer({ seed: 3 });

/** A client as an application makes it: with the global fetch. */
const clientOf = (service: typeof mock.service) =>
  new sdkPackage.CallAnalysis({ ...service.clientOptions({ fast: true }), retry: false });

describe("with msw", () => {
  afterEach(() => {
    mock.close();
    mock.service.reset();
  });

  test("the whole flow runs, also of a client that was made before listen(), and again after a reset", async () => {
    const sdk = clientOf(mock.service);
    const { input } = fakeOf(mock.service);
    mock.listen();
    const first = await sdk.calls.analyzeFile(input());
    mock.service.reset();
    expect((await sdk.calls.analyzeFile(input())).callId).toBe(first.callId);
  });

  test("faults reach the client as its own errors", async () => {
    mock.listen();
    const sdk = clientOf(mock.service);
    const { input, calls } = fakeOf(mock.service);
    mock.service.faults.inject({ operation: "listAgents", status: 429, retryAfter: 3, times: 1 });
    expect(await failureOf(sdk.agents.list())).toMatchObject({ name: "RateLimitError", retryAfterMs: 3_000 });
    mock.service.faults.inject({ operation: "createCall", network: "error", when: "after", times: 1 });
    const fresh = clientOf(mock.service).withOptions({ headers: { "x-a": "b" } });
    expect((await failureOf(fresh.calls.submitFile(input()))).name).toBe("SubmissionUncertainError");
    expect(calls()).toBe(1);
    mock.service.faults.inject({ operation: "listCategories", body: "malformed", times: 1 });
    expect((await failureOf(fresh.categories.list())).name).toBe("ResponseFormatError");
  });

  test("a path that is not a route of the fake is left alone, and a route gets its answer", async () => {
    mock.listen({ onUnhandledRequest: "error" });
    expect(await failureOf(fetch("https://api.call-analysis.test/other"))).toBeInstanceOf(Error);
    expect((await fetch("https://api.call-analysis.test/v1/agents")).status).toBe(401);
  });

  test("after close() nothing is answered any more", async () => {
    mock.listen();
    mock.close();
    expect((await failureOf(clientOf(mock.service).agents.list())).name).toBe("ConnectionError");
  });

  test("createHandlers gives handlers for any server of msw", () => {
    const handlers = createHandlers(mockPackage.createMockService());
    expect(handlers.length).toBeGreaterThan(0);
  });
});

test("a served fake takes large uploads, and when it is closed nobody answers", async () => {
  const service = mockPackage.createMockService();
  await using server = await serve(service, { port: 0 });
  const sdk = new sdkPackage.CallAnalysis(service.clientOptions({ fast: true }));
  const sizeBytes = 9 * 2 ** 20;
  const uploaded = await sdk.calls.upload(new Blob([new Uint8Array(sizeBytes).fill(82)]), { filename: "large.wav" });
  const served = await fetch(uploaded.publicUrl, { method: "HEAD" });
  expect([served.status, served.headers.get("content-length")]).toEqual([200, String(sizeBytes)]);
  expect((await requestsTo(server.url)("GET /v1/agents")).status).toBe(200);
  await server.close();
  await server.close();
  expect((await failureOf(sdk.agents.list({ retry: false }))).name).toBe("ConnectionError");
});

test("pages of other origins may ask a fake that is served with cors, and no other one", async () => {
  for (const cors of [true, false]) {
    await using server = await serve(mockPackage.createMockService(), { port: 0, cors });
    const response = await requestsTo(server.url)("GET /v1/agents", undefined, { origin: "https://app.example.com" });
    expect(response.headers.has("access-control-allow-origin")).toBe(cors);
  }
});
