import { expect } from "vitest";
import { ask, type Fields } from "../support/ask.js";
import { createCall, finishedCall, grant, known, readAnalysis, upload } from "../support/flow.js";
import { createMockService, test } from "../support/specification.js";
import { wav } from "../support/wav.js";

interface Refused {
  error?: { fields: { path: string }[] };
}

test("section 4, Calls: `POST /calls/presigned-url` answers 200 with key, presignedUrl and publicUrl", async () => {
  const body = { filename: "call.wav", contentType: "audio/wav" };
  const reply = await ask(createMockService(), "POST /calls/presigned-url", { body });
  expect(reply.status).toBe(200);
  expect(Object.keys(reply.body.data)).toEqual(["key", "presignedUrl", "publicUrl"]);
});

test("section 4, Calls: `POST /calls/presigned-url` requires filename and contentType", async () => {
  const service = createMockService();
  const bodies = [{}, { filename: " ", contentType: "audio" }, { filename: 1, contentType: 2 }];
  for (const body of bodies) {
    const reply = await ask<Refused>(service, "POST /calls/presigned-url", { body });
    expect(reply.status).toBe(400);
    expect(reply.body.error?.fields.map(({ path }) => path)).toEqual(["filename", "contentType"]);
  }
});

test("section 4, Calls: `POST /calls/presigned-url` takes any file name, and gives a plain address", async () => {
  const service = createMockService();
  for (const filename of ["../../etc/passwd", "..", "C:\\calls\\ä ö?#%.wav", "/", "एक.wav", "a".repeat(5_000)]) {
    const body = { filename, contentType: "audio/wav; codecs=1" };
    const reply = await ask(service, "POST /calls/presigned-url", { body });
    expect(reply.status).toBe(200);
    const { key, publicUrl } = reply.body.data;
    expect(key).toMatch(/^recordings\/upl_[0-9a-f]{12}\/[A-Za-z0-9_-][A-Za-z0-9._-]*$/);
    expect(new URL(String(publicUrl)).pathname).toBe(`/${key}`);
  }
});

test("section 4, Calls: `POST /calls` answers 202 with callId and status", async () => {
  const service = createMockService();
  const { agent, category, audio_url } = known(service);
  const body = { memberId: agent.id, categoryId: category.id, audio_url };
  const reply = await ask(service, "POST /calls", { body });
  expect(reply.status).toBe(202);
  expect(reply.body).toEqual({ data: { callId: expect.any(String), status: "processing" } });
});

test("section 4, Calls: `POST /calls` refuses an unknown member and an unknown category with 404, by name", async () => {
  const service = createMockService();
  const { agent, category, audio_url } = known(service);
  const member = { memberId: "mem_nowhere", categoryId: category.id, audio_url };
  const kind = { memberId: agent.id, categoryId: "cat_nowhere", audio_url };
  for (const [body, path] of [
    [member, "memberId"],
    [kind, "categoryId"],
  ] as const) {
    const reply = await ask<Refused>(service, "POST /calls", { body });
    expect([reply.status, reply.body.error?.fields[0]?.path]).toEqual([404, path]);
  }
});

test("section 4, Calls: `GET /calls/{callId}/analysis` answers 200 with callId, status, analysis and metadata", async () => {
  const service = createMockService();
  const callId = await createCall(service);
  const reply = await ask(service, `GET /calls/${callId}/analysis`);
  expect(reply.status).toBe(200);
  expect(Object.keys(reply.body.data)).toEqual(["callId", "status", "analysis", "metadata"]);
});

test("section 4, Calls: `GET /calls/{callId}/analysis` answers 404 for an id that is not there", async () => {
  expect((await ask(createMockService(), "GET /calls/call_nowhere/analysis")).status).toBe(404);
});

test("section 4, Create call, rule 1: the call's record is there at once, and its analysis is not", async () => {
  const service = createMockService();
  const callId = await createCall(service);
  expect(service.db.calls.get(callId)).toMatchObject({ id: callId, polls: 0 });
  expect((await readAnalysis(service, callId)).analysis).toBeNull();
});

test("section 4, Create call, rule 2: `memberId` is matched as a member id or as an agent's e-mail", async () => {
  const service = createMockService();
  const { agent } = known(service);
  for (const memberId of [agent.id, agent.email, agent.email.toUpperCase()]) {
    const callId = await createCall(service, { memberId });
    expect(service.db.calls.get(callId)?.memberId).toBe(agent.id);
  }
});

test("section 4, Create call, rule 2: the same analysis results whether a member is named by id or by e-mail", async () => {
  const service = createMockService();
  const { agent } = known(service);
  const byId = await finishedCall(service, { memberId: agent.id });
  const byEmail = await finishedCall(service, { memberId: agent.email });
  expect(byEmail.analysis).toEqual(byId.analysis);
});

test("section 4, Create call, rule 3: `audio_url` is ingested even on the service's own storage", async () => {
  const service = createMockService();
  const uploaded = await finishedCall(service, { audio_url: await upload(service, wav({ seconds: 3 })) });
  const missing = await finishedCall(service, { audio_url: (await grant(service)).publicUrl });
  expect([uploaded.status, uploaded.metadata.duration]).toEqual(["completed", 3]);
  expect(missing.status).toBe("failed");
});

test("section 4, Create call, rule 3: what counts is the recording as it was when it was ingested", async () => {
  const service = createMockService({ progression: { mode: "manual" } });
  const audio_url = await upload(service, wav({ seconds: 3 }));
  const callId = await createCall(service, { audio_url });
  service.engine.settle();
  const [row] = service.db.uploads.list();
  service.db.uploads.delete(row?.id ?? "");
  expect((await readAnalysis(service, callId)).metadata.duration).toBe(3);
});

test("section 4, Create call, rule 4: `createdAt` and `updatedAt` are initialized from `date`", async () => {
  const { metadata } = await finishedCall(createMockService(), { date: "2026-01-21T10:00:00+02:00" });
  expect([metadata.createdAt, metadata.updatedAt]).toEqual(["2026-01-21T08:00:00.000Z", "2026-01-21T08:00:00.000Z"]);
});

test("section 4, Create call, rule 4: without `date` they are the time of creation", async () => {
  const service = createMockService({ clock: { startAt: "2026-02-01T00:00:00Z" } });
  const { metadata } = await finishedCall(service);
  expect([metadata.createdAt, metadata.updatedAt]).toEqual(["2026-02-01T00:00:00.000Z", "2026-02-01T00:00:00.000Z"]);
});

test("section 4, Create call, rule 5: five forms of `date` are accepted, each with an optional time", async () => {
  const service = createMockService();
  const forms = ["2026-01-31", "2026-01-31T10:00:00Z", "2026/01/31", "31-01-2026", "31/01/2026"];
  const timed = ["2026-01-31 15:30", "2026/01/31 15:30", "31-01-2026 15:30", "31/01/2026 15:30:00"];
  for (const date of [...forms, ...timed]) {
    const { metadata } = await finishedCall(service, { date });
    expect(metadata.createdAt).toMatch(/^2026-01-31T(03:30|10:00):00\.000Z$/);
  }
});

test("section 4, Create call, rule 5: other forms and days that the calendar lacks get 400, by name", async () => {
  const service = createMockService();
  const { agent, category, audio_url } = known(service);
  for (const date of ["2026-02-30", "31-13-2026", "01/31/2026", "2026-1-1", "Jan 31 2026", "1769853600"]) {
    const body: Fields = { memberId: agent.id, categoryId: category.id, audio_url, date };
    const reply = await ask<Refused>(service, "POST /calls", { body });
    expect([reply.status, reply.body.error?.fields[0]?.path]).toEqual([400, "date"]);
  }
});

test("section 4, Create call, rule 6: a date without a time is 09:00 in India, 03:30 UTC", async () => {
  for (const date of ["2026-01-31", "2026/01/31", "31-01-2026", "31/01/2026"]) {
    const { metadata } = await finishedCall(createMockService(), { date });
    expect(metadata.createdAt).toBe("2026-01-31T03:30:00.000Z");
  }
});

test("a call keeps the category as it was when the call was created", async () => {
  const service = createMockService({ progression: { mode: "manual" } });
  const { category } = known(service);
  const callId = await createCall(service);
  service.db.categories.update(category.id, { analysisPointers: [] });
  service.engine.settle();
  expect((await readAnalysis(service, callId)).analysis.sections).toHaveLength(category.analysisPointers.length);
});
