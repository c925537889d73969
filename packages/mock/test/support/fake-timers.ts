import { onTestFinished, vi } from "vitest";
import { realTimers } from "../../src/core/pause.js";

/** Fakes the timers, for the fake too, which waits by the real ones. */
export function useFakeTimers(): void {
  const real = { ...realTimers };
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  Object.assign(realTimers, { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout });
  onTestFinished(() => {
    vi.useRealTimers();
    Object.assign(realTimers, real);
  });
}
