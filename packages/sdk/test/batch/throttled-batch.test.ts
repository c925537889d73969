import type { BatchEvent, BatchOutcome } from "@call-analysis/sdk";
import { expect, test as plainTest, vi } from "vitest";
import { settled } from "../flow/virtual-interface.ts";
import { useFakeTimersInEachTest } from "../support/virtual-time.ts";
import { json, type RecordingService, test } from "../upload/recording-service.ts";
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

const perSecond = 5;

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
    ["in each second", 0],
    ["in any second", 100],
    ["a second on average", 250],
  ] as const
).flatMap(([limit, latencyMs]) =>
  [1, 5, 50].flatMap((perSecond) =>
    (["with", "without"] as const).map((header): Case => {
      return { count: 80, perSecond, limit, header, latencyMs };
    }),
  ),
);

plainTest.each(small)(
  "$count recordings at a service that takes $perSecond creations $limit, $header Retry-After, are all analysed",
  async (one) => {
    const unlimited = tookMs(await analyzeAtLimit({ ...one, limit: "never" }));
    const limited = await analyzeAtLimit(one);
    const leastMs = Math.max(unlimited, ((one.count - one.perSecond) * 1_000) / one.perSecond);
    // Two seconds for the first pauses, which `Retry-After` counts in whole ones.
    expect(tookMs(limited)).toBeLessThan(2 * leastMs + 2_000);
  },
);

const large = small
  .filter(({ perSecond }) => perSecond === 5)
  .map((one): Case => ({ ...one, count: 1_000, latencyMs: 100 }))
  // All of them where long tests are asked for.
  .filter(
    ({ limit, header }) => process.env.LONG_TESTS || limit === (header === "with" ? "in any second" : "in each second"),
  );

plainTest.each(large)(
  "$count recordings at a service that takes $perSecond creations $limit, $header Retry-After, are analysed at its rate",
  async (one) => {
    const service = await analyzeAtLimit(one);
    expect(tookMs(service)).toBeLessThan((2 * 1_000_000) / one.perSecond);
    // What it costs to stay at the rate: one or two refusals a second.
    expect(service.refusals).toBeLessThan((2 * 1_000) / one.perSecond);
  },
);

plainTest("with maxCreatesPerSecond the same batch is never refused", async () => {
  const service = limitedService(slidingWindow(perSecond), 100);
  const outcomes = await outcomesOf(service.client({ maxCreatesPerSecond: perSecond }), 1_000);
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1_000);
  expect(service.refusals).toBe(0);
  expect(Math.round(tookMs(service) / 999)).toBe(1_000 / perSecond);
});

plainTest("a batch goes on when a service that refused everything for five minutes answers again", async () => {
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

plainTest("after ten minutes 429s use up attempts, and end their input with the RateLimitError", async () => {
  const service = limitedService(() => ({ retryAfter: 10 }));
  const startMs = performance.now();
  const outcomes = await outcomesOf(service.client(), 1);
  expect(outcomes).toMatchObject([{ ok: false, error: { name: "RateLimitError" }, resume: { stage: "create" } }]);
  expect(performance.now() - startMs).toBeGreaterThanOrEqual(600_000 - 10_000);
  expect(performance.now() - startMs).toBeLessThan(600_000 + 3 * 10_000);
});

plainTest("a Retry-After above maxRetryAfterMs is waited for in a batch, up to ten minutes", async () => {
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

plainTest(
  "a Retry-After that a single request waits for is waited for in a batch too, when the ten minutes are nearly over",
  async () => {
    const startMs = performance.now();
    const service = limitedService((nowMs) =>
      nowMs < startMs + 550_000 ? { retryAfter: 550 } : nowMs < startMs + 600_000 ? { retryAfter: 55 } : undefined,
    );
    expect(await outcomesOf(service.client(), 1)).toMatchObject([{ ok: true }]);
  },
);

plainTest("a Retry-After above ten minutes ends its input at once", async () => {
  const service = limitedService(() => ({ retryAfter: 601 }));
  const startMs = performance.now();
  expect(await outcomesOf(service.client(), 1)).toMatchObject([{ ok: false, error: { retryAfterMs: 601_000 } }]);
  expect(performance.now() - startMs).toBe(0);
});

plainTest("with retry: false a 429 ends its input at once", async () => {
  const service = limitedService(() => ({}));
  const outcomes = await outcomesOf(service.client(), 1, { retry: false });
  expect(outcomes).toMatchObject([{ ok: false, error: { name: "RateLimitError", attempts: 1 } }]);
});

plainTest("other failures use up their attempts as always, also between 429s", async () => {
  const refusals = [429, 503, 429, 429, 503, 429, 503];
  const fetch = async (input: string | URL | Request, init?: RequestInit) => {
    if (!String(input).endsWith("/presigned-url")) throw new Error(`Nothing else was to be sent: ${init?.method}`);
    return new Response(null, { status: refusals.shift() ?? 200 });
  };
  const sdk = limitedService(() => undefined).client({ fetch });
  const outcomes = await outcomesOf(sdk, 1);
  expect(outcomes).toMatchObject([{ ok: false, error: { name: "ServerError", attempts: 7 } }]);
});

plainTest("in a batch a 429 to a poll does not fail the wait", async () => {
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

test("a batch of 80 on real sockets ends complete at a service that refuses every third creation", async ({
  service,
}) => {
  vi.useRealTimers();
  let asked = 0;
  const answer: Parameters<RecordingService["answer"]>[1] = (exchange) => {
    service.answer("creates", answer);
    asked += 1;
    if (asked % 3 === 0) return json(429, {})(exchange);
    return json(202, { data: { callId: `call-${asked}`, status: "processing" } })(exchange);
  };
  service.answer("creates", answer);
  const retry = { initialDelayMs: 5, maxDelayMs: 5, jitter: 0 };
  const outcomes = await analyzeMany(service.client({ retry }), 80, { poll: { initialDelayMs: 0, intervalMs: 1 } });
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(80);
  const recordings = service.creates.map(({ body }) => JSON.parse(String(body)).audio_url);
  expect(new Set(recordings).size).toBe(80);
  expect(recordings).toHaveLength(80 + Math.floor(asked / 3));
});
