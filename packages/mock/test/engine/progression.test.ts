import { expect, test } from "vitest";
import { createMockService } from "../../src/index.js";
import { createCall, readAnalysis } from "../support/flow.js";

test.each(["2020-01-31T10:00:00Z", "2030-01-31T10:00:00Z"])(
  "a call whose date is %s goes on from its creation, and not from its date",
  async (date) => {
    const service = createMockService({
      progression: { mode: "time", processingMs: 500, pendingMs: 3_000 },
      clock: { startAt: "2026-01-31T10:00:00Z" },
    });
    const callId = await createCall(service, { date });
    const statuses: string[] = [];
    for (const ms of [499, 1, 2_999, 1]) {
      service.clock.advance(ms);
      statuses.push((await readAnalysis(service, callId)).status);
    }
    expect(statuses).toEqual(["processing", "pending", "pending", "completed"]);
  },
);
