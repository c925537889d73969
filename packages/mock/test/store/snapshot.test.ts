import { afterEach, expect, test, vi } from "vitest";
import { createMockService, type Snapshot } from "../../src/index.js";
import { ownedTableNames } from "../../src/store/rows.js";
import { ask } from "../support/ask.js";
import { documentRequests } from "../support/document-requests.js";
import { createCall, grant, known, readAnalysis, upload } from "../support/flow.js";
import { wav } from "../support/wav.js";

afterEach(() => {
  vi.useRealTimers();
});

const startAt = "2026-01-31T10:00:00Z";

/** A service in which something of every kind happened. */
async function used(seed = 1) {
  const service = createMockService({
    seed,
    clock: { startAt },
    progression: { mode: "time", processingMs: 500, pendingMs: 500 },
  });
  const { agent } = known(service);
  await ask(service, `DELETE /agents/${service.db.agents.list()[1]?.id}`);
  await grant(service);
  const audio_url = await upload(service, wav({ seconds: 7 }));
  const callIds = [await createCall(service, { audio_url, udfs: { crmId: "7" } })];
  service.engine.complete(callIds[0] ?? "", { score: 82 });
  service.clock.advance(600);
  callIds.push(await createCall(service, { memberId: agent.email, date: "31/01/2026" }));
  const creations = documentRequests.filter(({ request }) => request.startsWith("POST "));
  for (const { request, body } of creations) await ask(service, request, { body });
  return { service, audio_url, callIds };
}

test("a snapshot is versioned plain JSON, with rows of every table by organization, ids first", async () => {
  const { service } = await used();
  const snapshot = service.snapshot();
  expect(snapshot).toMatchObject({ version: 1, seed: 1, clock: { nowMs: Date.parse(startAt) + 600 } });
  const [organization] = snapshot.organizations;
  for (const table of [...ownedTableNames, "recordings"] as const) {
    const rows = organization?.[table] ?? [];
    const advice = `Nothing has added a row to ${table}. Does a rule of packages/mock/src/domain insert one? If no example of a request in openapi/call-analysis.yaml leads to it, do it in \`used\` of this file.`;
    expect(rows.length, advice).toBeGreaterThan(0);
    for (const row of rows) expect(Object.keys(row)[0]).toBe("id");
  }
  expect(JSON.parse(JSON.stringify(snapshot))).toEqual(snapshot);
  expect(JSON.stringify(snapshot)).not.toMatch(/test-key|organizationId/);
});

test("restoring brings back every answer, the time, the recordings and the ids that come next", async () => {
  const { service, audio_url, callIds } = await used();
  const snapshot = service.snapshot();
  const answers = async (asked: typeof service) => ({
    calls: await Promise.all(callIds.map((callId) => readAnalysis(asked, callId))),
    agents: (await ask(asked, "GET /agents")).body,
    category: (await ask(asked, `GET /categories/${known(asked).category.id}`)).body,
    recording: [...new Uint8Array(await (await asked.fetch(audio_url)).arrayBuffer())],
    nowMs: asked.clock.now(),
    nextCallId: await createCall(asked),
  });
  const expected = await answers(service);
  // Policies are no part of a snapshot, and the demo sets one.
  const policies = { undocumentedFields: "values" } as const;
  const other = createMockService({ seed: 9, clock: { startAt: 0 }, scenario: "empty", policies });
  other.restore(snapshot);
  expect(other.snapshot()).toEqual(snapshot);
  expect(await answers(other)).toEqual(expected);
});

test("a reset after a restored state returns to the service's own seed", async () => {
  const service = createMockService({ seed: 1, clock: { startAt } });
  const before = service.snapshot();
  service.restore((await used(2)).service.snapshot());
  service.reset();
  expect(service.snapshot()).toEqual(before);
});

test("a state in which the organization of a key has another name is restored as it is", () => {
  const service = createMockService();
  const { organizations, ...head } = service.snapshot();
  service.restore({ ...head, organizations: organizations.map((each) => ({ ...each, name: "Renamed" })) });
  expect(service.db.organizations.list().map(({ name }) => name)).toEqual(["Renamed"]);
});

test("a call keeps the configuration of its creation when its category is changed before the snapshot", async () => {
  const service = createMockService();
  const callId = await createCall(service);
  const { sections } = service.engine.inspect(callId).analysis ?? {};
  service.db.categories.update(known(service).category.id, { analysisPointers: [] });
  const other = createMockService();
  other.restore(service.snapshot());
  expect(other.engine.inspect(callId).analysis?.sections).toEqual(sections);
  expect(other.db.categories.get(known(service).category.id)?.analysisPointers).toEqual([]);
});

test("a state that was saved before a table came is restored, and the table is empty", async () => {
  const { service } = await used();
  const snapshot = service.snapshot();
  const [{ id, agents } = { id: "", agents: [] }] = snapshot.organizations;
  service.restore({ ...snapshot, organizations: [{ id, agents } as never] });
  const [restored] = service.snapshot().organizations;
  const empty = Object.fromEntries([...ownedTableNames, "recordings"].map((table) => [table, []]));
  expect(restored).toEqual({ ...empty, id, name: "Demo organization", agents });
});

test("an organization with a key that a snapshot has not is there, and empty", async () => {
  const service = createMockService({ keys: { "test-key": "Demo organization", "key-south": "South" } });
  service.restore(createMockService().snapshot());
  expect((await ask(service, "GET /agents", { key: "key-south" })).body.data).toEqual([]);
  expect((await ask<{ data: unknown[] }>(service, "GET /agents")).body.data).toHaveLength(4);
});

/** Changes something in a snapshot, by the way to it. */
function changed(snapshot: Snapshot, path: (string | number)[], value: unknown): Snapshot {
  const copy = structuredClone(snapshot);
  const last = path.at(-1) ?? "";
  const parent = path.slice(0, -1).reduce<object>((item, key) => Reflect.get(item, key), copy);
  if (value === undefined) Reflect.deleteProperty(parent, last);
  else Reflect.set(parent, last, value);
  return copy;
}

test.each([
  [["version"], 2, "version"],
  [["clock", "nowMs"], -1, "clock.nowMs"],
  [["extra"], 1, "extra"],
  [["organizations", 0, "calls", 1, "udfs"], "text", "organizations[0].calls[1].udfs"],
  [["organizations", 0, "calls", 0, "plan", "outcome"], "lost", "organizations[0].calls[0].plan.outcome"],
  [["organizations", 0, "calls", 0, "categoryId"], "cat_nowhere", "organizations[0].calls[0].categoryId"],
  [
    ["organizations", 0, "calls", 0, "analysisOverrides"],
    { outcomeLabel: "Sold the moon" },
    "organizations[0].calls[0].analysisOverrides.outcomeLabel",
  ],
  [["organizations", 0, "agents", 0, "createdAt"], "yesterday", "organizations[0].agents[0].createdAt"],
  [["organizations", 0, "agents", 2, "email"], "asha.verma@example.com", "organizations[0].agents[2]"],
  [["organizations", 0, "categories", 0, "analysisPointers"], {}, "organizations[0].categories[0].analysisPointers"],
  [["organizations", 0, "recordings", 0, "base64"], "!", "organizations[0].recordings[0].base64"],
  [["organizations", 0, "recordings", 0, "base64"], "AAAA", "organizations[0].recordings[0].base64"],
])("a snapshot that is wrong at %j is refused with that place, and nothing is changed", async (path, value, place) => {
  const { service } = await used();
  const before = service.snapshot();
  expect(() => service.restore(changed(before, path, value))).toThrow(place);
  expect(service.snapshot()).toEqual(before);
});

test("a snapshot without the bytes of a recording is restored only where the recording is", async () => {
  const { service } = await used();
  const path = ["organizations", 0, "recordings", 0, "base64"];
  const snapshot = changed(service.snapshot(), path, undefined);
  service.restore(snapshot);
  expect(() => createMockService().restore(snapshot)).toThrow(
    /^organizations\[0\]\.recordings\[0\]\.base64: .*this service lacks the recording/,
  );
});

test("ids that two organizations of a snapshot share are refused", () => {
  const snapshot = createMockService({ keys: { a: "A", b: "B" } }).snapshot();
  const [one, other] = snapshot.organizations;
  if (one && other) other.campaigns = structuredClone(one.campaigns);
  expect(() => createMockService().restore(snapshot)).toThrow(/^organizations\[1\]\.campaigns\[0\]\.id: /);
});

test("a system clock goes on from the time of the snapshot", () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const service = createMockService();
  service.clock.advance(86_400_000);
  const other = createMockService();
  other.restore(service.snapshot());
  expect(other.clock.now()).toBe(Date.now() + 86_400_000);
  vi.advanceTimersByTime(5_000);
  expect(other.clock.now()).toBe(Date.now() + 86_400_000);
});
