/** What a simulation draws: the same for the same seed, on every machine. */

/** Lognormal, as the times of such services are: most near the median, and some several times as long. */
const logarithmicDeviation = 0.5;

/** How long each call takes, in milliseconds. */
export function serviceTimesMs(count: number, { medianMs, seed }: { medianMs: number; seed: number }): number[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => medianMs * Math.exp(logarithmicDeviation * normal(random)));
}

/** mulberry32, which is small. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Box–Muller. */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
