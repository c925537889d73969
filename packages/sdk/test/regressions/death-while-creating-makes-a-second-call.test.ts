import type { FlowEvent } from "@call-analysis/sdk";
import { expect } from "vitest";
import { test } from "../upload/recording-service.js";
import { wavBytes } from "../upload/recordings.js";

test("once the creation may have been sent, the last event's token is uncertain", async ({ service }) => {
  const events: FlowEvent[] = [];
  let lastToken: unknown;
  service.answer("creates", ({ request }) => {
    lastToken = events.findLast((event) => "resume" in event);
    request.destroy();
  });
  const onEvent = (event: FlowEvent) => events.push(event);
  await service
    .client()
    .calls.analyzeFile({ file: wavBytes(), memberId: "m", categoryId: "c" }, { onEvent })
    .catch(() => {});
  expect(lastToken).toMatchObject({ type: "creating", resume: { stage: "create", uncertain: true } });
});
