import { afterEach, expect, test, vi } from "vitest";
import { Clock, inUtc, latestClockMs } from "../../src/core/clock.js";
import { createMockService } from "../../src/index.js";
import { listening } from "../control/listening.js";

afterEach(() => {
  vi.useRealTimers();
});

test("the system clock follows a faked Date, and `advance` adds to it", () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 1_000 });
  const clock = new Clock("system");
  expect(clock.now()).toBe(1_000);
  vi.setSystemTime(5_000);
  clock.advance(500);
  expect(clock.now()).toBe(5_500);
  vi.setSystemTime(6_000);
  expect(clock.now()).toBe(6_500);
});

test("the system clock that is set runs on from there", () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 1_000 });
  const clock = new Clock("system");
  clock.set("2026-01-31T10:00:00Z");
  vi.setSystemTime(1_250);
  expect(new Date(clock.now()).toISOString()).toBe("2026-01-31T10:00:00.250Z");
  clock.reset();
  expect(clock.now()).toBe(1_250);
});

test.each(["2026-01-31T10:00:00Z", 5, null])("a clock that is %j is refused with what is due", (clock) => {
  const due = 'clock: must be "system", or an object with the time, such as { startAt: "2026-01-31T10:00:00Z" }';
  expect(() => createMockService({ clock: clock as never })).toThrow(new TypeError(due));
});

test("a standing clock moves by `advance` and `set` alone", () => {
  const clock = new Clock({ startAt: new Date(1_000) });
  clock.advance(250);
  expect(clock.now()).toBe(1_250);
  clock.set(1_300);
  expect(clock.now()).toBe(1_300);
  clock.reset();
  expect(clock.now()).toBe(1_000);
});

test("what is neither a time nor a number of milliseconds is refused", () => {
  const clock = new Clock("system");
  expect(() => new Clock({ startAt: "soon" })).toThrow(/cannot be set to soon/);
  expect(() => clock.set(Number.NaN)).toThrow(TypeError);
  expect(() => clock.advance(Number.POSITIVE_INFINITY)).toThrow(/cannot advance by Infinity/);
});

test.each([null, undefined, true, 5n, {}])("%s is refused as a time, and the clock stays where it is", async (time) => {
  const clock = new Clock({ startAt: 1_000 });
  const message = `The clock cannot be set to ${String(time)}: give a Date,`;
  expect(() => clock.set(time as never)).toThrow(message);
  expect(clock.now()).toBe(1_000);
  expect(() => createMockService({ clock: { startAt: time as never } })).toThrow(message);
  if (typeof time === "bigint") return;
  const { control } = await listening({ clock: { startAt: 1_000 } });
  expect(await control("PUT", "/clock", { now: time })).toMatchObject({ status: 400 });
  expect((await control("GET", "/clock")).body.nowMs).toBe(1_000);
});

test.each(["2026-02-30T00:00:00Z", "2026-01-31T10:00:00", "2026-02-30", "31 January 2026"])(
  "%s is refused, as over HTTP: it is no time of the calendar, or the machine's zone would decide",
  async (text) => {
    const { control } = await listening();
    const { status, body } = await control("PUT", "/clock", { now: text });
    expect([status, body.error.fields[0].message]).toEqual([400, expect.stringMatching(/in ISO 8601$/)]);
    const message = `The clock cannot be set to ${text}: give a Date, milliseconds, or an ISO-8601 string: a day, or a time with a zone.`;
    expect(() => new Clock("system").set(text)).toThrow(message);
    expect(() => new Clock({ startAt: text })).toThrow(message);
  },
);

test("a day alone begins in UTC, as over HTTP", async () => {
  const { control } = await listening({ clock: { startAt: "2026-01-31" } });
  expect((await control("GET", "/clock")).body.now).toBe("2026-01-31T00:00:00.000Z");
  expect((await control("PUT", "/clock", { now: "2026-02-01" })).body.now).toBe("2026-02-01T00:00:00.000Z");
});

test("a system clock of any speed shows whole milliseconds", () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 1_000 });
  const clock = new Clock("system", { speed: 1.5 });
  vi.setSystemTime(1_001);
  expect(clock.now()).toBe(1_001);
  vi.setSystemTime(1_002);
  expect(clock.now()).toBe(1_003);
  expect(clock.state()).toEqual({ nowMs: 1_003, offsetMs: 1 });
});

test.each([
  ["a system clock", () => new Clock("system")],
  ["a standing clock", () => new Clock({ startAt: 1_000 })],
])("fractions that %s is moved by add up, and it shows whole milliseconds", (_, create) => {
  vi.useFakeTimers({ toFake: ["Date"], now: 1_000 });
  const clock = create();
  clock.advance(0.5);
  expect([clock.now(), clock.state().nowMs]).toEqual([1_000, 1_000]);
  clock.advance(0.5);
  expect(clock.now()).toBe(1_001);
  clock.set(2_000.75);
  expect(clock.now()).toBe(2_000);
});

test("a clock that is moved within its years goes there, and one that would leave them stays", () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 1_000 });
  for (const clock of [new Clock("system"), new Clock({ startAt: 1_000 })]) {
    expect(() => clock.advance(latestClockMs - 999)).toThrow(RangeError);
    expect(() => clock.set(latestClockMs + 1)).toThrow(/from the year 1970 to 9999/);
    expect(clock.now()).toBe(1_000);
    clock.set(latestClockMs);
    expect(clock.now()).toBe(latestClockMs);
  }
});

test("a fast clock stands still at the end of its years", () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 1_000 });
  const clock = new Clock("system", { speed: 10 });
  clock.set(latestClockMs - 5);
  vi.setSystemTime(1_002);
  expect(clock.now()).toBe(latestClockMs);
});

test.each([
  [2, 1_300],
  [1, 1_200],
  [0.5, 1_150],
])("a system clock of speed %d that was moved by 100 shows after 100 ms %i", (speed, nowMs) => {
  vi.useFakeTimers({ toFake: ["Date"], now: 1_000 });
  const clock = new Clock("system", { speed: speed });
  clock.advance(100);
  vi.setSystemTime(1_100);
  expect([clock.speed, clock.now()]).toEqual([speed, nowMs]);
  clock.reset();
  expect(clock.now()).toBe(1_100);
});

test("times are read in every form: a Date, milliseconds, and ISO-8601 texts", () => {
  const clock = new Clock({ startAt: 0 });
  const nowAfter = (time: Date | number | string) => {
    clock.reset();
    clock.set(time);
    return clock.now();
  };
  const timeMs = Date.UTC(2026, 0, 31, 10);
  const texts = ["2026-01-31T10:00:00Z", "2026-01-31T15:30:00+05:30"];
  expect([new Date(timeMs), timeMs, ...texts].map(nowAfter)).toEqual(Array(4).fill(timeMs));
});

test("a state is continued by a clock of the same kind, and by the other", () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 1_000 });
  const [system, standing] = [new Clock("system"), new Clock({ startAt: 50 })];
  expect([standing.state(), standing.speed]).toEqual([{ nowMs: 50, offsetMs: null }, 0]);
  system.restore({ nowMs: 9_999, offsetMs: 500 });
  expect(system.now()).toBe(1_500);
  system.restore({ nowMs: 7_000, offsetMs: null });
  expect(system.now()).toBe(7_000);
  standing.restore({ nowMs: 9_999, offsetMs: 500 });
  expect(standing.now()).toBe(9_999);
});

test.each([
  [-1_001, 0],
  [-1_000, 0],
  [-999, 1],
  [latestClockMs, latestClockMs],
])("a state whose offset is %i ms from this machine's time of 1,000 continues at %i", (offsetMs, nowMs) => {
  vi.useFakeTimers({ toFake: ["Date"], now: 1_000 });
  const clock = new Clock("system");
  clock.restore({ nowMs: 0, offsetMs });
  expect(clock.now()).toBe(nowMs);
});

test("a service's clock counts its moves", () => {
  const clock = new Clock({ startAt: 1_000 });
  const moves: (() => void)[] = [
    () => clock.advance(0),
    () => clock.advance(5),
    () => clock.set(1_005),
    () => clock.set("1970-01-01T00:00:02Z"),
    () => clock.restore({ nowMs: 1_500, offsetMs: null }),
  ];
  for (const move of moves) move();
  expect([clock.moves, clock.now(), clock.speed]).toEqual([5, 1_500, 0]);
  clock.reset();
  expect([clock.moves, clock.state()]).toEqual([6, { nowMs: 1_000, offsetMs: null }]);
});

test("a clock goes forward only: a move to an earlier time is refused, and not counted", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 500 });
  const standing = new Clock({ startAt: 1_000 });
  const running = new Clock("system");
  vi.setSystemTime(1_000);
  const back = "The clock cannot go back to 1970-01-01T00:00:00.999Z: it is 1970-01-01T00:00:01.000Z. ";
  for (const clock of [standing, running]) {
    expect(() => clock.set(999)).toThrow(RangeError);
    expect(() => clock.set(new Date(999))).toThrow(back);
    expect(() => clock.advance(-1)).toThrow(new RangeError("The clock cannot advance by -1 ms: it only goes forward."));
    expect([clock.now(), clock.moves]).toEqual([1_000, 0]);
    clock.set(1_000);
    expect([clock.now(), clock.moves]).toEqual([1_000, 1]);
  }
});

test("over HTTP a move to an earlier time gets 400, which says why", async () => {
  const { control } = await listening({ clock: { startAt: "2026-01-31T10:00:00Z" } });
  const refusals = await Promise.all([
    control("PUT", "/clock", { now: "2026-01-31" }),
    control("POST", "/clock/advance", { ms: -1 }),
  ]);
  expect(refusals.map(({ status, body }) => [status, body.error.fields])).toEqual([
    [400, [{ path: "now", message: expect.stringContaining("cannot go back to 2026-01-31T00:00:00.000Z") }]],
    [400, [{ path: "ms", message: expect.stringContaining("only goes forward") }]],
  ]);
  expect((await control("DELETE", "/clock")).status).toBe(405);
});

test("a time is written in UTC, and one in UTC as it is", () => {
  expect(["2026-01-31T10:00:00.5Z", "2026-01-31T10:00:00+05:30"].map(inUtc)).toEqual([
    "2026-01-31T10:00:00.5Z",
    "2026-01-31T04:30:00.000Z",
  ]);
});
