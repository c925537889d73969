/** What the fake answers to questions that the specification leaves open, where no policy changes it. */
import { expect, test } from "vitest";
import { createMockService } from "../src/index.js";
import { ask } from "./support/ask.js";
import { known } from "./support/flow.js";

test.each([
  [0, 201],
  [1, 413],
])("`json-body-limit`: a body of 1 MiB and %d bytes gets %d", async (more, status) => {
  const body = JSON.stringify({ name: "Dev Patel", email: "dev.patel@example.com" });
  const padded = body.padEnd(1_048_576 + more, " ");
  expect((await ask(createMockService(), "POST /agents", { body: padded })).status).toBe(status);
});

test.each([
  ["s3://recordings/call-0193.wav", 400],
  ["call-0193.wav", 400],
  ["http://recordings.example.com/call-0193.wav", 202],
])("`recording-schemes`: a recording at %s gets %d", async (audio_url, status) => {
  const service = createMockService();
  const { agent, category } = known(service);
  const body = { memberId: agent.id, categoryId: category.id, audio_url };
  expect((await ask(service, "POST /calls", { body })).status).toBe(status);
});
