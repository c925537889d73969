/** Batches at a service that takes only so many creations a second: none is lost, and none is made twice. */
import { expect, test } from "vitest";
import { all } from "./support/fake.ts";
import { type Answer, manyInputs, onVirtualTime, refusal, startVirtualService } from "./support/virtual-service.ts";

const { analyzeFiles } = await import("@call-analysis/sdk/batch");

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
  return ({ operation, atMs }) =>
    operation === "createCall" && isRefused(atMs) ? refusal(429, retryAfter) : undefined;
}

const sizes = [
  { count: 80, perSecond: 5 },
  { count: 80, perSecond: 50 },
  { count: 400, perSecond: 1 },
  { count: 400, perSecond: 5 },
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
      const { sdk, created, createdAtMs, times } = startVirtualService(limited(limit(perSecond), retryAfter));
      const outcomes = await all(analyzeFiles(sdk, manyInputs(count), { concurrency: 20 }));
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(count);
      expect([created.length, new Set(created).size]).toEqual([count, count]);
      // It cannot be faster than the service, and takes no more than twice as long, after a first search of the rate.
      const tookMs = (createdAtMs.at(-1) ?? 0) - (createdAtMs[0] ?? 0);
      expect(tookMs).toBeLessThanOrEqual(2 * ((count * 1_000) / perSecond) + 8_000);
      expect(times.createCall.length - count).toBeLessThan(count);
    });
  },
);

test("a service that refuses every creation for five minutes loses none of them", async () => {
  await onVirtualTime(async () => {
    const closed = limited((atMs) => atMs < 300_000, undefined);
    const { sdk, created } = startVirtualService(closed);
    const outcomes = await all(analyzeFiles(sdk, manyInputs(20)));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(20);
    expect(new Set(created).size).toBe(20);
  });
});

test("with createsPerSecond at the service's own limit nothing is refused", async () => {
  await onVirtualTime(async () => {
    const limit = limits["any second"]?.(5) ?? (() => false);
    const { sdk, created, times } = startVirtualService(limited(limit, undefined));
    await all(analyzeFiles(sdk, manyInputs(40), { concurrency: 20, createsPerSecond: 5 }));
    expect([created.length, times.createCall.length]).toEqual([40, 40]);
  });
});

test("a 429 of one operation does not lose what another one of the batch was doing", async () => {
  await onVirtualTime(async () => {
    const answer: Answer = ({ operation, nth }) =>
      operation !== "createCall" && nth % 3 === 1 ? refusal(429, 2) : undefined;
    const { sdk, created } = startVirtualService(answer);
    const outcomes = await all(analyzeFiles(sdk, manyInputs(30)));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(30);
    expect(new Set(created).size).toBe(30);
  });
});

test("each request pauses by itself after a 429, and others are sent at once", async () => {
  await onVirtualTime(async () => {
    const answer: Answer = ({ operation, nth }) =>
      operation === "listAgents" && nth === 1 ? refusal(429, 30) : undefined;
    const { sdk, times } = startVirtualService(answer);
    await Promise.all([sdk.agents.list(), sdk.agents.list()]);
    expect(times.listAgents).toEqual([0, 0, 30_000]);
  });
});
