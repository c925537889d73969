/** What a simulation draws: the same for the same seed, on every machine. */
import { randomOf } from "../../../packages/sdk/test/support/random.ts";

/** Lognormal, as the times of such services are: most near the median, and some several times as long. */
const logarithmicDeviation = 0.5;

/** How long each call takes, in milliseconds. */
export function serviceTimesMs(count: number, { medianMs, seed }: { medianMs: number; seed: number }): number[] {
  const random = randomOf(seed);
  return Array.from({ length: count }, () => medianMs * Math.exp(logarithmicDeviation * normal(random)));
}

/** Box–Muller. */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
