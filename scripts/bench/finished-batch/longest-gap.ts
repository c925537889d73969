/** Watches how long the event loop of this process is kept from a timer. */

/** Ticks each 20 ms from now on. The function ends it, and gives the longest time between two ticks in milliseconds. */
export function watchTicks(): () => number {
  let [lastMs, longestMs] = [performance.now(), 0];
  const tick = () => {
    const nowMs = performance.now();
    longestMs = Math.max(longestMs, nowMs - lastMs);
    lastMs = nowMs;
  };
  const ticking = setInterval(tick, 20);
  return () => {
    clearInterval(ticking);
    tick();
    return longestMs;
  };
}
