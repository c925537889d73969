/** What is measured, in turns, and what the samples of all turns say. */
import type { Entry, Spread } from "./benchmark.ts";

/** The samples of each side, by its name; the n-th of all are of the same round. */
export type Samples = ReadonlyMap<string, readonly number[]>;

/** Turns in rotation, A B C, B C A, …: what disturbs the machine for a while disturbs all sides alike. */
export async function takeTurns<Side extends { name: string }>(
  sides: readonly Side[],
  rounds: number,
  measure: (side: Side) => Promise<number>,
): Promise<Samples> {
  const samples = new Map<string, number[]>(sides.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const side of rotated(sides, round)) samples.get(side.name)?.push(await measure(side));
  }
  return samples;
}

/** An entry for each side, beside what it is in units of the reference. */
export function entriesOf(samples: Samples, { unit, reference }: { unit: string; reference: string }): Entry[] {
  return [...samples].map(([name, values]) => ({
    name,
    value: spreadOf(values),
    unit,
    ratio: ratioOf(samples, name, reference),
  }));
}

/**
 * One side in units of another, round by round. Samples of one round share the machine's noise, so the median of these
 * ratios is steadier than the ratio of the medians.
 */
export function ratioOf(samples: Samples, name: string, reference: string): Spread {
  const ofReference = samples.get(reference) ?? [];
  return spreadOf((samples.get(name) ?? []).map((sample, round) => sample / (ofReference[round] ?? Number.NaN)));
}

export function spreadOf(samples: readonly number[]): Spread {
  return { median: quantile(samples, 0.5), low: quantile(samples, 0.25), high: quantile(samples, 0.75) };
}

/** For what is the same each time it is measured. */
export function exactly(value: number): Spread {
  return { median: value, low: value, high: value };
}

/** The largest of all rounds: a process must have that much memory. */
export function largestOf(samples: readonly number[]): Spread {
  return exactly(Math.max(...samples));
}

function rotated<T>(items: readonly T[], by: number): T[] {
  const start = by % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}

function quantile(samples: readonly number[], part: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const position = (sorted.length - 1) * part;
  const below = sorted[Math.floor(position)] ?? Number.NaN;
  const above = sorted[Math.ceil(position)] ?? Number.NaN;
  return below + (above - below) * (position % 1);
}
