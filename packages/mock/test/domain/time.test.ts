import { afterEach, expect, test, vi } from "vitest";
import { createMockService, type Progression } from "../../src/index.js";
import { createCall, grant, put, readAnalysis } from "../support/flow.js";

afterEach(() => {
  vi.useRealTimers();
});

const startAt = "2026-01-31T10:00:00Z";
const byTime: Progression = { mode: "time", processingMs: 500, pendingMs: 3_000 };

const statusOf = async (service: ReturnType<typeof createMockService>, callId: string) =>
  (await readAnalysis(service, callId)).status;

test.each([[["Date"]], [["Date", "setTimeout", "setInterval"]]] as const)(
  "with %j faked, a progression by time and a grant's validity follow the fake time",
  async (toFake) => {
    vi.useFakeTimers({ toFake: [...toFake], now: Date.parse(startAt) });
    const service = createMockService({ progression: byTime });
    const callId = await createCall(service);
    const { presignedUrl } = await grant(service);
    expect(await statusOf(service, callId)).toBe("processing");
    vi.setSystemTime(Date.parse(startAt) + 500);
    expect(await statusOf(service, callId)).toBe("pending");
    vi.setSystemTime(Date.parse(startAt) + 16 * 60_000);
    expect(await statusOf(service, callId)).toBe("completed");
    expect((await put(service, presignedUrl)).status).toBe(403);
  },
);

test("all fake timers together: requests need no timer to be answered", async () => {
  vi.useFakeTimers({ now: Date.parse(startAt) });
  const service = createMockService({ progression: byTime });
  const callId = await createCall(service);
  await vi.advanceTimersByTimeAsync(3_500);
  expect(await statusOf(service, callId)).toBe("completed");
  expect(vi.getTimerCount()).toBe(0);
});

test("a terminal state that was seen stays when the machine's time is set back", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(startAt) });
  const service = createMockService({ progression: byTime });
  const callId = await createCall(service);
  vi.setSystemTime(Date.parse(startAt) + 3_500);
  expect(await statusOf(service, callId)).toBe("completed");
  vi.setSystemTime(Date.parse(startAt));
  expect(await statusOf(service, callId)).toBe("completed");
});

test.each(["2020-01-31T10:00:00Z", "2030-01-31T10:00:00Z"])(
  "a call whose date is %s goes on from its creation, and not from its date",
  async (date) => {
    const service = createMockService({ progression: byTime, clock: { startAt } });
    const callId = await createCall(service, { date });
    const statuses: string[] = [];
    for (const ms of [499, 1, 2_999, 1]) {
      service.clock.advance(ms);
      statuses.push(await statusOf(service, callId));
    }
    expect(statuses).toEqual(["processing", "pending", "pending", "completed"]);
  },
);
