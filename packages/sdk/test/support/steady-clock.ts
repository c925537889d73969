import { afterEach, beforeEach, vi } from "vitest";

/**
 * Gives each test of a file timers that pass in steps of 20 ms, one for each turn in which this process gets to
 * them. So a busy machine slows the time limits under test down together with the requests that they limit.
 */
export function useSteadyClock(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"], shouldAdvanceTime: true });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}
