import { afterEach, expect, test, vi } from "vitest";
import { createMockService, type MockServiceOptions } from "../../src/index.js";
import { listening } from "../control/listening.js";

/** The end of the year 9999. */
const latestMs = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** A service whose machine shows 1,000 ms, and sets what it shows. */
function at1000(options: MockServiceOptions = {}) {
  vi.useFakeTimers({ toFake: ["Date"], now: 1_000 });
  return createMockService(options);
}

const standing = { clock: { startAt: 1_000 } };

afterEach(() => {
  vi.useRealTimers();
});

test("the system clock follows a faked Date, moves ahead of it, and a reset takes the moves back", () => {
  const { clock, reset } = at1000();
  vi.setSystemTime(5_000);
  clock.advance(500);
  vi.setSystemTime(6_000);
  expect(clock.now()).toBe(6_500);
  clock.set("2026-01-31T10:00:00Z");
  vi.setSystemTime(6_250);
  expect(new Date(clock.now()).toISOString()).toBe("2026-01-31T10:00:00.250Z");
  reset();
  expect(clock.now()).toBe(6_250);
});

test("the system clock can be moved by less than the machine's time goes on meanwhile", () => {
  const { clock } = at1000();
  vi.spyOn(Date, "now").mockReturnValueOnce(1_000).mockReturnValue(1_002);
  expect(() => clock.advance(1)).not.toThrow();
});

test.each([
  [2, 1_300],
  [1.5, 1_250],
  [0.5, 1_150],
])("a system clock of speed %d that was moved by 100 shows after 100 ms %i", (speed, nowMs) => {
  const { clock } = at1000({ speed });
  clock.advance(100);
  vi.setSystemTime(1_100);
  expect(clock.now()).toBe(nowMs);
});

test("a standing clock moves by `advance` and `set` alone", () => {
  const { clock, reset } = at1000(standing);
  vi.setSystemTime(9_000);
  clock.advance(250);
  expect(clock.now()).toBe(1_250);
  clock.set(1_300);
  expect(clock.now()).toBe(1_300);
  reset();
  expect(clock.now()).toBe(1_000);
});

test.each([{}, standing])(
  "fractions that the clock of %j is moved by add up, and it shows whole milliseconds",
  (options) => {
    const { clock } = at1000(options);
    clock.advance(0.5);
    expect(clock.now()).toBe(1_000);
    clock.advance(0.5);
    expect(clock.now()).toBe(1_001);
    clock.set(2_000.75);
    expect(clock.now()).toBe(2_000);
  },
);

test.each([{}, standing])("the clock of %j goes forward only, and within its years", (options) => {
  const { clock } = at1000(options);
  const back = "The clock is at 1970-01-01T00:00:01.000Z and cannot go back to 1970-01-01T00:00:00.999Z. ";
  expect(() => clock.set(999)).toThrow(RangeError);
  expect(() => clock.set(new Date(999))).toThrow(back);
  expect(() => clock.advance(-1)).toThrow(back);
  expect(() => clock.advance("1" as never)).toThrow("clock.advance() needs a number of milliseconds.");
  expect(() => clock.advance(latestMs - 999)).toThrow(RangeError);
  expect(() => clock.set(latestMs + 1)).toThrow(/the years 1970 to 9999/);
  expect(() => clock.advance(Number.POSITIVE_INFINITY)).toThrow(/Infinity/);
  expect(clock.now()).toBe(1_000);
  clock.set(latestMs);
  vi.setSystemTime(1_100);
  expect(clock.now()).toBe(latestMs);
});

test("times are read in every form: a Date, milliseconds, and ISO-8601 texts, of which a day begins in UTC", () => {
  const timeMs = Date.UTC(2026, 0, 31);
  for (const time of [new Date(timeMs), timeMs, "2026-01-31T00:00:00Z", "2026-01-31T05:30:00+05:30", "2026-01-31"]) {
    expect(createMockService({ clock: { startAt: time } }).clock.now()).toBe(timeMs);
    const { clock } = createMockService({ clock: { startAt: 0 } });
    clock.set(time);
    expect(clock.now()).toBe(timeMs);
  }
});

test.each([
  ...[null, true, {}, Number.NaN],
  ...["soon", "2026-02-30T00:00:00Z", "2026-01-31T10:00:00", "2026-02-30", "31 January 2026"],
])("%j is refused as a time, also over HTTP: it is none, or the machine's zone would decide", async (time) => {
  const message = `The clock cannot be set to ${String(time)}. Pass a Date, milliseconds, or an ISO 8601 string`;
  const { control, service } = await listening(standing);
  expect(() => service.clock.set(time as never)).toThrow(message);
  expect(() => createMockService({ clock: { startAt: time as never } })).toThrow(message);
  const { status, body } = await control("PUT", "/clock", { now: time });
  expect([status, body.error.fields[0].message]).toEqual([400, expect.stringMatching(/ISO 8601 date/)]);
  expect(service.clock.now()).toBe(1_000);
});

test.each(["2026-01-31T10:00:00Z", 5, null])("a clock that is %j is refused with what it must be", (clock) => {
  const due = 'clock: must be "system", or an object such as { startAt: "2026-01-31T10:00:00Z" }';
  expect(() => createMockService({ clock: clock as never })).toThrow(due);
});

test.each<[MockServiceOptions, offsetMs: number | null, nowMs: number]>([
  [{}, 500, 1_500],
  [{}, null, 7_000],
  [standing, 500, 7_000],
  // The offset may lead anywhere from this machine's time.
  [{}, -1_001, 0],
  [{}, -999, 1],
  [{}, latestMs, latestMs],
])("the clock of %j continues a state of 7,000 ms with the offset %j at %i", (options, offsetMs, nowMs) => {
  const { clock, restore, snapshot } = at1000(options);
  restore({ ...snapshot(), clock: { nowMs: 7_000, offsetMs } });
  expect(clock.now()).toBe(nowMs);
});
