/** When a batch reads the analyses: pauses are learned from the calls that are completed. */
import { expect, test, vi } from "vitest";
import { AdaptivePolling } from "../../src/batch/adaptive-polling.js";
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
  ["no completed call", [], 0, undefined],
  ["calls of 10 s, at once", [10, 10, 10, 10, 10], 0, { initialDelayMs: 6_000, intervalMs: 660 }],
  ["calls of 10 s, after 4 s", [10, 10, 10, 10, 10], 4_000, { initialDelayMs: 2_000, intervalMs: 660 }],
  ["calls of 10 s, after 30 s", [10, 10, 10, 10, 10], 30_000, { initialDelayMs: 0, intervalMs: 3_300 }],
  ["different calls", [5, 30, 20, 10, 35], 0, { initialDelayMs: 12_000, intervalMs: 1_320 }],
  ["calls of an hour", [3_600, 3_600, 3_600, 3_600, 3_600], 0, { initialDelayMs: 300_000, intervalMs: 33_000 }],
  ["calls of no time", [0, 0, 0, 0, 0], 0, { initialDelayMs: 0, intervalMs: 100 }],
])("the pauses after %s", (_, seconds, ageMs, expected) => {
  const polling = new AdaptivePolling();
  for (const each of seconds) polling.add(each * 1_000);
  const pauses = polling.pausesOf(ageMs);
  expect(pauses && { ...pauses, intervalMs: Math.round(pauses.intervalMs), factor: undefined }).toEqual(expected);
});

test("the latest calls count most", () => {
  const polling = new AdaptivePolling();
  for (let nth = 0; nth < 100; nth += 1) polling.add(400_000);
  for (let nth = 0; nth < 100; nth += 1) polling.add(10_000);
  // 98 % to the power of 100 is 13 % of the difference.
  expect(polling.pausesOf(0)?.initialDelayMs).toBeCloseTo(0.6 * (10_000 + 0.98 ** 100 * 390_000), 5);
});

/** The same numbers at every run, from 0 to 1. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

test.each([2_000, 60_000])(
  "a batch with analyses of %i ms takes at most 6 polls a call and 1.15 of the ideal time",
  async (medianMs) => {
    await onVirtualTime(async () => {
      vi.spyOn(Math, "random").mockImplementation(seeded(1));
      const random = seeded(7);
      // Lognormal, as the times of such services are.
      const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
      const timesMs = Array.from({ length: 250 }, () => medianMs * Math.exp(0.5 * normal()));
      const service = new SimulatedService({ latencyMs: 0, analysisMs: (nth) => timesMs[nth - 1] ?? 0 });
      const { outcomes } = await runBatch(service.client(), manyInputs(timesMs.length), { pollConcurrency: 10 });
      expect(summaryOf(outcomes)).toEqual({ ok: timesMs.length });
      expect(service.times.analysis.length / timesMs.length).toBeLessThanOrEqual(6);
      expect(service.nowMs() / idealMs(timesMs)).toBeLessThanOrEqual(1.15);
    });
  },
);

/** When the last of these ends if ten are waited for at once, and four uploaded ahead. */
function idealMs(timesMs: readonly number[]): number {
  const freeAtMs = Array.from({ length: 14 }, () => 0);
  for (const timeMs of timesMs) {
    const soonest = freeAtMs.indexOf(Math.min(...freeAtMs));
    freeAtMs[soonest] = (freeAtMs[soonest] ?? 0) + timeMs;
  }
  return Math.max(...freeAtMs);
}

test.each(["batch", "client"])("a pause that poll of the %s sets is kept", async (whose) => {
  await onVirtualTime(async () => {
    const service = new SimulatedService({ latencyMs: 0, analysisMs: () => 50_000 });
    const poll = { initialDelayMs: 60_000 };
    const [client, options] = whose === "client" ? [{ poll }, {}] : [{}, { poll }];
    await runBatch(service.client(client), manyInputs(12), { concurrency: 1, pollConcurrency: 1, ...options });
    expect(service.times.analysis).toHaveLength(12);
  });
});

test("pauses are learned where poll sets other options only", async () => {
  await onVirtualTime(async () => {
    const service = new SimulatedService({ latencyMs: 0, analysisMs: () => 50_000 });
    const options = { concurrency: 1, pollConcurrency: 1, poll: { jitter: 0 } };
    await runBatch(service.client({ poll: { toleratedFailures: 1 } }), manyInputs(12), options);
    // Without that, each of them is polled eight times.
    expect(service.times.analysis.length).toBeLessThan(12 * 8);
  });
});

test.each(["batch", "client"])("toleratedFailures of the %s holds, but not for a 404 of a new call", async (whose) => {
  await onVirtualTime(async () => {
    const poll = { toleratedFailures: 0 };
    const [client, options] = whose === "client" ? [{ poll }, {}] : [{}, { poll }];
    for (const status of [404, 502]) {
      const answer: Answer = ({ operation, nth }) =>
        operation === "analysis" && nth <= 2 ? refusal(status) : undefined;
      const service = new SimulatedService({ answer });
      const { outcomes } = await runBatch(service.client(client), manyInputs(1), options);
      const expected = status === 404 ? [{ ok: 1 }, 3] : [{ ServerError: 1 }, 1];
      expect([summaryOf(outcomes), service.times.analysis.length]).toEqual(expected);
    }
  });
});
