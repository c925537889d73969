/** Batches at a service that takes only so many creations a second: none is lost, and none is made twice. */
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

const startService = (answer: Answer) => new SimulatedService({ answer, latencyMs: 0 });

/** Refuses whatever is above so many creations in a second. */
type Limit = (perSecond: number) => (atMs: number) => boolean;

const limits: Record<string, Limit> = {
  "each second": (perSecond) => {
    let window = { second: -1, count: 0 };
    return (atMs) => {
      const second = Math.floor(atMs / 1_000);
      if (second !== window.second) window = { second, count: 0 };
      window.count += 1;
      return window.count > perSecond;
    };
  },
  "any second": (perSecond) => {
    const takenAtMs: number[] = [];
    return (atMs) => {
      if ((takenAtMs.at(-perSecond) ?? Number.NEGATIVE_INFINITY) > atMs - 1_000) return true;
      takenAtMs.push(atMs);
      return false;
    };
  },
  "an average": (perSecond) => {
    let [tokens, lastMs] = [perSecond, 0];
    return (atMs) => {
      tokens = Math.min(perSecond, tokens + ((atMs - lastMs) * perSecond) / 1_000);
      lastMs = atMs;
      if (tokens < 1) return true;
      tokens -= 1;
      return false;
    };
  },
};

function limited(isRefused: (atMs: number) => boolean, retryAfter: number | undefined): Answer {
  return ({ operation, atMs }) => (operation === "create" && isRefused(atMs) ? refusal(429, retryAfter) : undefined);
}

const sizes = [
  { count: 80, perSecond: 5 },
  { count: 80, perSecond: 50 },
  { count: 100, perSecond: 1 },
];

const cases = sizes.flatMap(({ count, perSecond }) =>
  Object.entries(limits).flatMap(([window, limit]) =>
    [1, undefined].map((retryAfter) => ({
      count,
      perSecond,
      window,
      limit,
      retryAfter,
      header: retryAfter ? "with" : "without",
    })),
  ),
);

test.each(cases)(
  "$count recordings where $perSecond creations are taken in $window, $header Retry-After, are $count calls",
  async ({ count, perSecond, limit, retryAfter }) => {
    await onVirtualTime(async () => {
      const service = startService(limited(limit(perSecond), retryAfter));
      const { outcomes } = await runBatch(service.client(), manyInputs(count), { concurrency: 20 });
      expect(summaryOf(outcomes)).toEqual({ ok: count });
      expect([service.calls.length, new Set(service.names()).size]).toEqual([count, count]);
      // It cannot be faster than the service, and takes no more than twice as long, after a first search of the rate.
      const tookMs = (service.createdAtMs.at(-1) ?? 0) - (service.createdAtMs[0] ?? 0);
      expect(tookMs).toBeLessThanOrEqual(2 * ((count * 1_000) / perSecond) + 8_000);
      expect(service.times.create.length - count).toBeLessThan(count);
    });
  },
);

test("with createsPerSecond at the service's own limit creations are spaced evenly, and none is refused", async () => {
  await onVirtualTime(async () => {
    const limit = limits["any second"]?.(5) ?? (() => false);
    const service = startService(limited(limit, undefined));
    await runBatch(service.client(), manyInputs(40), { concurrency: 20, createsPerSecond: 5 });
    expect([service.calls.length, service.times.create.length]).toEqual([40, 40]);
    for (const [index, atMs] of service.times.create.slice(1).entries())
      expect(atMs - (service.times.create[index] ?? 0)).toBeGreaterThanOrEqual(199);
  });
});

test("a 429 of one operation does not lose what another one of the batch was doing", async () => {
  await onVirtualTime(async () => {
    const answer: Answer = ({ operation, nth }) =>
      !["put", "create"].includes(operation) && nth % 3 === 1 ? refusal(429, 2) : undefined;
    const service = startService(answer);
    const { outcomes } = await runBatch(service.client(), manyInputs(30));
    expect(summaryOf(outcomes)).toEqual({ ok: 30 });
    expect(new Set(service.names()).size).toBe(30);
  });
});

test("each request pauses by itself after a 429, and others are sent at once", async () => {
  await onVirtualTime(async () => {
    const answer: Answer = ({ operation, nth }) => (operation === "agents" && nth === 1 ? refusal(429, 30) : undefined);
    const service = startService(answer);
    const { agents } = service.client();
    await Promise.all([agents.list(), agents.list()]);
    expect(service.times.agents).toEqual([0, 0, 30_000]);
  });
});
