import { onTestFinished, vi } from "vitest";
import { realTimers } from "../../src/core/pause.js";

/**
 * Fakes the timers, for the fake too, which waits by the real ones.
 *
 * @returns the fake's own timers, without those that earlier files of this process may still set
 */
export function useFakeTimers() {
  const real = { ...realTimers };
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const fakes = { setTimeout: vi.fn(globalThis.setTimeout), clearTimeout: vi.fn(globalThis.clearTimeout) };
  Object.assign(realTimers, fakes);
  onTestFinished(() => {
    vi.useRealTimers();
    Object.assign(realTimers, real);
  });
  return fakes;
}
