import type { AnalysisSnapshot } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { createMockService } from "../../src/index.js";
import { ask, type Fields } from "../support/ask.js";
import { createCall, known } from "../support/flow.js";
import { listening } from "./listening.js";

const ids = (rows: Fields[]) => rows.map(({ id }) => id);

test("calls are listed in pages, in ascending order, without analyses, and not counted as polled", async () => {
  const { control, service } = await listening();
  const created = [await createCall(service), await createCall(service), await createCall(service)];
  const { calls } = (await control("GET", "/calls")).body;
  expect(ids(calls)).toEqual(created);
  expect(calls[0]).toMatchObject({ status: "processing", end: "completed", polls: 0 });
  expect(calls[0].memberId).toBe(known(service).agent.id);
  expect(calls[0]).not.toHaveProperty("analysis");
  const first = (await control("GET", "/calls?limit=2")).body.calls;
  expect(ids(first)).toEqual(created.slice(0, 2));
  expect(ids((await control("GET", `/calls?limit=2&after=${first[1].id}`)).body.calls)).toEqual(created.slice(2));
  expect(ids((await control("GET", "/calls?last=2")).body.calls)).toEqual(created.slice(1));
  expect(ids((await control("GET", "/calls?last=9")).body.calls)).toEqual(created);
});

test("the list of calls has the score and the outcome of each completed call, as its analysis has them", async () => {
  const { control, service } = await listening({ scenario: "busy" });
  const { calls } = (await control("GET", "/calls?limit=60")).body;
  for (const { id, status, score, outcomeLabel, totalScore } of calls) {
    const { data } = (await ask<{ data: AnalysisSnapshot }>(service, `GET /calls/${id}/analysis`)).body;
    const { analysis } = data;
    expect(status).toBe(data.status);
    const points = analysis?.sections.reduce((sum, section) => sum + section.totalScore, 0);
    expect({ score, outcomeLabel, totalScore }).toEqual({
      score: analysis?.score ?? null,
      outcomeLabel: analysis?.outcomeLabel ?? null,
      totalScore: points ?? null,
    });
  }
  expect(calls.filter(({ status }: Fields) => status === "completed").length).toBeGreaterThan(40);
});

test("the list of calls has the result that a test has set, and none before the call is completed", async () => {
  const { control, service } = await listening();
  const callId = await createCall(service);
  const row = async () => (await control("GET", "/calls")).body.calls[0];
  expect(await row()).toMatchObject({ score: null, outcomeLabel: null, totalScore: null });
  service.engine.complete(callId, { score: 41.5 });
  expect(await row()).toMatchObject({ score: 41.5, outcomeLabel: expect.any(String), totalScore: expect.any(Number) });
});

test("why a call failed is in the list of calls", async () => {
  const { control, service } = await listening();
  const callId = await createCall(service);
  service.engine.fail(callId, "Nobody <speaks>.");
  expect((await control("GET", "/calls")).body.calls).toMatchObject([
    { status: "failed", failureReason: "Nobody <speaks>." },
  ]);
});

test("the list of calls says when each changes its status by itself", async () => {
  const startAt = "2026-01-31T10:00:00.000Z";
  const progression = { mode: "time", processingMs: 500, pendingMs: 3_000 } as const;
  const { control, service } = await listening({ clock: { startAt }, progression });
  await createCall(service);
  const next = async () => (await control("GET", "/calls")).body.calls[0].nextChangeAt;
  expect(await next()).toBe("2026-01-31T10:00:00.500Z");
  service.clock.advance(500);
  expect(await next()).toBe("2026-01-31T10:00:03.500Z");
  service.clock.advance(3_000);
  expect(await next()).toBeNull();
});

test("the journal is listed in pages, together with a match", async () => {
  const { control, service } = await listening();
  for (let request = 0; request < 3; request += 1) await ask(service, "GET /agents");
  await ask(service, "GET /categories");
  expect(ids((await control("GET", "/journal?limit=2")).body.entries)).toEqual([1, 2]);
  expect(ids((await control("GET", "/journal?limit=5&after=2")).body.entries)).toEqual([3, 4]);
  expect(ids((await control("GET", "/journal?operation=listAgents&after=1")).body.entries)).toEqual([2, 3]);
});

test.each([
  ["/calls?limit=x", "limit"],
  ["/calls?after=call_nowhere", "after"],
  ["/calls?limits=1", "limits"],
  ["/journal?limit=-1", "limit"],
  ["/journal?after=x", "after"],
  ["/gates/gate-1?waitMs=long", "waitMs"],
])("GET %s gets 400, which names %s", async (path, field) => {
  const { control } = await listening();
  await control("POST", "/gates", { operation: "listAgents" });
  const { status, body } = await control("GET", path);
  expect([status, body.error.fields[0].path]).toEqual([400, field]);
});

test("PUT /clock sets the time, and takes ISO 8601: a day, or a time with a zone", async () => {
  const { control, service } = await listening();
  const moved = await control("PUT", "/clock", { now: "2027-03-01T09:30:00+05:30" });
  expect(moved.status).toBe(200);
  expect(moved.body.now).toMatch(/^2027-03-01T04:00:0/);
  expect(new Date(service.clock.now()).getUTCFullYear()).toBe(2027);
  for (const now of ["soon", "2027-03-01T09:30:00", 7, "1969-01-01T00:00:00Z", undefined]) {
    const { status, body } = await control("PUT", "/clock", { now });
    expect([now, status, body.error.fields[0].path]).toEqual([now, 400, "now"]);
  }
});

test("POST /engine/settle ends every call", async () => {
  const { control, service } = await listening({ progression: { mode: "manual" } });
  const callId = await createCall(service);
  expect(await control("POST", "/engine/settle")).toEqual({ status: 200, body: { status: "ok" } });
  expect(service.engine.inspect(callId).status).toBe("completed");
});

test("POST /seed adds data", async () => {
  const { control, service } = await listening({ scenario: "empty" });
  const category = { ...known(createMockService()).category, id: "cat_1" };
  const { organizationId: _, ...detail } = category;
  const agents = [{ name: "Asha", email: "asha@example.com" }];
  const reply = await control("POST", "/seed", {
    agents,
    categories: [detail],
    campaigns: [{ id: "c1", name: "One" }],
  });
  expect(reply).toEqual({ status: 200, body: { status: "ok" } });
  expect([service.db.agents.list(), service.db.categories.list(), service.db.campaigns.list()]).toMatchObject([
    agents,
    [{ id: "cat_1" }],
    [{ id: "c1" }],
  ]);
  for (const [body, field] of [
    [{ agents: [{ nam: "Asha", email: "a@example.com" }] }, "agents[0].nam"],
    [{ campaign: [] }, "campaign"],
    [{ organization: "Nobody" }, "organization"],
    [{ campaigns: [{ id: "c1", name: "Again" }] }, "campaigns[0].id"],
  ] as const) {
    const { status, body: answer } = await control("POST", "/seed", body);
    const paths = answer.error.fields.map(({ path }: { path: string }) => path);
    expect([status, paths]).toEqual([400, expect.arrayContaining([field])]);
  }
});

test("each interface has a document with the address at which it is", async () => {
  const { control, url } = await listening();
  const external = (await control("GET", "/openapi.json")).body;
  const campaigns = (await control("GET", "/campaigns.openapi.json")).body;
  expect([external.servers, campaigns.servers]).toEqual([[{ url: `${url}/v1` }], [{ url }]]);
  expect(Object.keys(external.paths)).toContain("/calls/{callId}/analysis");
  expect(Object.keys(external.paths).filter((path) => path.includes("campaigns"))).toEqual([]);
  expect(Object.keys(campaigns.paths)).toEqual(["/v1/campaigns/{campaign_id}/prospects-zap"]);
});

test("/__mock__ redirects to /__mock__/, of a sandbox too", async () => {
  const { url, control } = await listening();
  await control("POST", "/sandboxes");
  for (const path of ["/__mock__", "/sandboxes/box-1/__mock__"]) {
    const { status, url: last } = await fetch(url + path);
    expect([status, last]).toEqual([200, `${url}${path}/`]);
  }
});
