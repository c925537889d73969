import { expect, test } from "vitest";
import { createMockService, type MockServiceOptions } from "../../src/index.js";
import { listening } from "../control/listening.js";
import { createCall } from "../support/flow.js";

/** 100 years of 365 days. */
const longestMs = 100 * 365 * 86_400_000;

const mustBeDuration = `must be a number of milliseconds from 0 to ${longestMs} (100 years)`;

const tooLong = longestMs + 1;

test.each([
  [-1, false],
  [-0.5, false],
  [0, true],
  [0.5, true],
  [longestMs, true],
  [tooLong, false],
  [Number.NaN, false],
  [Number.POSITIVE_INFINITY, false],
  ["1 s", false],
])("%s is a duration: %j", (milliseconds, isValid) => {
  const create = () => createMockService({ policies: { uploadUrlLifetimeMs: milliseconds as never } });
  if (isValid) expect(create).not.toThrow();
  else expect(create).toThrow(mustBeDuration);
});

const options: MockServiceOptions[] = [
  { progression: { mode: "time", processingMs: 1e308, pendingMs: 0 } },
  { scenario: { progression: { mode: "time", processingMs: 0, pendingMs: tooLong } } },
];

test.each(options)("a duration of more than 100 years is refused among the options: %j", (given) => {
  expect(() => createMockService(given)).toThrow(mustBeDuration);
});

test("with the longest durations of all, the clock and its page work at both ends of its years", async () => {
  const { control, service } = await listening({ clock: { startAt: 0 } });
  expect((await control("POST", "/engine/rules", { afterMs: tooLong - 1 })).status).toBe(201);
  await createCall(service);
  expect((await control("GET", "/clock")).body.nextChangeAt).toBe("2069-12-07T00:00:00.000Z");
  expect((await control("PUT", "/clock", { now: "9999-12-31T23:59:59.999Z" })).status).toBe(200);
  await createCall(service);
  expect((await control("GET", "/clock")).body).toMatchObject({ now: "9999-12-31T23:59:59.999Z", nextChangeAt: null });
  const beyond = await control("POST", "/clock/advance", { ms: 1 });
  expect(beyond).toMatchObject({
    status: 400,
    body: { error: { message: expect.stringContaining("cannot be set") } },
  });
  expect((await control("GET", "/clock")).body.now).toBe("9999-12-31T23:59:59.999Z");
});

test("the time of a call's next change is one at which it has happened", async () => {
  const { control, service } = await listening({
    clock: { startAt: 0 },
    progression: { mode: "time", processingMs: 10.5, pendingMs: 10 },
  });
  const callId = await createCall(service);
  const { nextChangeAt } = (await control("GET", "/clock")).body;
  service.clock.set(nextChangeAt);
  expect(service.engine.inspect(callId).status).toBe("pending");
});

test.each([0, -1, 1e10, Number.POSITIVE_INFINITY, Number.NaN])("a clock's speed is refused when it is %s", (speed) => {
  expect(() => createMockService({ speed })).toThrow("speed: must be a number greater than 0 and at most 1e9");
});
