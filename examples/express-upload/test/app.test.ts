import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "@call-analysis/mock/vitest";
import type { CallAnalysis } from "@call-analysis/sdk";
import { expect, onTestFinished } from "vitest";
import { createApp } from "../src/app.ts";

const recording = await readFile(new URL("../../quickstart/recordings/sales-call.wav", import.meta.url));

/** What the application logged in this test. */
let logged: unknown[] = [];

async function start(sdk: CallAnalysis): Promise<string> {
  logged = [];
  const server = createServer(createApp(sdk, { log: (error) => logged.push(error) })).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once("listening", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function formFor(sdk: CallAnalysis): Promise<FormData> {
  const [[agent], [category]] = [await sdk.agents.list(), await sdk.categories.list()];
  const form = new FormData();
  form.append("memberId", agent?.id ?? "");
  form.append("categoryId", category?.id ?? "");
  form.append("recording", new Blob([recording], { type: "audio/wav" }), "sales-call.wav");
  return form;
}

test("a form's recording becomes a call, and its status a score", async ({ service, sdk }) => {
  const app = await start(sdk);
  const created = await fetch(`${app}/calls`, { method: "POST", body: await formFor(sdk) });
  expect(created.status).toBe(202);
  const { id, ...rest } = (await created.json()) as { id: string };
  expect(rest).toEqual({});
  const [call] = service.db.calls.list();
  expect(call?.udfs).toEqual({ submission: id });
  expect(id).not.toBe(call?.id);
  service.engine.complete(call?.id ?? "", { score: 82 });
  const read = await fetch(`${app}/calls/${id}`);
  expect(await read.json()).toMatchObject({ status: "completed", score: 82 });
});

test("the id of a call is not taken as the id of a submission", async ({ service, sdk }) => {
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
  form.append("memberId", "mem_1");
  form.append("categoryId", "cat_1");
  form.append("recording", new Blob([]), "call.wav");
  return form;
};

test.for<[string, BodyInit, string]>([
  ["a form without a recording", withoutRecording(), "The form has no recording."],
  ["a form without its fields", withoutFields(), "Send memberId and categoryId, before the recording."],
  ["an empty recording", empty(), "The recording cannot be used. Is it empty, or larger than 500 MB?"],
  ["a body that is no form", "hello", "Send a form of the type multipart/form-data."],
])("%s is the sender's mistake, and sends nothing", async ([, body, error], { service, sdk }) => {
  const app = await start(sdk);
  const response = await fetch(`${app}/calls`, { method: "POST", body });
  expect([response.status, await response.json()]).toEqual([400, { error }]);
  expect(service.journal.count({})).toBe(0);
  expect(logged).toEqual([]);
});

test("an address that cannot be decoded keeps the status of Express", async ({ sdk }) => {
  const response = await fetch(`${await start(sdk)}/calls/%E0%A4%A`);
  expect([response.status, await response.json()]).toEqual([400, { error: "The request failed." }]);
});

test("a creation that is uncertain gets an id and no token, and the server's log has the token", async ({
  service,
  sdk,
}) => {
  const app = await start(sdk);
  const form = await formFor(sdk);
  service.faults.inject({ operation: "createCall", network: "reset", when: "after" });
  const response = await fetch(`${app}/calls`, { method: "POST", body: form });
  expect(response.status).toBe(502);
  const { id, error, ...rest } = (await response.json()) as { id: string; error: string };
  expect(error).toBe("Nobody knows yet whether the call was created. Do not send the recording again.");
  expect(rest).toEqual({});
  expect(await (await fetch(`${app}/calls/${id}`)).json()).toMatchObject({ status: "uncertain" });
  expect(logged).toMatchObject([{ name: "SubmissionUncertainError", resume: { stage: "create" } }]);
});

test.for([
  ["listens to nobody", { network: "error" }, 503],
  ["is busy", { status: 429, retryAfter: 3_600 }, 503],
  ["refuses the key", { status: 401 }, 502],
  ["does not know the agent", { status: 404 }, 502],
] as const)(
  "a service that %s is told plainly, and the log has the rest",
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
