import { afterEach, expect, test, vi } from "vitest";
import { createClock } from "../../src/core/clock.js";

afterEach(() => {
  vi.useRealTimers();
});

test("the system clock follows a faked Date, and `advance` adds to it", () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 1_000 });
  const clock = createClock("system");
  expect(clock.now()).toBe(1_000);
  vi.setSystemTime(5_000);
  clock.advance(500);
  expect(clock.now()).toBe(5_500);
  vi.setSystemTime(6_000);
  expect(clock.now()).toBe(6_500);
});

test("the system clock that is set runs on from there", () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 1_000 });
  const clock = createClock("system");
  clock.set("2026-01-31T10:00:00Z");
  vi.setSystemTime(1_250);
  expect(new Date(clock.now()).toISOString()).toBe("2026-01-31T10:00:00.250Z");
  clock.reset();
  expect(clock.now()).toBe(1_250);
});

test("a standing clock moves by `advance` and `set` alone", () => {
  const clock = createClock({ startAt: new Date(1_000) });
  clock.advance(250);
  expect(clock.now()).toBe(1_250);
  clock.set(99);
  expect(clock.now()).toBe(99);
  clock.reset();
  expect(clock.now()).toBe(1_000);
});

test("what is no time and no number of milliseconds is refused", () => {
  const clock = createClock("system");
  expect(() => createClock({ startAt: "soon" })).toThrow(/cannot be set to soon/);
  expect(() => clock.set(Number.NaN)).toThrow(TypeError);
  expect(() => clock.advance(Number.POSITIVE_INFINITY)).toThrow(/cannot advance by Infinity/);
});

test("a system clock of any speed shows whole milliseconds", () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 1_000 });
  const clock = createClock("system", 1.5);
  vi.setSystemTime(1_001);
  expect(clock.now()).toBe(1_001);
  vi.setSystemTime(1_002);
  expect(clock.now()).toBe(1_003);
  expect(clock.state()).toEqual({ nowMs: 1_003, offsetMs: 1 });
});

test.each([
  ["a system clock", () => createClock("system")],
  ["a standing clock", () => createClock({ startAt: 1_000 })],
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
