import type { UploadGrant } from "@call-analysis/sdk";
import { expect } from "vitest";
import { ask } from "../support/ask.js";
import { createCall, put, readAnalysis } from "../support/flow.js";
import { createMockService, test } from "../support/specification.js";

test("section 1, Typical sequence: steps 1 to 5 lead from an agent to a completed analysis", async () => {
  const service = createMockService();
  const [category] = service.db.categories.list();

  const agent = await ask(service, "POST /agents", { body: { name: "Dev Patel", email: "dev.patel@example.com" } });
  const file = { filename: "call.wav", contentType: "audio/wav" };
  const { body } = await ask<{ data: UploadGrant }>(service, "POST /calls/presigned-url", { body: file });
  const upload = await put(service, body.data.presignedUrl);
  const fields = { memberId: agent.body.data.id, categoryId: category?.id, audio_url: body.data.publicUrl };
  const callId = await createCall(service, fields);

  expect(upload.ok).toBe(true);
  const statuses: string[] = [];
  for (let poll = 0; poll < 3; poll += 1) statuses.push((await readAnalysis(service, callId)).status);
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
