/** Work in a number of places: a place that is free takes the next. */
export async function inPlaces(places: number, count: number, run: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const workOff = async () => {
    while (next < count) await run(next++);
  };
  await Promise.all(Array.from({ length: places }, workOff));
}

/** When the last one ends if every end is seen at once, in milliseconds. */
export function idealMs(places: number, serviceTimesMs: readonly number[]): number {
  const freeAtMs = Array.from({ length: places }, () => 0);
  for (const timeMs of serviceTimesMs) {
    const soonest = freeAtMs.indexOf(Math.min(...freeAtMs));
    freeAtMs[soonest] = (freeAtMs[soonest] ?? 0) + timeMs;
  }
  return Math.max(...freeAtMs);
}
