import { readFile } from "node:fs/promises";
import { request } from "node:http";
import { CallAnalysis } from "@call-analysis/sdk";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type RunningApp, signIn, startApp } from "./running-app.ts";

const bytes = await readFile(new URL("../../quickstart/recordings/sales-call.wav", import.meta.url));
const recording = new Blob([bytes], { type: "audio/wav" });

let app: RunningApp;
/** The cookie of this test's own user: the proxy remembers creations, and a reset makes the same ids again. */
let asha: string;
let users = 0;

beforeAll(async () => {
  app = await startApp();
});
beforeEach(async () => {
  app.service.reset();
  users += 1;
  asha = await signIn(app.url, `asha ${users}`);
});
afterAll(() => app?.stop());

/** A client as the page makes it, with the cookie that a browser would send. */
function pageClient(cookie: string): CallAnalysis {
  const poll = { initialDelayMs: 0, intervalMs: 0 };
  return new CallAnalysis({
    baseUrl: `${app.url}/call-analysis/v1`,
    apiKey: "in-the-proxy",
    headers: { cookie },
    poll,
  });
}

function firstChoices() {
  const [[agent], [category]] = [app.service.db.agents.list(), app.service.db.categories.list()];
  return { memberId: agent?.id ?? "", categoryId: category?.id ?? "" };
}

function submitForm(cookie: string, { fields = {} }: { fields?: { memberId?: string } } = {}): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...firstChoices(), ...fields })) form.append(name, value);
  form.append("recording", recording, "call.wav");
  return fetch(`${app.url}/calls`, { method: "POST", headers: { cookie }, body: form });
}

test("the page's client goes from a recording to a scorecard through the proxy, and the server stamps the call", async () => {
  app.service.engine.when({ filename: "call.wav" }).complete({ score: 82 });
  const input = { file: recording, filename: "call.wav", ...firstChoices() };
  const call = await pageClient(asha).calls.analyzeFile(input);
  expect(call.analysis.score).toBe(82);
  expect(app.service.db.calls.list()).toMatchObject([{ udfs: { createdBy: `asha ${users}` } }]);
});

test("a form's recording becomes a call, and its status a score", async () => {
  app.service.engine.when({ filename: "call.wav" }).complete({ score: 82 });
  const submitted = await submitForm(asha);
  expect(submitted.status).toBe(202);
  const { statusUrl } = await submitted.json();
  const read = await fetch(new URL(statusUrl, app.url), { headers: { cookie: asha } });
  expect(await read.json()).toMatchObject({ status: "completed", score: 82 });
});

test("another user can read neither the call of the form nor that of the page", async () => {
  const ravi = await signIn(app.url, "ravi");
  const { statusUrl } = await (await submitForm(asha)).json();
  expect((await fetch(new URL(statusUrl, app.url), { headers: { cookie: ravi } })).status).toBe(404);
  const { callId } = await pageClient(asha).calls.submitFile({ file: recording, ...firstChoices() });
  await expect(pageClient(ravi).calls.getAnalysis(callId)).rejects.toMatchObject({ status: 404 });
});

test.each(["", "session=e30.invalid"])(
  "the cookie %j opens nothing, and nothing is sent to the service",
  async (cookie) => {
    expect(await (await fetch(app.url, { headers: { cookie } })).text()).toContain("Sign in");
    expect((await submitForm(cookie)).status).toBe(401);
    const creating = pageClient(cookie).calls.createUploadUrl({ filename: "call.wav", contentType: "audio/wav" });
    await expect(creating).rejects.toMatchObject({ status: 401 });
    expect(app.service.journal.count({})).toBe(0);
  },
);

test("an operation that the page does not need is not allowed", async () => {
  await expect(pageClient(asha).agents.list()).rejects.toMatchObject({ status: 403 });
});

test("a form without a recording sends nothing", async () => {
  const form = new FormData();
  const response = await fetch(`${app.url}/calls`, { method: "POST", headers: { cookie: asha }, body: form });
  expect(response.status).toBe(400);
  expect(app.service.journal.count({})).toBe(0);
});

test("an uncertain call is reported as such, and was created once", async () => {
  app.service.faults.inject({ operation: "createCall", network: "reset", when: "after" });
  const response = await submitForm(asha);
  expect(response.status).toBe(502);
  const error = "Nobody knows yet whether the call was created. Do not send the recording again.";
  expect(await response.json()).toEqual({ error });
  expect(app.service.db.calls.list()).toHaveLength(1);
});

test.each([
  ["a field that is missing", {}, { memberId: "" }, 400],
  ["an agent that is not known", { status: 404 }, {}, 502],
  ["a busy service", { status: 503 }, {}, 503],
] as const)("%s gets a plain message", async (_, fault, fields, status) => {
  if ("status" in fault) app.service.faults.inject({ operation: "createUploadUrl", ...fault });
  const response = await submitForm(asha, { fields });
  const body = await response.json();
  expect([response.status, Object.keys(body)]).toEqual([status, ["error"]]);
  expect(body.error).not.toMatch(/https?:|createUploadUrl|resume|memberId/);
});

test("the page contains no key", async () => {
  const page = await (await fetch(app.url, { headers: { cookie: asha } })).text();
  expect(page).toContain("Analyse a call");
  expect(page).not.toContain("test-key");
});

test.each([
  ["http", "127.0.0.1"],
  ["https", "app.example"],
])("a page that was opened by %s at %s may write", async (scheme, host) => {
  expect(await statusOfWrite({ page: `${scheme}://${host}`, host, scheme })).toBe(200);
});

test("a page of another origin may not write", async () => {
  const page = "https://other.example";
  expect(await statusOfWrite({ page, host: "app.example", scheme: "https" })).toBe(403);
});

/** The status of a write from a page at one address to the application at another. `fetch` sets no `Host`. */
function statusOfWrite({ page, host, scheme }: { page: string; host: string; scheme: string }): Promise<number> {
  const headers = { cookie: asha, host, origin: page, "x-forwarded-proto": scheme, "content-type": "application/json" };
  return new Promise((resolve, reject) => {
    const sent = request(`${app.url}/call-analysis/v1/calls/presigned-url`, { method: "POST", headers });
    sent.on("response", (response) => resolve(response.resume().statusCode ?? 0)).on("error", reject);
    sent.end(JSON.stringify({ filename: "call.wav", contentType: "audio/wav" }));
  });
}
