/** Batches at services that take only so many creations a second. */
import { expect, test } from "vitest";
import {
  type Answer,
  manyInputs,
  refusal,
  runBatch,
  SimulatedService,
  summaryOf,
} from "../support/simulated-service.ts";
import { onVirtualTime, pass } from "../support/virtual-run.ts";

/** Refuses whatever is above so many creations in any second. */
function atMost(perSecond: number): Answer {
  const takenAtMs: number[] = [];
  return ({ operation, atMs }) => {
    if (operation !== "create") return undefined;
    if ((takenAtMs.at(-perSecond) ?? Number.NEGATIVE_INFINITY) > atMs - 1_000) return refusal(429);
    takenAtMs.push(atMs);
    return undefined;
  };
}

test("after a rate was learned, a service that takes everything again is soon used at full speed", async () => {
  await onVirtualTime(async () => {
    const slow = atMost(1);
    const answer: Answer = (request) => (request.atMs < 60_000 ? slow(request) : undefined);
    const service = new SimulatedService({ answer });
    await runBatch(service.client(), manyInputs(200), { concurrency: 20 });
    expect(service.createdAtMs.at(-1)).toBeLessThan(120_000);
  });
});

test.each([
  ["an overload with a long Retry-After costs itself and seconds", 60, 10_000],
  ["an overload without Retry-After costs itself and some minutes", undefined, 240_000],
])("%s", async (_what, retryAfter, mostMs) => {
  await onVirtualTime(async () => {
    const isOver = (atMs: number) => atMs < 500 || atMs > 60_500;
    const service = new SimulatedService({
      answer: ({ operation, atMs }) => (operation === "create" && !isOver(atMs) ? refusal(429, retryAfter) : undefined),
    });
    const { outcomes } = await runBatch(service.client(), manyInputs(300), { concurrency: 20 });
    expect(summaryOf(outcomes)).toEqual({ ok: 300 });
    expect(service.createdAtMs.at(-1)).toBeLessThan(60_500 + mostMs);
  });
});

test.each([
  [0, 12_000],
  [1, 12_000],
  [5, 35_000],
])("a single refusal with a Retry-After of %i s is soon forgotten", async (retryAfter, mostMs) => {
  await onVirtualTime(async () => {
    const answer: Answer = ({ operation, nth }) =>
      operation === "create" && nth === 1 ? refusal(429, retryAfter) : undefined;
    const service = new SimulatedService({ answer });
    const { outcomes } = await runBatch(service.client(), manyInputs(60));
    expect(summaryOf(outcomes)).toEqual({ ok: 60 });
    expect(service.createdAtMs.at(-1)).toBeLessThan(mostMs);
  });
});

test("after a refusal no creation is sent before Retry-After has passed, and then one goes first", async () => {
  await onVirtualTime(async () => {
    const service = new SimulatedService({
      answer: ({ operation, atMs }) => (operation === "create" && atMs < 40_000 ? refusal(429, 30) : undefined),
    });
    const retries: object[] = [];
    const { outcomes } = await runBatch(service.client(), manyInputs(12), {
      onEvent: (event) => event.type === "retrying" && event.index === 0 && retries.push(event),
    });
    expect(summaryOf(outcomes)).toEqual({ ok: 12 });
    expect(retries).toMatchObject([1, 2].map((attempt) => ({ stage: "create", attempt, pauseMs: 30_000 })));
    const [first = 0] = service.times.create;
    const held = service.times.create.filter((atMs) => atMs > first);
    expect(held[0]).toBeGreaterThanOrEqual(first + 30_000);
    // Each takes 50 ms: only when the first is created do others follow.
    expect((held[1] ?? 0) - (held[0] ?? 0)).toBeGreaterThanOrEqual(50);
  });
});

test("refusals use up no attempt for ten minutes, also by a Retry-After that a request alone would not wait for", async () => {
  await onVirtualTime(async () => {
    const service = new SimulatedService({
      answer: ({ operation, atMs }) => (operation === "create" && atMs < 500_000 ? refusal(429, 120) : undefined),
    });
    const { outcomes } = await runBatch(service.client(), manyInputs(10));
    expect(summaryOf(outcomes)).toEqual({ ok: 10 });
  });
});

test("statuses that the caller calls unprocessed hold creations back like a 429", async () => {
  await onVirtualTime(async () => {
    const service = new SimulatedService({
      answer: ({ operation, atMs }) => (operation === "create" && atMs < 60_000 ? refusal(503) : undefined),
    });
    const retry = { unprocessedStatuses: [429, 503] };
    // All of them wait at once, and no other input comes.
    const { outcomes } = await runBatch(service.client({ retry }), manyInputs(4));
    expect(summaryOf(outcomes)).toEqual({ ok: 4 });
    // The refusals of one moment count once: pauses of 500 and 1,000 ms after a request of 50 ms.
    expect(service.times.create.slice(3, 6)).toEqual([150, 700, 1_750]);
  });
});

test("when the service takes nothing for ten minutes, the batch stops and says how many inputs were not started", async () => {
  await onVirtualTime(async () => {
    const service = new SimulatedService({
      answer: ({ operation }) => (operation === "create" ? refusal(429) : undefined),
    });
    const { outcomes, failure } = await runBatch(service.client(), manyInputs(50), { concurrency: 2 });
    expect(failure).toMatchObject({ name: "RateLimitError", status: 429 });
    expect(failure.message).toContain(`Inputs not started: ${50 - outcomes.length}.`);
    expect(summaryOf(outcomes)).toEqual({ RateLimitError: outcomes.length });
    expect(service.nowMs()).toBeGreaterThan(600_000);
  });
});

test("one creation that is refused for ten minutes while others succeed fails alone", async () => {
  await onVirtualTime(async () => {
    const service = new SimulatedService({
      answer: ({ operation, id }) =>
        operation === "create" && id.endsWith("/call-0.wav") ? refusal(429, 1) : undefined,
    });
    async function* slowly() {
      for (const input of manyInputs(100)) {
        yield input;
        await pass(10_000);
      }
    }
    const { outcomes, failure } = await runBatch(service.client(), slowly());
    expect(failure).toBeUndefined();
    expect(summaryOf(outcomes)).toEqual({ ok: 99, RateLimitError: 1 });
  });
});

test.each([
  ["retry: false of the batch", {}, { retry: false }, 5],
  ["retry: false of the client", { retry: false }, {}, 5],
  ["maxAttempts: 1 of the client", { retry: { maxAttempts: 1 } }, {}, 5],
  ["a Retry-After of more than ten minutes", {}, {}, 601],
] as const)("with %s a refused creation, and a read of the category, is not repeated", async (...row) => {
  const [, client, options, retryAfter] = row;
  await onVirtualTime(async () => {
    for (const operation of ["create", "category"] as const) {
      const service = new SimulatedService({
        answer: (request) => (request.operation === operation ? refusal(429, retryAfter) : undefined),
      });
      const { outcomes } = await runBatch(service.client(client), manyInputs(1), options);
      expect(summaryOf(outcomes)).toEqual({ RateLimitError: 1 });
      expect(service.times[operation]).toHaveLength(1);
    }
  });
});
