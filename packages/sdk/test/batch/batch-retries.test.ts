/** How often a batch tries: as the retry policy says, its own or else the client's. */
import { expect, test } from "vitest";
import {
  type Answer,
  manyInputs,
  refusal,
  refusedConnection,
  runBatch,
  SimulatedService,
  summaryOf,
} from "../support/simulated-service.ts";
import { onVirtualTime } from "../support/virtual-run.ts";

test.each([
  ["by default", {}, {}, 80],
  ["with maxAttempts of the batch", { retry: { maxAttempts: 5 } }, { retry: { maxAttempts: 2 } }, 2],
  ["with maxAttempts of the client", { retry: { maxAttempts: 2 } }, { retry: { jitter: 0 } }, 2],
  ["with retry: false of the client", { retry: false }, {}, 1],
  ["with retry: false of the batch", {}, { retry: false }, 1],
] as const)("%s, an upload is tried as often as the policy says", async (_, client, options, attempts) => {
  await onVirtualTime(async () => {
    for (const refused of ["grant", "put"] as const) {
      const answer: Answer = ({ operation }) => (operation === refused ? refusedConnection() : undefined);
      const service = new SimulatedService({ answer });
      const { outcomes } = await runBatch(service.client(client), manyInputs(1), options);
      expect(outcomes[0]?.error).toMatchObject({ name: "ConnectionError", attempts });
      expect(service.times[refused]).toHaveLength(attempts);
    }
  });
});

test("a call whose status is not in the response and cannot be read is not created again", async () => {
  await onVirtualTime(async () => {
    const created = () => Response.json({ data: { callId: "call-1" } }, { status: 202 });
    const service = new SimulatedService({
      answer: ({ operation }) =>
        operation === "create" ? created() : operation === "analysis" ? refusal(503) : undefined,
    });
    const { outcomes } = await runBatch(service.client(), manyInputs(1));
    expect(outcomes[0]?.error).toMatchObject({ resume: { stage: "poll", callId: "call-1" } });
    expect(service.times.create).toHaveLength(1);
  });
});

test("a category whose first read hangs is read again", async () => {
  await onVirtualTime(async () => {
    const service = new SimulatedService();
    let isFirst = true;
    const fetch: typeof service.fetch = (address, init) => {
      if (!isFirst || !address.includes("/categories/")) return service.fetch(address, init);
      isFirst = false;
      return new Promise(() => {});
    };
    const { outcomes } = await runBatch(service.client({ fetch }), manyInputs(2), { timeoutMs: 1_000 });
    expect(summaryOf(outcomes)).toEqual({ ok: 2 });
  });
});
