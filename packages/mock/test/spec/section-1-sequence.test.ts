import type { UploadGrant } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { createMockService } from "../../src/index.js";
import { ask } from "../support/ask.js";
import { readAnalysis } from "../support/flow.js";
import { wav } from "../support/wav.js";

test("section 1, Typical sequence: steps 1 to 5 lead from an agent to a completed analysis", async () => {
  const service = createMockService();
  const [category] = service.db.categories.list();

  const agent = await ask(service, "POST /agents", { body: { name: "Dev Patel", email: "dev.patel@example.com" } });
  const file = { filename: "call.wav", contentType: "audio/wav" };
  const { body } = await ask<{ data: UploadGrant }>(service, "POST /calls/presigned-url", { body: file });
  const upload = await service.fetch(body.data.presignedUrl, {
    method: "PUT",
    headers: { "content-type": "audio/wav" },
    body: wav(),
  });
  const call = await ask<{ data: { callId: string } }>(service, "POST /calls", {
    body: { memberId: agent.body.data.id, categoryId: category?.id, audio_url: body.data.publicUrl },
  });

  expect(upload.ok).toBe(true);
  const statuses: string[] = [];
  while (statuses.at(-1) !== "completed") statuses.push((await readAnalysis(service, call.body.data.callId)).status);
  expect(statuses).toEqual(["processing", "pending", "completed"]);
});

test("section 1, Asynchronous analysis: creating a call returns at once, before ingestion and analysis", async () => {
  const service = createMockService({ progression: { mode: "manual" } });
  const [agent] = service.db.agents.list();
  const [category] = service.db.categories.list();
  const body = { memberId: agent?.id, categoryId: category?.id, audio_url: "https://recordings.example.com/1.wav" };

  const reply = await ask<{ data: { callId: string } }>(service, "POST /calls", { body });

  expect(reply.status).toBe(202);
  expect((await readAnalysis(service, reply.body.data.callId)).analysis).toBeNull();
});
