import type { BatchJournal, BatchOptions, CallAnalysis } from "@call-analysis/sdk";
import fc from "fast-check";
import { beforeEach, expect, test, vi } from "vitest";
import { AdaptivePolling } from "../../src/flow/adaptive-polling.js";
import { defaultPollOptions } from "../../src/flow/poll-options.js";
import { JournaledInputs } from "../../src/record/journaled-inputs.js";
import { emptyInput } from "../batch/journal-input.js";
import { deferred } from "../support/deferred.ts";
import { useFakeTimersInEachTest } from "../support/virtual-time.ts";
import { wavBytes } from "../upload/recordings.js";
import { slowInterface } from "./slow-interface.js";
import { settled } from "./virtual-interface.js";

useFakeTimersInEachTest();
beforeEach(() => {
  vi.spyOn(Math, "random").mockReturnValue(0.5);
});

/** One call after the other, each after the outcome of the one before: so each can learn from all before it. */
async function analyze(client: CallAnalysis, count: number, options: BatchOptions = {}): Promise<void> {
  let outcome = deferred<void>();
  async function* oneByOne() {
    for (let index = 0; index < count; index += 1) {
      outcome = deferred();
      yield { file: wavBytes(64), filename: "call.wav", memberId: "m", categoryId: "c" };
      await outcome.promise;
    }
  }
  const all = async () => {
    for await (const _ of client.calls.analyzeFiles(oneByOne(), options)) outcome.resolve();
  };
  const failure = await settled(all());
  if (failure) throw failure;
}

test("a batch learns how long calls take, and then polls each about once", async () => {
  const { client, readsOf } = slowInterface(() => ({ takesMs: 60_000 }));
  await analyze(client, 40);
  expect(readsOf[0]?.length).toBeGreaterThan(5);
  const learned = readsOf.slice(10);
  expect(learned).toHaveLength(30);
  const reads = learned.reduce((sum, { length }) => sum + length, 0);
  expect(reads / learned.length).toBeLessThan(3);
  for (const seenMs of learned.map((times) => times.at(-1) ?? 0)) expect(seenMs).toBeLessThanOrEqual(60_000 * 1.15);
});

test.each(["initialDelayMs", "intervalMs", "factor", "maxIntervalMs"])(
  "one pause that is set, %s, turns the learning off",
  async (name) => {
    const { client, readsOf } = slowInterface(() => ({ takesMs: 60_000 }));
    await analyze(client, 12, { poll: { [name]: defaultPollOptions.maxIntervalMs } });
    const [early, late] = [readsOf[0]?.length ?? 0, readsOf.at(-1)?.length ?? 0];
    expect(Math.abs(early - late)).toBeLessThanOrEqual(1);
  },
);

test("other poll options leave the learning on", async () => {
  const { client, readsOf } = slowInterface(() => ({ takesMs: 60_000 }));
  await analyze(client, 30, { poll: { timeoutMs: 600_000, toleratedFailures: 1 } });
  expect(readsOf.at(-1)?.length).toBeLessThan(4);
});

test("calls that fail soon teach nothing", async () => {
  const { client, readsOf } = slowInterface((place) =>
    place % 2 ? { takesMs: 0, ends: "failed" } : { takesMs: 60_000 },
  );
  await analyze(client, 40);
  expect(readsOf[38]?.length).toBeLessThan(4);
});

/** Knows a call, or none, for each input of a batch in their order. */
function journalWith(...callIds: (string | undefined)[]): BatchJournal {
  let inputs = 0;
  return {
    begin: async () => new JournaledInputs(async () => {}),
    identify: async () => ({ key: String(inputs++) }),
    enter: async ({ key }) => {
      const callId = callIds[Number(key)];
      return {
        ...emptyInput(key),
        find: async () => (callId === undefined ? undefined : { stage: "created", callId }),
      };
    },
  };
}

test("calls whose age is not known teach nothing", async () => {
  const { client, readsOf } = slowInterface((place) => ({ takesMs: place === 0 ? 5_000 : 0 }));
  const found = ["100", "101", "102", "103", "104"];
  await analyze(client, 6, { journal: journalWith(...found, undefined) });
  expect(readsOf[0]).toEqual([2_000, 4_000, 7_000]);
});

test("a call whose age is not known is read in the pauses of the options, whatever was learned", async () => {
  const { client, readsOf } = slowInterface((place) => ({ takesMs: place === 200 ? 1e9 : 10_000 }));
  const journal = journalWith(...Array(5).fill(undefined), "200");
  await analyze(client, 6, { journal, poll: { timeoutMs: 30_000 } });
  const reads = readsOf[200] ?? [];
  expect(reads.slice(1, 4).map((atMs, index) => atMs - (reads[index] ?? 0))).toEqual([2_000, 3_000, 4_500]);
});

test("nothing is learned from fewer than five calls", () => {
  const times = new AdaptivePolling();
  for (let call = 0; call < 4; call += 1) times.add(60_000, 50_000);
  expect(times.pauseMs(0, defaultPollOptions, 0.5)).toBeUndefined();
  times.add(60_000, 50_000);
  expect(times.pauseMs(0, defaultPollOptions, 0.5)).toBe(55_000);
});

test("only the last hundred calls count, whether they were faster or slower than those before", () => {
  const times = new AdaptivePolling();
  for (const [takesMs, pauseMs] of [
    [4_000, 3_000],
    [60_000, 45_000],
    [4_000, 3_000],
  ] as const) {
    for (let call = 0; call < 100; call += 1) {
      times.add(takesMs, undefined);
      // Each pause looks at all of them, and forgets none.
      times.pauseMs(0, defaultPollOptions, 0.5);
    }
    expect(times.pauseMs(0, defaultPollOptions, 0.5)).toBe(pauseMs);
  }
});

test("a hundred calls count, and not one fewer", () => {
  const times = new AdaptivePolling();
  for (let call = 0; call < 80; call += 1) times.add(60_000, undefined);
  for (let call = 0; call < 20; call += 1) times.add(4_000, undefined);
  expect(times.pauseMs(0, defaultPollOptions, 0.5)).toBe(45_000);
  times.add(4_000, undefined);
  expect(times.pauseMs(0, defaultPollOptions, 0.5)).toBe(3_000);
});

test.each([
  ["at the age of the first poll", 55_000, 0.5, 6_600],
  ["with all of the jitter", 55_000, 1, 7_920],
  ["with jitter the other way", 55_000, 0, 5_280],
  ["when it takes longer than all the others", 80_000, 0.5, 24_000],
])("a further pause is a part of the call's age: %s", (_name, ageMs, random, pauseMs) => {
  const times = new AdaptivePolling();
  for (let call = 0; call < 10; call += 1) times.add(60_000, 50_000);
  const options = { ...defaultPollOptions, maxIntervalMs: 60_000 };
  expect(times.pauseMs(ageMs, options, random)).toBeCloseTo(pauseMs);
});

test("the first poll is never later than five minutes, whatever was learned", () => {
  const times = new AdaptivePolling();
  for (let call = 0; call < 10; call += 1) times.add(7_200_000, 7_100_000);
  expect(times.pauseMs(0, defaultPollOptions, 0.5)).toBe(300_000);
});

test("no learned pause is under 100 ms, over its limit, or NaN", () => {
  const seen = fc.array(fc.double({ min: 0, max: 1e9, noNaN: true }), { minLength: 5, maxLength: 300 });
  const random = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(seen, fc.double({ min: 0, max: 1e9, noNaN: true }), random, (seenMs, waitedMs, dice) => {
      const times = new AdaptivePolling();
      for (const timeMs of seenMs) times.add(timeMs, undefined);
      const pauseMs = times.pauseMs(waitedMs, defaultPollOptions, dice) ?? Number.NaN;
      expect(pauseMs).toBeGreaterThanOrEqual(100);
      expect(pauseMs).toBeLessThanOrEqual(300_000);
    }),
  );
});

test("calls are compared by how long they took, whatever the number of digits", () => {
  const learned = new AdaptivePolling();
  for (const ageMs of [...Array(7).fill(12_000), ...Array(3).fill(8_000)]) learned.add(ageMs, ageMs);
  const options = { ...defaultPollOptions, jitter: 0 };
  // First the time of the fastest, then a long pause only for a call that takes longer than the slowest.
  expect([learned.pauseMs(0, options, 0.5), learned.pauseMs(10_000, options, 0.5)]).toEqual([8_000, 1_200]);
});
