import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "@call-analysis/mock/vitest";
import type { CallAnalysis } from "@call-analysis/sdk";
import { fileJournal } from "@call-analysis/sdk/node";
import { expect, onTestFinished } from "vitest";
import { createApp } from "../src/app.ts";

const recording = await readFile(new URL("../../quickstart/recordings/sales-call.wav", import.meta.url));

/** The application's log in this test. */
let logged: unknown[] = [];

async function start(sdk: CallAnalysis): Promise<string> {
  logged = [];
  const folder = await mkdtemp(join(tmpdir(), "submissions-"));
  const journal = fileJournal(join(folder, "submissions.journal"));
  const app = createApp(sdk, { journal, log: (error) => logged.push(error), maxSizeBytes: 1_000_000 });
  const server = createServer(app).listen(0, "127.0.0.1");
  onTestFinished(async () => {
    server.close();
    await journal.close();
    await rm(folder, { recursive: true });
  });
  await new Promise((resolve) => server.once("listening", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function formFor(sdk: CallAnalysis, key = "form-1"): Promise<FormData> {
  const [[agent], [category]] = [await sdk.agents.list(), await sdk.categories.list()];
  const form = new FormData();
  form.append("key", key);
  form.append("memberId", agent?.id ?? "");
  form.append("categoryId", category?.id ?? "");
  form.append("recording", new Blob([recording], { type: "audio/wav" }), "sales-call.wav");
  return form;
}

test("a form's recording becomes a call, and its status a score", async ({ service, sdk }) => {
  const app = await start(sdk);
  const created = await fetch(`${app}/calls`, { method: "POST", body: await formFor(sdk) });
  expect(created.status).toBe(202);
  expect(await created.json()).toEqual({ key: "form-1" });
  const [call] = service.db.calls.list();
  expect(call?.udfs).toEqual({ submission: "form-1" });
  service.engine.complete(call?.id ?? "", { score: 82 });
  const read = await fetch(`${app}/calls/form-1`);
  expect(await read.json()).toMatchObject({ status: "completed", score: 82 });
});

test("a form that comes twice, at once or later, is one call", async ({ service, sdk }) => {
  const app = await start(sdk);
  const post = async (key: string) => fetch(`${app}/calls`, { method: "POST", body: await formFor(sdk, key) });
  const [one, two] = await Promise.all([post("form-1"), post("form-1")]);
  expect([one.status, two.status, (await post("form-1")).status]).toEqual([202, 202, 202]);
  expect(service.db.calls.list()).toHaveLength(1);
  await post("form-2");
  expect(service.db.calls.list()).toHaveLength(2);
});

test("the id of a call is not taken as the key of a submission", async ({ service, sdk }) => {
  const app = await start(sdk);
  await fetch(`${app}/calls`, { method: "POST", body: await formFor(sdk) });
  const [call] = service.db.calls.list();
  expect((await fetch(`${app}/calls/${call?.id}`)).status).toBe(404);
});

test("the store gets the recording as it was sent", async ({ service, sdk }) => {
  const app = await start(sdk);
  await fetch(`${app}/calls`, { method: "POST", body: await formFor(sdk) });
  const [call] = service.db.calls.list();
  const stored = await service.fetch(call?.audioUrl ?? "");
  expect(stored.headers.get("content-type")).toBe("audio/wav");
  expect(Buffer.from(await stored.arrayBuffer()).equals(recording)).toBe(true);
});

const withoutRecording = () => {
  const form = new FormData();
  form.append("memberId", "mem_1");
  return form;
};
const withoutFields = () => {
  const form = new FormData();
  form.append("recording", new Blob([recording]), "call.wav");
  return form;
};
const empty = () => {
  const form = new FormData();
  form.append("key", "form-1");
  form.append("memberId", "mem_1");
  form.append("categoryId", "cat_1");
  form.append("recording", new Blob([]), "call.wav");
  return form;
};

test.for<[string, BodyInit, string]>([
  ["a form without a recording", withoutRecording(), "The form has no recording."],
  ["a form without its fields", withoutFields(), "Send key, memberId and categoryId, before the recording."],
  ["an empty recording", empty(), "The recording cannot be used. Is it empty, or another one with the same key?"],
  ["a body that is no form", "hello", "Send a form of the type multipart/form-data."],
])("%s is the sender's mistake, and sends nothing", async ([, body, error], { service, sdk }) => {
  const app = await start(sdk);
  const response = await fetch(`${app}/calls`, { method: "POST", body });
  expect([response.status, await response.json()]).toEqual([400, { error }]);
  expect(service.journal.count({})).toBe(0);
  expect(logged).toEqual([]);
});

test("a recording that is too large is refused with 413", async ({ service, sdk }) => {
  const app = await start(sdk);
  const form = await formFor(sdk);
  form.set("recording", new Blob([new Uint8Array(5_000_000)]), "call.wav");
  const response = await fetch(`${app}/calls`, { method: "POST", body: form });
  expect([response.status, await response.json()]).toEqual([413, { error: "The recording is too large." }]);
  expect(service.journal.count({ operation: "createUploadUrl" })).toBe(0);
});

test("a form that ends in the middle of a file that came before its fields does not end the server", async ({
  sdk,
}) => {
  const app = await start(sdk);
  const body = '--x\r\nContent-Disposition: form-data; name="recording"; filename="a.wav"\r\n\r\nRIFF';
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  expect((await fetch(`${app}/calls`, { method: "POST", headers, body })).status).toBe(400);
});

test("an address that cannot be decoded keeps the status of Express", async ({ sdk }) => {
  const response = await fetch(`${await start(sdk)}/calls/%E0%A4%A`);
  expect([response.status, await response.json()]).toEqual([400, { error: "The request failed." }]);
});

test("a creation that is uncertain stays so when the form comes again, and the server's log has its token", async ({
  service,
  sdk,
}) => {
  const app = await start(sdk);
  service.faults.inject({ operation: "createCall", network: "reset", when: "after" });
  for (const _ of ["first", "again"]) {
    const response = await fetch(`${app}/calls`, { method: "POST", body: await formFor(sdk) });
    const error = "Nobody knows yet whether the call was created. Do not send the recording again.";
    expect([response.status, await response.json()]).toEqual([502, { error }]);
  }
  expect(service.db.calls.list()).toHaveLength(1);
  expect(await (await fetch(`${app}/calls/form-1`)).json()).toMatchObject({ status: "uncertain" });
  expect(logged[0]).toMatchObject({ name: "SubmissionUncertainError", resume: { stage: "create" } });
});

test.for([
  ["listens to nobody", { network: "error" }, 503],
  ["is busy", { status: 429, retryAfter: 3_600 }, 503],
  ["refuses the key", { status: 401 }, 502],
  ["does not know the agent", { status: 404 }, 502],
] as const)(
  "a service that %s gets a plain message, and the log has the details",
  async ([, fault, status], { service, sdk }) => {
    const app = await start(sdk.withOptions({ retry: false }));
    const form = await formFor(sdk);
    service.faults.inject({ operation: "createUploadUrl", ...fault });
    const response = await fetch(`${app}/calls`, { method: "POST", body: form });
    expect(response.status).toBe(status);
    const text = await response.text();
    expect(text).toMatch(/^{"error":"The analysis service (cannot be reached|refused)[^"]*"}$/);
    expect(text).not.toMatch(/https?:|createUploadUrl|resume/);
    expect(logged).toHaveLength(1);
  },
);
