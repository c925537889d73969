import type { BatchEvent, BatchOutcome } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { settled } from "../flow/virtual-interface.ts";
import { useFakeTimersInEachTest } from "../support/virtual-time.ts";
import {
  analyzeMany,
  fixedWindow,
  type Limit,
  type LimitedService,
  limitedService,
  slidingWindow,
  tokenBucket,
} from "./limited-service.ts";

useFakeTimersInEachTest();

/** Runs a batch on virtual time. */
async function outcomesOf(...parameters: Parameters<typeof analyzeMany>): Promise<BatchOutcome[]> {
  return (await settled(analyzeMany(...parameters))) as BatchOutcome[];
}

const limits = {
  "in each second": fixedWindow,
  "in any second": slidingWindow,
  "a second on average": tokenBucket,
  never: (): Limit => () => undefined,
};

interface Case {
  count: number;
  perSecond: number;
  limit: keyof typeof limits;
  header: "with" | "without";
  /** Of each response. */
  latencyMs: number;
}

/** A batch at a service that takes so many creations, on virtual time. */
async function analyzeAtLimit({ count, perSecond, limit, header, latencyMs }: Case): Promise<LimitedService> {
  const service = limitedService(limits[limit](perSecond, { tellsPause: header === "with" }), latencyMs);
  const outcomes = await outcomesOf(service.client(), count);
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(count);
  expect(service.created).toHaveLength(count);
  expect(new Set(service.created).size).toBe(count);
  return service;
}

function tookMs({ createdAtMs }: LimitedService): number {
  return (createdAtMs.at(-1) ?? 0) - (createdAtMs[0] ?? 0);
}

const small = (
  [
    [1, "in each second", 0],
    [5, "in any second", 100],
    [50, "a second on average", 250],
  ] as const
).flatMap(([perSecond, limit, latencyMs]) =>
  (["with", "without"] as const).map((header): Case => ({ count: 80, perSecond, limit, header, latencyMs })),
);

test.each(small)(
  "$count recordings at a service that takes $perSecond creations $limit, $header Retry-After, are all analysed",
  async (one) => {
    const unlimited = tookMs(await analyzeAtLimit({ ...one, limit: "never" }));
    const limited = await analyzeAtLimit(one);
    const leastMs = Math.max(unlimited, ((one.count - one.perSecond) * 1_000) / one.perSecond);
    // Two seconds for the first pauses, which `Retry-After` counts in whole ones.
    expect(tookMs(limited)).toBeLessThan(2 * leastMs + 2_000);
  },
);

const large: Case[] = [
  { count: 1_000, perSecond: 5, limit: "in any second", header: "with", latencyMs: 100 },
  { count: 1_000, perSecond: 5, limit: "in each second", header: "without", latencyMs: 100 },
];

test.each(large)(
  "$count recordings at a service that takes $perSecond creations $limit, $header Retry-After, are analysed at its rate",
  async (one) => {
    const service = await analyzeAtLimit(one);
    expect(tookMs(service)).toBeLessThan((2 * 1_000_000) / one.perSecond);
    // What it costs to stay at the rate: one or two refusals a second.
    expect(service.refusals).toBeLessThan((2 * 1_000) / one.perSecond);
  },
);

test("a batch goes on when a service that refused everything for five minutes answers again", async () => {
  const service = limitedService((nowMs) => (nowMs < startMs + 300_000 ? {} : undefined));
  const startMs = performance.now();
  const events: BatchEvent[] = [];
  const outcomes = await outcomesOf(service.client(), 20, { onEvent: (event) => events.push(event) });
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(20);
  expect(service.created).toHaveLength(20);
  const retries = events.filter(({ type }) => type === "retrying");
  expect(retries).toHaveLength(service.refusals);
  expect(retries[0]).toMatchObject({ stage: "create", attempt: 1, error: { status: 429 } });
});

test("after ten minutes 429s use up attempts, and end their input with the RateLimitError", async () => {
  const service = limitedService(() => ({ retryAfter: 10 }));
  const startMs = performance.now();
  const outcomes = await outcomesOf(service.client(), 1);
  expect(outcomes).toMatchObject([{ ok: false, error: { name: "RateLimitError" }, resume: { stage: "create" } }]);
  expect(performance.now() - startMs).toBeGreaterThanOrEqual(600_000 - 10_000);
  expect(performance.now() - startMs).toBeLessThan(600_000 + 3 * 10_000);
});

test("a Retry-After above maxRetryAfterMs is waited for in a batch, up to ten minutes", async () => {
  let asked = 0;
  const limit = () => {
    asked += 1;
    return asked === 1 ? { retryAfter: 500 } : undefined;
  };
  const service = limitedService(limit);
  const startMs = performance.now();
  expect(await outcomesOf(service.client(), 1)).toMatchObject([{ ok: true }]);
  expect((service.createdAtMs[0] ?? 0) - startMs).toBe(500_000);
});

test("a Retry-After that a single request waits for is waited for in a batch too, when the ten minutes are nearly over", async () => {
  const startMs = performance.now();
  const service = limitedService((nowMs) =>
    nowMs < startMs + 550_000 ? { retryAfter: 550 } : nowMs < startMs + 600_000 ? { retryAfter: 55 } : undefined,
  );
  expect(await outcomesOf(service.client(), 1)).toMatchObject([{ ok: true }]);
});

test("a Retry-After above ten minutes ends its input at once", async () => {
  const service = limitedService(() => ({ retryAfter: 601 }));
  const startMs = performance.now();
  expect(await outcomesOf(service.client(), 1)).toMatchObject([{ ok: false, error: { retryAfterMs: 601_000 } }]);
  expect(performance.now() - startMs).toBe(0);
});

test.each([
  ["of the batch", {}, { retry: false }],
  ["of the client", { retry: false }, {}],
] as const)("with the retry: false %s a 429 ends its input at once", async (_of, client, batch) => {
  const service = limitedService(() => ({}));
  const outcomes = await outcomesOf(service.client(client), 1, batch);
  expect(outcomes).toMatchObject([{ ok: false, error: { name: "RateLimitError", attempts: 1 } }]);
});

test("other failures use up their attempts as always, also between 429s", async () => {
  const refusals = [429, 503, 429, 429, 503, 429, 503];
  const fetch = async (input: string | URL | Request, init?: RequestInit) => {
    if (!String(input).endsWith("/presigned-url")) throw new Error(`Nothing else was to be sent: ${init?.method}`);
    return new Response(null, { status: refusals.shift() ?? 200 });
  };
  const sdk = limitedService(() => undefined).client({ fetch });
  const outcomes = await outcomesOf(sdk, 1);
  expect(outcomes).toMatchObject([{ ok: false, error: { name: "ServerError", attempts: 7 } }]);
});

test("in a batch a 429 to a poll does not fail the wait", async () => {
  let polls = 0;
  const limited = limitedService(() => undefined);
  const fetch: typeof globalThis.fetch = async (input, init) => {
    if (init?.method === "GET") {
      polls += 1;
      if (polls <= 20) return new Response(null, { status: 429 });
    }
    return limited.fetch(input, init);
  };
  const outcomes = await outcomesOf(limited.client({ fetch }), 1, { poll: { toleratedFailures: 0 } });
  expect(outcomes).toMatchObject([{ ok: true }]);
  expect(polls).toBe(21);
});
