/** How often a batch tries: as the retry policy says, its own or else the client's. */
import { expect, test } from "vitest";
import {
  type Answer,
  manyInputs,
  refusal,
  runBatch,
  SimulatedService,
  summaryOf,
} from "../support/simulated-service.ts";
import { onVirtualTime } from "../support/virtual-run.ts";

test.each([
  ["by default", {}, {}, 3],
  ["with maxAttempts of the batch", { retry: { maxAttempts: 5 } }, { retry: { maxAttempts: 2 } }, 2],
  ["with maxAttempts of the client", { retry: { maxAttempts: 2 } }, { retry: { jitter: 0 } }, 2],
  ["with retry: false of the client", { retry: false }, {}, 1],
  ["with retry: false of the batch", {}, { retry: false }, 1],
] as const)("%s, an upload is tried as often as the policy says", async (_, client, options, attempts) => {
  await onVirtualTime(async () => {
    for (const refused of ["grant 500", "put 500", "put 403"]) {
      const [name = "", status = ""] = refused.split(" ");
      const answer: Answer = ({ operation }) => (operation === name ? refusal(Number(status)) : undefined);
      const service = new SimulatedService({ answer });
      const { outcomes } = await runBatch(service.client(client), manyInputs(1), options);
      expect(outcomes[0]?.error).toMatchObject({ status: Number(status), attempts });
      expect(service.times[name as "grant" | "put"]).toHaveLength(attempts);
    }
  });
});

test("only the last attempt of an upload comes after a minute, or after 120 of the policy's first pauses", async () => {
  for (const initialDelayMs of [500, 10, 2_000])
    await onVirtualTime(async () => {
      const service = new SimulatedService({
        latencyMs: 0,
        answer: ({ operation }) => (operation === "put" ? refusal(500) : undefined),
      });
      await runBatch(service.client({ retry: { initialDelayMs, jitter: 0 } }), manyInputs(1));
      const [first = 0, second = 0, third = 0] = service.times.put;
      expect([second - first, third - second]).toEqual([initialDelayMs, initialDelayMs === 10 ? 1_200 : 60_000]);
    });
});

test("after an upload that failed no other one starts before a read of the category has succeeded", async () => {
  await onVirtualTime(async () => {
    const service = new SimulatedService({
      answer: ({ operation, nth, atMs }) => {
        if (operation === "put" && nth <= 15) return refusal(500);
        return operation === "category" && nth > 1 && atMs < 300_000 ? refusal(503) : undefined;
      },
    });
    const { outcomes, failure } = await runBatch(service.client(), manyInputs(8), { concurrency: 1 });
    expect(Math.min(...service.times.grant.slice(3))).toBeGreaterThanOrEqual(300_000);
    // Failed uploads do not count as uncertain.
    expect(summaryOf(outcomes)).toEqual({ UploadError: 5, ok: 3 });
    expect(failure).toBeUndefined();
  });
});
