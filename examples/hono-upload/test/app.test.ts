import { readFile } from "node:fs/promises";
import { test } from "@call-analysis/mock/vitest";
import type { CallAnalysis } from "@call-analysis/sdk";
import { expect } from "vitest";
import { createApp } from "../src/app.ts";

const recording = await readFile(new URL("../../quickstart/recordings/sales-call.wav", import.meta.url));

async function addressFor(sdk: CallAnalysis): Promise<string> {
  const [[agent], [category]] = [await sdk.agents.list(), await sdk.categories.list()];
  return `/calls?memberId=${agent?.id}&categoryId=${category?.id}&filename=sales-call.wav`;
}

test("a request's body becomes a call, and its status a score", async ({ service, sdk }) => {
  const app = createApp(sdk);
  const created = await app.request(await addressFor(sdk), { method: "POST", body: recording });
  expect(created.status).toBe(202);
  const { callId } = (await created.json()) as { callId: string };
  service.engine.complete(callId, { score: 82 });
  const read = await app.request(`/calls/${callId}`);
  expect(await read.json()).toEqual({ status: "completed", score: 82 });
});

test("a request without a body sends nothing", async ({ service, sdk }) => {
  const response = await createApp(sdk).request(await addressFor(sdk), { method: "POST" });
  expect(response.status).toBe(400);
  expect(service.journal.count({ operation: "createUploadUrl" })).toBe(0);
});

test("an agent that is not known is told in the service's words", async ({ sdk }) => {
  const address = (await addressFor(sdk)).replace(/memberId=[^&]+/, "memberId=nobody");
  const response = await createApp(sdk).request(address, { method: "POST", body: recording });
  expect(response.status).toBe(502);
  expect(((await response.json()) as { error: string }).error).toContain("404");
});
