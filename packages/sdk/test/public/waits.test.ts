/** Retries, pauses, deadlines and polls, on virtual time. */
import type { FlowEvent } from "@call-analysis/sdk";
import * as sdkPackage from "@call-analysis/sdk";
import { describe, expect, test, vi } from "vitest";
import { failureOf } from "./support/fake.ts";
import {
  type Answer,
  manyInputs,
  onVirtualTime,
  refusal,
  startVirtualService,
  stillProcessing,
} from "./support/virtual-service.ts";

const { analyzeFiles } = await import("@call-analysis/sdk/batch");
const [input] = manyInputs(1) as [ReturnType<typeof manyInputs>[number]];
const gapsOf = (times: number[]) => times.slice(1).map((time, index) => time - (times[index] ?? 0));
const exactly = { jitter: 0 };

/** Refuses an operation with so many answers, in order. */
function refusing(operation: string, ...answers: (() => Response | Error)[]): Answer {
  return (request) => (request.operation === operation ? answers[request.nth - 1]?.() : undefined);
}

const reset = () => new TypeError("fetch failed", { cause: Object.assign(new Error("reset"), { code: "ECONNRESET" }) });

describe("what is sent again after a failure that passes:", () => {
  const repeated = ["listAgents", "createUploadUrl", "uploadRecording"] as const;
  const failures: [string, () => Response | Error][] = [
    ["a reset", reset],
    ["408", () => refusal(408)],
    ["500", () => refusal(500)],
    ["503", () => refusal(503)],
    ["429", () => refusal(429)],
  ];
  const cases = repeated.flatMap((operation) => failures.map(([name, answer]) => [operation, name, answer] as const));
  test.each(cases)("%s after %s, in pauses that grow from 500 ms", async (operation, _, failure) => {
    await onVirtualTime(async () => {
      const { sdk, times, created } = startVirtualService(refusing(operation, failure, failure), { retry: exactly });
      await sdk.agents.list();
      await sdk.calls.analyzeFile(input);
      const [first = 0, second = 0] = gapsOf(times[operation]);
      expect(first).toBeGreaterThanOrEqual(500);
      expect(second).toBeGreaterThanOrEqual(1_000);
      expect(created).toHaveLength(1);
    });
  });

  test("but no more than three attempts in all, and maxAttempts changes that", async () => {
    await onVirtualTime(async () => {
      const { sdk, times } = startVirtualService(() => refusal(500));
      expect(await failureOf(sdk.agents.list())).toMatchObject({ status: 500, attempts: 3 });
      await failureOf(sdk.agents.list({ retry: { maxAttempts: 5 } }));
      await failureOf(sdk.agents.list({ retry: false }));
      expect(times.listAgents).toHaveLength(3 + 5 + 1);
    });
  });

  test("and nothing after another 4xx", async () => {
    const { sdk, times } = startVirtualService(() => refusal(404));
    await failureOf(sdk.agents.list());
    expect(times.listAgents).toHaveLength(1);
  });

  test("and a creation after a 429 alone", async () => {
    await onVirtualTime(async () => {
      const { sdk, times, created } = startVirtualService(refusing("createCall", () => refusal(429, 3)));
      await sdk.calls.analyzeFile(input);
      expect([gapsOf(times.createCall)[0], created.length]).toEqual([expect.any(Number), 1]);
      expect(gapsOf(times.createCall)[0]).toBeGreaterThanOrEqual(3_000);
    });
  });
});

test.each([429, 503])("the Retry-After of a %i is waited for", async (status) => {
  await onVirtualTime(async () => {
    const { sdk, times } = startVirtualService(refusing("listAgents", () => refusal(status, 20)));
    await sdk.agents.list();
    expect(gapsOf(times.listAgents)[0]).toBeGreaterThanOrEqual(20_000);
  });
});

test("a Retry-After above maxRetryAfterMs ends at once with that error", async () => {
  const { sdk, times } = startVirtualService(() => refusal(429, 61));
  const error = await failureOf(sdk.agents.list());
  expect(sdkPackage.RateLimitError.is(error)).toBe(true);
  expect([error.retryAfterMs, times.listAgents.length]).toEqual([61_000, 1]);
});

test("after a 429 no other request is held back", async () => {
  await onVirtualTime(async () => {
    const { sdk, times } = startVirtualService(refusing("listAgents", () => refusal(429, 10)));
    await failureOf(sdk.agents.list({ retry: false }));
    await sdk.agents.list();
    await sdk.withOptions({ timeoutMs: 1_000 }).agents.list();
    expect(times.listAgents).toEqual([0, 0, 0]);
  });
});

test("a pause that would pass the deadline is not begun: the error comes at once, with its cause", async () => {
  await onVirtualTime(async () => {
    const startMs = performance.now();
    const { sdk, times } = startVirtualService(() => refusal(503, 30));
    const error = await failureOf(sdk.agents.list({ deadlineMs: 20_000 }));
    expect(error).toMatchObject({ name: "TimeoutError", kind: "deadline", cause: { status: 503 } });
    expect([times.listAgents.length, performance.now() - startMs, vi.getTimerCount()]).toEqual([1, 0, 0]);
  });
});

test("the deadline of a flow is for all of its steps together, and not for each", async () => {
  await onVirtualTime(async () => {
    const busy: Answer = ({ operation, nth }) =>
      ["createUploadUrl", "createCall"].includes(operation) && nth === 1 ? refusal(429, 6) : undefined;
    const { sdk, times, created } = startVirtualService(busy);
    const error = await failureOf(sdk.calls.analyzeFile(input, { deadlineMs: 10_000 }));
    expect(error).toMatchObject({ name: "TimeoutError", kind: "deadline", stage: "create" });
    expect(error.resume).toMatchObject({ stage: "create", uncertain: false });
    expect([times.createCall.length, created]).toEqual([1, []]);
  });
});

test("an answer that never comes ends each attempt after timeoutMs, and all of them after deadlineMs", async () => {
  await onVirtualTime(async () => {
    const fetch = () => new Promise<Response>(() => {});
    const { sdk } = startVirtualService();
    const startMs = performance.now();
    const deaf = sdk.withOptions({ fetch, timeoutMs: 4_000, retry: { ...exactly, maxAttempts: 2 } });
    expect(await failureOf(deaf.agents.list())).toMatchObject({ name: "TimeoutError", kind: "attempt" });
    expect(Math.round(performance.now() - startMs)).toBe(4_000 + 500 + 4_000);
    expect(await failureOf(deaf.agents.list({ deadlineMs: 6_000 }))).toMatchObject({ kind: "deadline" });
    expect(Math.round(performance.now() - startMs)).toBe(8_500 + 6_000);
  });
});

test("events tell of a repetition, with its stage and its pause", async () => {
  await onVirtualTime(async () => {
    const { sdk } = startVirtualService(refusing("createUploadUrl", () => refusal(503, 2)));
    const events: FlowEvent[] = [];
    await sdk.calls.analyzeFile(input, { onEvent: (event) => events.push(event) });
    const [retry] = events.filter(({ type }) => ["retrying", "paused"].includes(type));
    expect(retry).toMatchObject({ stage: "grant", pauseMs: expect.any(Number) });
  });
});

test("polls come after 2 s, and then in pauses that grow to 15 s", async () => {
  await onVirtualTime(async () => {
    const wait: Answer = ({ operation, nth }) =>
      operation === "getCallAnalysis" && nth < 9 ? stillProcessing("call_x") : undefined;
    const { sdk, times } = startVirtualService(wait);
    await sdk.calls.waitForAnalysis("call_x", { poll: exactly });
    expect(times.getCallAnalysis[0]).toBe(2_000);
    expect(gapsOf(times.getCallAnalysis)).toEqual([2_000, 3_000, 4_500, 6_750, 10_125, 15_000, 15_000, 15_000]);
  });
});

test("the options of a wait go before those of its client", async () => {
  await onVirtualTime(async () => {
    const { sdk, times } = startVirtualService(undefined, { poll: { ...exactly, initialDelayMs: 700 } });
    await sdk.calls.waitForAnalysis("call_x");
    await sdk.calls.waitForAnalysis("call_x", { poll: { initialDelayMs: 50 } });
    expect(times.getCallAnalysis).toEqual([700, 750]);
  });
});

test("a wait ends after poll.timeoutMs, by default half an hour, with what is known of the call", async () => {
  await onVirtualTime(async () => {
    const { sdk, created } = startVirtualService(({ operation }) =>
      operation === "getCallAnalysis" ? stillProcessing("call_1") : undefined,
    );
    const error = await failureOf(sdk.calls.analyzeFile(input));
    expect(sdkPackage.PollTimeoutError.is(error)).toBe(true);
    expect(error).toMatchObject({ callId: "call_1", lastStatus: "processing", resume: { callId: "call_1" } });
    expect(error.waitedMs).toBeGreaterThanOrEqual(1_800_000);
    expect([error.waitedMs < 1_820_000, created.length]).toEqual([true, 1]);
  });
});

test("when the time ends in the pause of a 429, there is no last poll", async () => {
  await onVirtualTime(async () => {
    const { sdk, times } = startVirtualService(() => refusal(429, 50));
    const error = await failureOf(sdk.calls.waitForAnalysis("call_x", { poll: { timeoutMs: 10_000 } }));
    expect(sdkPackage.PollTimeoutError.is(error)).toBe(true);
    expect(times.getCallAnalysis).toHaveLength(1);
  });
});

test("a wait sleeps through a Retry-After", async () => {
  await onVirtualTime(async () => {
    const { sdk, times } = startVirtualService(refusing("getCallAnalysis", () => refusal(429, 100)));
    const call = await sdk.calls.waitForAnalysis("call_x", { poll: { initialDelayMs: 0 } });
    expect([call.status, times.getCallAnalysis]).toEqual(["completed", [0, 100_000]]);
  });
});

test("five failures in a row are tolerated, the sixth is the error, and a success begins the count anew", async () => {
  await onVirtualTime(async () => {
    const failing = startVirtualService(() => refusal(500));
    expect(await failureOf(failing.sdk.calls.waitForAnalysis("call_x"))).toMatchObject({ status: 500, stage: "poll" });
    expect(failing.times.getCallAnalysis).toHaveLength(6);
    const recovering = startVirtualService(({ nth }) => {
      if (nth === 12) return undefined;
      return nth === 6 ? stillProcessing("call_x") : refusal(500);
    });
    expect(await recovering.sdk.calls.waitForAnalysis("call_x")).toMatchObject({ status: "completed" });
  });
});

test.each([401, 403])("a %i ends the wait at once", async (status) => {
  await onVirtualTime(async () => {
    const { sdk, times } = startVirtualService(() => refusal(status));
    expect(await failureOf(sdk.calls.waitForAnalysis("call_x"))).toMatchObject({ status, stage: "poll" });
    expect(times.getCallAnalysis).toHaveLength(1);
  });
});

test("a 404 right after the creation is no failure, and one for a call that was not created here is", async () => {
  await onVirtualTime(async () => {
    const notYet: Answer = ({ operation, nth }) =>
      operation === "getCallAnalysis" && nth <= 3 ? refusal(404) : undefined;
    const poll = { toleratedFailures: 0 };
    const { sdk, times } = startVirtualService(notYet);
    await sdk.calls.analyzeFile(input, { poll });
    expect(times.getCallAnalysis).toHaveLength(4);
    const other = startVirtualService(notYet);
    expect(await failureOf(other.sdk.calls.waitForAnalysis("call_x", { poll }))).toMatchObject({ status: 404 });
  });
});

test("an upload that gets nowhere ends after timeoutMs", async () => {
  await onVirtualTime(async () => {
    const { sdk, created } = startVirtualService();
    const grant = { key: "k", presignedUrl: "https://store.call-analysis.test/k", publicUrl: "https://store.test/k" };
    const deafStore: typeof fetch = (_, init) =>
      init?.method === "PUT" ? new Promise(() => {}) : Promise.resolve(Response.json({ data: grant }));
    const client = sdk.withOptions({ fetch: deafStore, retry: false, timeoutMs: 5_000 });
    const startMs = performance.now();
    const stuck = await failureOf(client.calls.analyzeFile(input));
    expect(stuck).toMatchObject({ name: "TimeoutError", kind: "attempt", stage: "upload" });
    expect(Math.round(performance.now() - startMs)).toBe(5_000);
    expect(created).toHaveLength(0);
  });
});

test("createsPerSecond of a batch keeps its creations apart", async () => {
  await onVirtualTime(async () => {
    const { sdk, createdAtMs } = startVirtualService();
    for await (const { ok } of analyzeFiles(sdk, manyInputs(12), { concurrency: 12, createsPerSecond: 4 }))
      expect(ok).toBe(true);
    expect(createdAtMs).toHaveLength(12);
    for (const gap of gapsOf(createdAtMs)) expect(gap).toBeGreaterThanOrEqual(249);
  });
});
