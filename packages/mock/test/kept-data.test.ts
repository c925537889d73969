import { expect, test } from "vitest";
import { contractForm } from "../src/engine/configuration.js";
import { createMockService, type MockService } from "../src/index.js";
import { ask, type Fields } from "./support/ask.js";
import { createCall, finishedCall, known, readAnalysis, upload } from "./support/flow.js";
import { wav } from "./support/wav.js";

const prospect = { name: "Ravi Kumar", phone: "+919812345678" };

/** Adds a prospect to the demo's campaign, and gives what came back and what is kept. */
async function addProspect(service: MockService, body: unknown) {
  const address = `${service.addresses.campaignBaseUrl}/v1/campaigns/${known(service).campaign.id}/prospects-zap`;
  const reply = await ask<Fields>(service, `POST ${address}`, { body });
  return { reply, kept: service.db.prospects.list().map(({ fields }) => fields) };
}

test("a call keeps the id of its member, by whatever it was named", async () => {
  const service = createMockService();
  const { agent } = known(service);
  for (const memberId of [agent.id, agent.email, agent.email.toUpperCase()]) {
    const callId = await createCall(service, { memberId });
    expect(service.db.calls.get(callId)?.memberId).toBe(agent.id);
  }
});

test("the same analysis results whether a member is named by id or by e-mail", async () => {
  const service = createMockService();
  const { agent } = known(service);
  const byId = await finishedCall(service, { memberId: agent.id });
  const byEmail = await finishedCall(service, { memberId: agent.email });
  expect(byEmail.analysis).toEqual(byId.analysis);
});

test("what counts is the recording as it was when it was ingested", async () => {
  const service = createMockService({ progression: { mode: "manual" } });
  const audio_url = await upload(service, wav({ seconds: 3 }));
  const callId = await createCall(service, { audio_url });
  service.engine.settle();
  const [row] = service.db.uploads.list();
  service.db.uploads.delete(row?.id ?? "");
  expect((await readAnalysis(service, callId)).metadata.duration).toBe(3);
});

test("without a date, a call's timestamps are the time of its creation", async () => {
  const service = createMockService({ clock: { startAt: "2026-02-01T00:00:00Z" } });
  const { metadata } = await finishedCall(service);
  expect([metadata.createdAt, metadata.updatedAt]).toEqual(["2026-02-01T00:00:00.000Z", "2026-02-01T00:00:00.000Z"]);
});

test("a call keeps the category as it was when the call was created", async () => {
  const service = createMockService({ progression: { mode: "manual" } });
  const { category } = known(service);
  const callId = await createCall(service);
  service.db.categories.update(category.id, { analysisPointers: [] });
  service.engine.settle();
  expect((await readAnalysis(service, callId)).analysis.sections).toHaveLength(category.analysisPointers.length);
});

test("a category that changes is answered as it is now, in the list and by itself", async () => {
  const service = createMockService();
  const { id } = known(service).category;
  await ask(service, "GET /categories");
  await ask(service, `GET /categories/${id}`);
  service.db.categories.update(id, { name: "Renamed" });
  const list = await ask<{ data: Fields[] }>(service, "GET /categories");
  expect(list.body.data[0]?.name).toBe("Renamed");
  expect((await ask(service, `GET /categories/${id}`)).body.data.name).toBe("Renamed");
});

test("a category is answered as it is kept, without its organization", async () => {
  const service = createMockService();
  const { organizationId, ...category } = known(service).category;
  const detail = contractForm(category);
  const reply = await ask(service, `GET /categories/${detail.id}`);
  expect(reply.status).toBe(200);
  expect(reply.body.data).toEqual(detail);
  expect(JSON.stringify(reply.body)).not.toContain(organizationId);
});

test("any file name is taken, and gives a plain address", async () => {
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

test("the public address gives the bytes back under the type they came with", async () => {
  const service = createMockService();
  const bytes = wav({ seconds: 0.01 });
  const publicUrl = await upload(service, bytes);
  const response = await service.fetch(publicUrl);
  const head = await service.fetch(publicUrl, { method: "HEAD" });
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
  expect(response.headers.get("content-type")).toBe("audio/wav");
  expect([head.headers.get("content-length"), await head.text()]).toEqual([String(bytes.length), ""]);
});

test("a campaign id is taken as it is written, percent-encoded characters included", async () => {
  const service = createMockService();
  service.seed({ campaigns: [{ id: "spring/2026 é", name: "Spring" }] });
  const id = encodeURIComponent("spring/2026 é");
  const address = `${service.addresses.campaignBaseUrl}/v1/campaigns/${id}/prospects-zap`;
  expect((await ask(service, `POST ${address}`, { body: prospect })).status).toBe(200);
});

test("a prospect is kept with keys of any type, in their order", async () => {
  const text =
    '{"name":"Ravi Kumar","phone":"+919812345678","city":"Pune","tags":[1,{"a":null}],"__proto__":{"b":true}}';
  const { reply, kept } = await addProspect(createMockService(), text);
  expect(reply.status).toBe(200);
  expect(JSON.stringify(kept[0])).toBe(text);
});
