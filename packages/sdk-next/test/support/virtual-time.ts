/** Time for tests of timeouts against a real server: on a busy machine, a request may take longer than a short one. */
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, onTestFinished, vi } from "vitest";

/**
 * Puts the timers and the clock of this process on virtual time until the test ends; sockets stay real. That time goes
 * on in small steps by itself, so that short pauses end. What is longer passes by {@link passTime} and {@link thenPass}.
 */
export function useVirtualTime(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"], shouldAdvanceTime: true });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}

/** Puts each test of a file on virtual time, which passes only when the test lets it. @default all timers and clocks */
export function useFakeTimersInEachTest(options?: Parameters<typeof vi.useFakeTimers>[0]): void {
  beforeEach(() => {
    vi.useFakeTimers(options);
  });
  afterEach(() => {
    // First: a spy on the clock, or a stub of it, would put the virtual one back.
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
}

/** Lets so much virtual time pass, with all timers that are due in it. */
export async function passTime(timeMs: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(timeMs);
}

/** The answer, and then so much virtual time: by then the request is certain to have arrived. */
export function thenPass<Parameters extends unknown[]>(
  timeMs: number,
  answer: (...parameters: Parameters) => unknown,
): (...parameters: Parameters) => Promise<void> {
  return async (...parameters) => {
    await answer(...parameters);
    // So that the client takes in what was written.
    await sleep(20);
    await passTime(timeMs);
  };
}
