/** An outage while a folder is analysed. Time is virtual, so that thirty minutes pass in seconds. */
import { expect, onTestFinished, test, vi } from "vitest";
import { jsonLines, numbered, setUpFolder } from "./support/command.ts";

const minuteMs = 60_000;
const count = process.env.LONG_TESTS ? 200 : 60;

/** Lets virtual time pass in steps while requests are answered in real time. */
function startVirtualTime() {
  const { setInterval, clearInterval } = globalThis;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance"] });
  let stepMs = 5;
  let passedMs = 0;
  const timer = setInterval(() => {
    passedMs += stepMs;
    vi.advanceTimersByTime(stepMs);
  }, 5);
  const end = () => {
    clearInterval(timer);
    vi.useRealTimers();
  };
  onTestFinished(end);
  return { end, hasten: () => (stepMs = 1_000), passedMs: () => passedMs };
}

test("an outage of thirty minutes ends the run with its sentence, and the same command does everything else later", async () => {
  const { run, service, calls, flags } = await setUpFolder(numbered(count));
  const analyze = () =>
    run(["analyze", "recordings", "--journal", "j", "--concurrency", "4", "--yes", ...flags], {
      pauses: { poll: { initialDelayMs: 0, intervalMs: 100 }, freshMs: 0 },
    });
  const time = startVirtualTime();
  const running = analyze();
  await expect.poll(() => calls().length, { interval: 1 }).toBeGreaterThanOrEqual(count / 5);
  const gate = service.hold("createCall");
  await gate.reached();
  service.faults.inject({ network: "reset" });
  gate.release();
  time.hasten();
  const { exitCode, stdout, stderr } = await running;
  expect(time.passedMs()).toBeLessThan(30 * minuteMs);
  time.end();
  const uncertain = jsonLines(stdout).filter((line) => line.uncertain).length;
  expect(exitCode).toBe(3);
  expect(uncertain).toBeGreaterThan(0);
  expect(uncertain).toBeLessThanOrEqual(4 + 3);
  expect(stderr).toMatch(/^Stopped: An outage stopped the batch\. Inputs not started: \d+\. Run it again later/m);
  expect(stderr).toContain("To continue, run the same command again:\n  call-analysis analyze recordings");
  const before = calls().length;
  expect(before).toBeLessThan(count / 2);
  service.faults.clear();
  const again = await analyze();
  expect([again.exitCode, jsonLines(again.stdout).length]).toEqual([3, count]);
  expect(jsonLines(again.stdout).filter(({ ok }) => ok)).toHaveLength(count - uncertain);
  expect(calls()).toHaveLength(count - uncertain);
});
