import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "@call-analysis/mock/vitest";
import type { CallAnalysis } from "@call-analysis/sdk";
import { expect, onTestFinished } from "vitest";
import { createApp } from "../src/app.ts";

const recording = await readFile(new URL("../../quickstart/recordings/sales-call.wav", import.meta.url));

async function start(sdk: CallAnalysis): Promise<string> {
  const server = createServer(createApp(sdk)).listen(0, "127.0.0.1");
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
  const { callId } = (await created.json()) as { callId: string };
  service.engine.complete(callId, { score: 82 });
  const read = await fetch(`${app}/calls/${callId}`);
  expect(await read.json()).toMatchObject({ status: "completed", score: 82 });
});

test("the store gets the recording as it was sent", async ({ service, sdk }) => {
  const app = await start(sdk);
  await fetch(`${app}/calls`, { method: "POST", body: await formFor(sdk) });
  const [call] = service.db.calls.list();
  const stored = await service.fetch(call?.audioUrl ?? "");
  expect(stored.headers.get("content-type")).toBe("audio/wav");
  expect(Buffer.from(await stored.arrayBuffer()).equals(recording)).toBe(true);
});

test("a form without a recording is an error of the page, and sends nothing", async ({ service, sdk }) => {
  const app = await start(sdk);
  const form = new FormData();
  form.append("memberId", "mem_1");
  const response = await fetch(`${app}/calls`, { method: "POST", body: form });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: "The form has no recording." });
  expect(service.journal.count({ operation: "createUploadUrl" })).toBe(0);
});

test("a creation that is uncertain tells the page so, with a token", async ({ service, sdk }) => {
  const app = await start(sdk);
  const form = await formFor(sdk);
  service.faults.inject({ operation: "createCall", network: "reset", when: "after" });
  const response = await fetch(`${app}/calls`, { method: "POST", body: form });
  expect(response.status).toBe(502);
  expect(await response.json()).toMatchObject({ resume: { stage: "create" } });
});
