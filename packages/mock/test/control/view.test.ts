import type { Agent } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { createMockService } from "../../src/index.js";
import { createCall, known, upload } from "../support/flow.js";
import { wav } from "../support/wav.js";
import { listening } from "./listening.js";

interface ControlledOrganization {
  id: string;
  name: string;
  key: string;
  campaigns: { id: string; name: string }[];
}

async function organizationsOf({ control }: Pick<Awaited<ReturnType<typeof listening>>, "control">) {
  return (await control("GET", "/organizations")).body.organizations as ControlledOrganization[];
}

/** What may not change by looking. */
function traces(service: ReturnType<typeof createMockService>) {
  return { entries: service.journal.count(), polls: service.db.calls.list().map(({ polls }) => polls) };
}

test("organizations are listed with their campaigns and a new key, which is none of those given", async () => {
  const keys = { "key-north": "North", "key-south": "South" };
  const { url, ...server } = await listening({ keys });
  const [north, south] = await organizationsOf(server);
  expect([north?.name, south?.name]).toEqual(["North", "South"]);
  const campaigns = server.service.db.campaigns.list().map(({ id }) => [id]);
  expect([north, south].map((each) => each?.campaigns.map(({ id }) => id))).toEqual(campaigns);
  expect(JSON.stringify([north, south])).not.toMatch(/key-(north|south)/);
  const listed = async (key: string) => {
    const response = await fetch(`${url}/v1/agents`, { headers: { authorization: `Bearer ${key}` } });
    return ((await response.json()) as { data: Agent[] }).data.map(({ id }) => id);
  };
  expect(await listed(south?.key ?? "")).toEqual(await listed("key-south"));
});

test("the key of control stays after a reset, is another one in each service, and is nowhere in journal and state", async () => {
  const { service, ...server } = await listening();
  const [before] = await organizationsOf(server);
  await server.control("POST", "/reset");
  const [after] = await organizationsOf(server);
  expect(after).toEqual(before);
  expect((await organizationsOf(await listening()))[0]?.key).not.toBe(after?.key);
  const body = JSON.stringify({ name: `agent of ${after?.key}`, email: "a@example.com" });
  await fetch(`${server.url}/v1/agents`, { method: "POST", body, headers: { authorization: `Bearer ${after?.key}` } });
  expect(service.journal.entries()).toMatchObject([
    { status: 201, request: { content: { name: "agent of [removed]" } } },
  ]);
  expect(JSON.stringify(service.journal.entries())).not.toContain(after?.key);
});

test("looking at a call, at agents and at categories gives what a client gets, and changes nothing", async () => {
  const { url, service, control } = await listening({ policies: { rateLimit: { limit: 4, windowMs: 60_000 } } });
  const callId = await createCall(service);
  service.use("listAgents", () => ({ data: [] }), { times: 1 });
  service.faults.inject({ status: 503, times: 2 });
  const gate = service.hold("getCategory");
  const before = traces(service);
  const look = async (path: string) => {
    const response = await fetch(`${url}/__mock__/view/v1${path}`, { headers: { authorization: "Bearer test-key" } });
    return { status: response.status, ...((await response.json()) as { data: { length: number; status: string } }) };
  };
  for (let time = 0; time < 5; time += 1) {
    expect(await look(`/calls/${callId}/analysis`)).toMatchObject({ status: 200, data: { status: "processing" } });
  }
  expect((await look("/agents")).data).toHaveLength(4);
  expect((await look("/categories")).data).toHaveLength(3);
  expect((await look(`/categories/${known(service).category.id}`)).status).toBe(200);
  await control("GET", `/calls/${callId}`);
  await control("GET", "/clock");
  expect(traces(service)).toEqual(before);
  expect(service.rules.list().map(({ used }) => used)).toEqual(service.rules.list().map(() => 0));
  const asked = await fetch(`${url}/v1/agents`, { headers: { authorization: "Bearer test-key" } });
  expect(asked.status).toBe(503);
  gate.release();
});

test.each([
  ["/view/v1/agents", "Bearer wrong", 401],
  ["/view/v1/calls/call_nowhere/analysis", "Bearer test-key", 404],
  ["/calls/call_nowhere/recording", "Bearer test-key", 404],
])("a look at %s with %s gets %i", async (path, authorization, status) => {
  const { control } = await listening();
  expect((await control("GET", path, undefined, { authorization })).status).toBe(status);
});

test("a category is looked at with the texts of its analyses", async () => {
  const { control, service } = await listening();
  const authorization = { authorization: "Bearer test-key" };
  const { category } = known(service);
  const detail = (await control("GET", `/view/v1/categories/${category.id}`, undefined, authorization)).body.data;
  expect(detail.possibleOutcomes[0].implies).toEqual(category.possibleOutcomes[0]?.implies);
  expect(detail.possibleOutcomes[0].implies).toBeDefined();
});

test("a look never reaches another organization's call", async () => {
  const { control, service } = await listening({ keys: { "test-key": "North", "key-south": "South" } });
  const callId = await createCall(service);
  const look = (key: string) =>
    control("GET", `/view/v1/calls/${callId}/analysis`, undefined, { authorization: `Bearer ${key}` });
  expect([(await look("test-key")).status, (await look("key-south")).status]).toEqual([200, 404]);
});

test("a call's recording comes with its bytes and its type, and the read is not in the journal", async () => {
  const { url, service } = await listening();
  const callId = await createCall(service, { audio_url: await upload(service) });
  const before = traces(service);
  const response = await fetch(`${url}/__mock__/calls/${callId}/recording`);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "audio/wav"]);
  expect(response.headers.get("content-disposition")).toBe("attachment");
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(wav());
  expect(traces(service)).toEqual(before);
});

test("the journal says which client sent a request, and finds requests by it", async () => {
  const { url, control } = await listening();
  const headers = { authorization: "Bearer test-key", "x-mock-client": "console" };
  await fetch(`${url}/v1/agents`, { headers });
  await fetch(`${url}/v1/categories`, { headers: { authorization: "Bearer test-key" } });
  const { entries } = (await control("GET", "/journal?client=console")).body;
  expect(entries).toMatchObject([{ operation: "listAgents", client: "console" }]);
  expect((await control("GET", "/journal")).body.entries).toMatchObject([{ client: "console" }, { client: "node" }]);
});

/** Asks a server for a grant, uploads a recording with it and reads that. */
async function uploadOf(url: string, client: Record<string, string>, own: Record<string, string> = {}): Promise<void> {
  const headers = { authorization: "Bearer test-key", "content-type": "application/json", ...client };
  const body = JSON.stringify({ filename: "call.wav", contentType: "audio/wav" });
  const granted = await fetch(`${url}/v1/calls/presigned-url`, { method: "POST", headers, body });
  const { presignedUrl, publicUrl } = (await granted.json()).data;
  await fetch(presignedUrl, { method: "PUT", headers: { "content-type": "audio/wav", ...own }, body: wav() });
  await fetch(publicUrl);
}

test("an upload is its grant's client's, for whoever uploads adds no header at a signed address", async () => {
  const { url, service } = await listening();
  await uploadOf(url, { "x-mock-client": "console" });
  await uploadOf(url, {});
  await uploadOf(url, { "x-mock-client": "console" }, { "x-mock-client": "page" });
  expect(service.journal.entries().map(({ operation, client }) => `${operation} of ${client}`)).toEqual([
    ...["createUploadUrl of console", "uploadRecording of console", "readRecording of node"],
    ...["createUploadUrl of node", "uploadRecording of node", "readRecording of node"],
    ...["createUploadUrl of console", "uploadRecording of page", "readRecording of node"],
  ]);
});

test("the journal is listed without bodies, and one entry is read with them", async () => {
  const { url, control } = await listening();
  await fetch(`${url}/v1/agents`, { headers: { authorization: "Bearer test-key" } });
  const [listed] = (await control("GET", "/journal?bodies=none")).body.entries;
  expect(listed.response).toMatchObject({ content: null, isCut: false });
  expect([listed.requestHeaders, listed.responseHeaders]).toEqual([[], []]);
  const { body } = await control("GET", `/journal/${listed.id}`);
  expect(body.response.content.data).toHaveLength(4);
  expect((await control("GET", "/journal/2")).status).toBe(404);
});

test("the clock says how fast it goes, and when the next call changes by itself", async () => {
  const startAt = "2026-01-31T10:00:00.000Z";
  const progression = { mode: "time", processingMs: 500, pendingMs: 3_000 } as const;
  const { control, service } = await listening({ clock: { startAt }, progression });
  const clock = async () => (await control("GET", "/clock")).body;
  expect(await clock()).toMatchObject({ speed: 0, nextChangeAt: null });
  await createCall(service);
  expect(await clock()).toMatchObject({ nextChangeAt: "2026-01-31T10:00:00.500Z" });
  await control("PUT", "/clock", { now: "2026-01-31T10:00:00.500Z" });
  expect(await clock()).toMatchObject({ nextChangeAt: "2026-01-31T10:00:03.500Z" });
  await control("POST", "/clock/advance", { ms: 3_000 });
  expect(await clock()).toMatchObject({ nextChangeAt: null });
  expect((await (await listening({ speed: 10 })).control("GET", "/clock")).body.speed).toBe(10);
});

test("a service without a server has the control interface where it was told to have it", async () => {
  const controlUrl = "https://fake.example.com/__mock__";
  const { fetch } = createMockService({ controlUrl });
  expect((await fetch(`${controlUrl}/health`)).status).toBe(200);
  await expect(createMockService().fetch(`${controlUrl}/health`)).rejects.toThrow(/the fake has nothing/);
});
