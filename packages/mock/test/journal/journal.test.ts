import { expect, test } from "vitest";
import { createMockService } from "../../src/index.js";
import { ask } from "../support/ask.js";
import { createCall, grant, known, put, readAnalysis } from "../support/flow.js";
import { wav } from "../support/wav.js";

const startAt = "2026-01-31T10:00:00.000Z";

test("an entry has the request, its organization, its time, and the response", async () => {
  const service = createMockService({ clock: { startAt } });
  const body = { name: "Dev Patel", email: "dev.patel@example.com" };
  const reply = await ask(service, "POST /agents", { body });
  const text = JSON.stringify(body);
  expect(service.journal.entries()).toEqual([
    {
      id: 1,
      operation: "createAgent",
      method: "POST",
      origin: "https://api.call-analysis.test",
      path: "/v1/agents",
      query: [],
      status: 201,
      reason: null,
      startedAt: startAt,
      endedAt: startAt,
      durationMs: expect.any(Number),
      organizationId: service.db.organizations.list()[0]?.id,
      requestId: reply.headers.get("x-request-id"),
      client: null,
      lostResponse: null,
      faults: [],
      rules: [],
      ruleDefinitions: [],
      requestHeaders: [
        { name: "authorization", value: "[removed]" },
        { name: "content-type", value: "text/plain;charset=UTF-8" },
      ],
      responseHeaders: [
        { name: "content-type", value: "application/json" },
        { name: "x-request-id", value: reply.headers.get("x-request-id") },
      ],
      request: { contentType: "text/plain;charset=UTF-8", sizeBytes: text.length, content: body, isCut: false },
      response: {
        contentType: "application/json",
        sizeBytes: JSON.stringify(reply.body).length,
        content: reply.body,
        isCut: false,
      },
    },
  ]);
});

test("a recording's bytes are not in the journal, but their size is", async () => {
  const service = createMockService();
  const { presignedUrl, publicUrl } = await grant(service);
  await put(service, presignedUrl);
  await (await service.fetch(publicUrl)).arrayBuffer();
  const [, uploaded, read] = service.journal.entries();
  expect(uploaded?.request).toEqual({
    contentType: "audio/wav",
    sizeBytes: wav().length,
    content: null,
    isCut: false,
  });
  expect(read?.response).toMatchObject({ sizeBytes: wav().length, content: null });
});

test("find and count match fields of the entry, of the body, and of what the request is about", async () => {
  const service = createMockService();
  const { agent, category } = known(service);
  const callId = await createCall(service, { udfs: { crm: { id: 7, stage: "won" } } });
  await readAnalysis(service, callId);
  await ask(service, "POST /calls", { body: {} });
  const { journal } = service;
  expect(journal.count()).toBe(3);
  expect(journal.count({ operation: "createCall" })).toBe(2);
  expect(journal.count({ operation: "createCall", status: 202, memberId: agent.id })).toBe(1);
  expect(journal.count({ udfs: { crm: { id: 7 } }, categoryId: category.id })).toBe(2);
  expect(journal.find({ callId }).map(({ operation }) => operation)).toEqual(["getCallAnalysis"]);
  expect(journal.count({ filename: "call-0193.wav" })).toBe(2);
  expect(journal.count({ status: 500 })).toBe(0);
});

test("an entry cannot be changed", async () => {
  const service = createMockService();
  await createCall(service);
  const [entry] = service.journal.entries();
  expect(Object.isFrozen(entry)).toBe(true);
  expect(Object.isFrozen(entry?.request.content)).toBe(true);
});

test("the oldest entries go when there are more than the limit", async () => {
  const service = createMockService({ journal: { maxEntries: 3 } });
  for (const path of ["/1", "/2", "/3", "/4", "/5"] as const) await ask(service, `GET ${path}`);
  expect(service.journal.entries().map(({ id, path }) => [id, path])).toEqual([
    [3, "/v1/3"],
    [4, "/v1/4"],
    [5, "/v1/5"],
  ]);
});

test("a count throws when requests are no longer kept, and says what to do", async () => {
  const service = createMockService({ journal: { maxEntries: 1 } });
  await createCall(service);
  await ask(service, "GET /agents");
  expect(() => service.journal.count({ operation: "listAgents" })).toThrow(
    "Requests cannot be counted, because the journal has dropped the first 1. Raise journal.maxEntries, or call journal.clear() before you send the requests to count.",
  );
  service.journal.clear();
  expect(service.journal.count()).toBe(0);
});

test("of a body larger than the limit the beginning is kept, and its whole size", async () => {
  const service = createMockService();
  const body = { name: "D".repeat(66_000), email: "dev.patel@example.com" };
  await ask(service, "POST /agents", { body });
  const [entry] = service.journal.entries();
  expect(entry?.request).toMatchObject({
    sizeBytes: JSON.stringify(body).length,
    content: expect.stringMatching(/^\{"name":"D{65000,65527}$/),
    isCut: true,
  });
  const { content, isCut } = entry?.response ?? {};
  expect([isCut, String(content).startsWith('{"data":'), String(content).endsWith("D".repeat(60_000))]).toEqual([
    true,
    true,
    true,
  ]);
});

test.each([-1, 1.5, Number.NaN])("a limit of %d entries is rejected", (maxEntries) => {
  expect(() => createMockService({ journal: { maxEntries } })).toThrow(/journal\.maxEntries/);
});
