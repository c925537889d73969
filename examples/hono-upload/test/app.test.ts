import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "@call-analysis/mock/vitest";
import type { CallAnalysis } from "@call-analysis/sdk";
import { fileJournal } from "@call-analysis/sdk/node";
import { expect, onTestFinished } from "vitest";
import { createApp } from "../src/app.ts";

const recording = await readFile(new URL("../../quickstart/recordings/sales-call.wav", import.meta.url));

/** The application, and what it logged. */
async function start(sdk: CallAnalysis, { maxSizeBytes }: { maxSizeBytes?: number } = {}) {
  const folder = await mkdtemp(join(tmpdir(), "submissions-"));
  const journal = fileJournal(join(folder, "submissions.journal"));
  onTestFinished(async () => {
    await journal.close();
    await rm(folder, { recursive: true });
  });
  const logged: unknown[] = [];
  const log = (error: unknown) => logged.push(error);
  return { app: createApp(sdk, { journal, log, ...(maxSizeBytes !== undefined && { maxSizeBytes }) }), logged };
}

async function addressFor(sdk: CallAnalysis, key = "sale-1"): Promise<string> {
  const [[agent], [category]] = [await sdk.agents.list(), await sdk.categories.list()];
  return `/calls/${key}?memberId=${agent?.id}&categoryId=${category?.id}&filename=sales-call.wav`;
}

test("a request's body becomes a call, and its status a score", async ({ service, sdk }) => {
  const { app } = await start(sdk);
  const created = await app.request(await addressFor(sdk), { method: "PUT", body: recording });
  expect([created.status, await created.json()]).toEqual([202, { key: "sale-1" }]);
  const [call] = service.db.calls.list();
  expect(call?.udfs).toEqual({ submission: "sale-1" });
  service.engine.complete(call?.id ?? "", { score: 82 });
  const read = await app.request("/calls/sale-1");
  expect(await read.json()).toEqual({ status: "completed", score: 82 });
  expect((await app.request(`/calls/${call?.id}`)).status).toBe(404);
});

test("a recording that comes twice, at once or later, is one call", async ({ service, sdk }) => {
  const { app } = await start(sdk);
  const put = async (key: string) => app.request(await addressFor(sdk, key), { method: "PUT", body: recording });
  const [one, two] = await Promise.all([put("sale-1"), put("sale-1")]);
  expect([one.status, two.status, (await put("sale-1")).status]).toEqual([202, 202, 202]);
  expect(service.db.calls.list()).toHaveLength(1);
  await put("sale-2");
  expect(service.db.calls.list()).toHaveLength(2);
});

test.for<[string, string, BodyInit | undefined, string]>([
  ["without a body", "memberId=m&categoryId=c", undefined, "Send the recording as the body."],
  ["without an agent", "categoryId=c", recording, "Name memberId and categoryId."],
  [
    "of a body that is empty",
    "memberId=m&categoryId=c",
    "",
    "The recording cannot be used. Is it empty, or another one with the same key?",
  ],
])("a request %s is the sender's mistake, and sends nothing", async ([, query, body, error], { service, sdk }) => {
  const { app } = await start(sdk);
  const response = await app.request(`/calls/sale-1?${query}`, { method: "PUT", body });
  expect([response.status, await response.json()]).toEqual([400, { error }]);
  expect(service.journal.count({})).toBe(0);
});

test("a recording that is too large is refused with 413, before it is read", async ({ service, sdk }) => {
  const { app } = await start(sdk);
  const headers = { "content-length": "500000001" };
  const response = await app.request("/calls/sale-1?memberId=m&categoryId=c", {
    method: "PUT",
    headers,
    body: recording,
  });
  expect([response.status, await response.json()]).toEqual([413, { error: "The recording is too large." }]);
  expect(service.journal.count({})).toBe(0);
});

test("a body that does not tell its length is refused with 413 when it becomes too large", async ({ service, sdk }) => {
  const { app, logged } = await start(sdk, { maxSizeBytes: 1_000 });
  const body = new Blob([new Uint8Array(600), new Uint8Array(600)]).stream();
  const init = { method: "PUT", body, duplex: "half" };
  const response = await app.request("/calls/sale-1?memberId=m&categoryId=c", init);
  expect([response.status, await response.json()]).toEqual([413, { error: "The recording is too large." }]);
  expect([service.journal.count({}), logged]).toEqual([0, []]);
});

test("a creation that is uncertain stays so when the recording comes again, and the server's log has its token", async ({
  service,
  sdk,
}) => {
  const { app, logged } = await start(sdk);
  const address = await addressFor(sdk);
  service.faults.inject({ operation: "createCall", network: "reset", when: "after" });
  for (const _ of ["first", "again"]) {
    const response = await app.request(address, { method: "PUT", body: recording });
    const error = "Nobody knows yet whether the call was created. Do not send the recording again.";
    expect([response.status, await response.json()]).toEqual([502, { error }]);
  }
  expect(service.db.calls.list()).toHaveLength(1);
  expect(await (await app.request("/calls/sale-1")).json()).toEqual({ status: "uncertain", score: null });
  expect(logged[0]).toMatchObject({ name: "SubmissionUncertainError", resume: { stage: "create" } });
});

test.for([
  ["listens to nobody", { network: "error" }, 503],
  ["is busy", { status: 429, retryAfter: 3_600 }, 503],
  ["does not know the agent", { status: 404 }, 502],
] as const)(
  "a service that %s gets a plain message, and the log has the details",
  async ([, fault, status], { service, sdk }) => {
    const { app, logged } = await start(sdk.withOptions({ retry: false }));
    const address = await addressFor(sdk);
    service.faults.inject({ operation: "createUploadUrl", ...fault });
    const response = await app.request(address, { method: "PUT", body: recording });
    expect(response.status).toBe(status);
    const text = await response.text();
    expect(text).toMatch(/^{"error":"The analysis service (cannot be reached|refused)[^"]*"}$/);
    expect(logged).toHaveLength(1);
  },
);
