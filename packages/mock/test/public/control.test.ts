import { expect, test } from "vitest";
import { createCallBy, readCall, requestsTo } from "../../../sdk/test/public/support/http.ts";
import { serveFake } from "../../../sdk/test/public/support/processes.ts";

type ServiceOptions = Parameters<typeof serveFake>[0];

/** A served fake, and requests to its interface and to its control. */
async function start(options: ServiceOptions = { progression: { mode: "manual" } }) {
  const fake = await serveFake(options);
  return { ...fake, ask: requestsTo(fake.url), control: requestsTo(`${fake.url}/__mock__`) };
}

test("the flow works by plain requests, at the listening address", async () => {
  const { url, ask } = await start({});
  const callId = await createCallBy(ask, { udfs: { crm: 7 } });
  const call = await readCall(ask, callId);
  expect(call).toMatchObject({ callId, status: "completed", metadata: { udfs: { crm: 7 } } });
  expect(call.metadata.audioUrl.startsWith(`${url}/storage/`)).toBe(true);
  expect(await (await fetch(call.metadata.audioUrl)).text()).toBe("RIFF....WAVE");
  expect((await fetch(call.metadata.audioUrl, { method: "HEAD" })).status).toBe(200);
  const [campaign] = (await requestsTo(`${url}/__mock__`)("GET /state")).body.organizations[0].campaigns;
  const added = await ask(`POST /v1/campaigns/${campaign.id}/prospects-zap`, { name: "A", phone: "+1" });
  expect(added).toMatchObject({ status: 200, body: { success: true, added_count: 1 } });
});

test("a fault applies, and DELETE of all faults ends them", async () => {
  const { ask, control } = await start();
  await control("POST /faults", { operation: "listAgents", status: 503, retryAfter: 2, times: 5 });
  const failed = await ask("GET /v1/agents");
  expect([failed.status, failed.headers.get("retry-after")]).toEqual([503, "2"]);
  await control("DELETE /faults");
  expect((await ask("GET /v1/agents")).status).toBe(200);
});

test("a gate tells how many it holds, waits for the first one, and lets them through when it is removed", async () => {
  const { ask, control } = await start();
  const { id } = (await control("POST /gates", { operation: "listAgents" })).body;
  expect((await control(`GET /gates/${id}?waitMs=1`)).body).toEqual({ reached: false, held: 0 });
  const held = ask("GET /v1/agents");
  expect((await control(`GET /gates/${id}?waitMs=30000`)).body).toEqual({ reached: true, held: 1 });
  await control(`DELETE /gates/${id}`);
  expect((await held).status).toBe(200);
});

test("rules of the engine decide how calls end, and calls can be ended at once", async () => {
  const { ask, control } = await start();
  await control("POST /engine/rules", { match: { udfs: { vip: true } }, complete: { score: 95 } });
  const [one, other, third] = [
    await createCallBy(ask, { udfs: { vip: true } }),
    await createCallBy(ask),
    await createCallBy(ask),
  ];
  expect((await control(`POST /calls/${other}/complete`, { score: 40 })).status).toBeLessThan(300);
  expect((await control(`POST /calls/${third}/fail`, { reason: "silent" })).status).toBeLessThan(300);
  expect((await control("POST /engine/settle")).status).toBeLessThan(300);
  expect((await readCall(ask, one)).analysis.score).toBe(95);
  expect((await readCall(ask, other)).analysis.score).toBe(40);
  expect((await readCall(ask, third)).status).toBe("failed");
  expect((await control("POST /calls/none/complete", {})).status).toBe(404);
});

test("an override answers in the service's place, and removing it ends that", async () => {
  const { ask, control } = await start();
  await control("POST /overrides", { operation: "listAgents", status: 200, body: { data: [] } });
  expect((await ask("GET /v1/agents")).body).toEqual({ data: [] });
  await control("POST /overrides", { operation: "listAgents", status: 410, body: { detail: "gone" } });
  expect((await ask("GET /v1/agents")).status).toBe(410);
  await control("DELETE /rules");
  expect((await ask("GET /v1/agents")).body.data).toHaveLength(4);
});

test("the clock is read, moved and set", async () => {
  const options: ServiceOptions = {
    clock: { startAt: "2026-01-31T10:00:00Z" },
    progression: { mode: "time", processingMs: 1_000, pendingMs: 1_000 },
  };
  const { ask, control } = await start(options);
  const now = async () => Date.parse((await control("GET /clock")).body.now);
  const callId = await createCallBy(ask);
  const startMs = await now();
  await control("POST /clock/advance", { ms: 1_500 });
  expect([(await now()) - startMs, (await readCall(ask, callId)).status]).toEqual([1_500, "pending"]);
  await control("PUT /clock", { now: "2026-02-01T00:00:00Z" });
  expect([await now(), (await readCall(ask, callId)).status]).toEqual([Date.parse("2026-02-01"), "completed"]);
});

test("calls and the journal come in pages, in ascending order, and the journal has no key", async () => {
  const { ask, control } = await start();
  const ids = [await createCallBy(ask), await createCallBy(ask), await createCallBy(ask)];
  const pageOf = async (path: string, list: string) =>
    (await control(`GET ${path}`)).body[list].map(({ id }: { id: string }) => id);
  expect(await pageOf("/calls", "calls")).toEqual(ids);
  expect(await pageOf("/calls?limit=2", "calls")).toEqual(ids.slice(0, 2));
  expect(await pageOf(`/calls?limit=2&after=${ids[1]}`, "calls")).toEqual(ids.slice(2));
  const entries = await pageOf("/journal", "entries");
  expect(entries).toEqual(entries.toSorted((a: number, b: number) => a - b));
  expect(await pageOf(`/journal?limit=2&after=${entries[3]}`, "entries")).toEqual(entries.slice(4, 6));
  const { text } = await control("GET /journal");
  expect(text).toContain("createCall");
  expect(text).not.toContain("test-key");
  await control("DELETE /journal");
  expect(await pageOf("/journal", "entries")).toEqual([]);
});

test("the state is one text that another fake can take, and a reset returns to the start", async () => {
  const { ask, control } = await start({});
  const callId = await createCallBy(ask);
  const call = await readCall(ask, callId);
  const { body: state } = await control("GET /state");
  expect(state).toMatchObject({ version: 1, organizations: [{ calls: [{ id: callId }] }] });
  await control("POST /reset");
  expect((await ask(`GET /v1/calls/${callId}/analysis`)).status).toBe(404);
  const other = await start({ seed: 9 });
  expect((await other.control("PUT /state", state)).status).toBeLessThan(300);
  const moved = await readCall(other.ask, callId);
  expect(moved.analysis).toEqual(call.analysis);
  expect((await other.control("PUT /state", { version: 99 })).status).toBe(400);
  expect(await readCall(other.ask, callId)).toEqual(moved);
});

test("rows can be seeded", async () => {
  const { ask, control } = await start();
  const agents = [{ id: "mem_9", name: "Zoya", email: "zoya@example.com" }];
  expect((await control("POST /seed", { agents })).status).toBeLessThan(300);
  expect((await ask("GET /v1/agents")).body.data.map(({ id }: { id: string }) => id)).toContain("mem_9");
});
