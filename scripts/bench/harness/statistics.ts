/** A median with its quartiles: half of all samples lie between `low` and `high`. */
export interface Spread {
  median: number;
  low: number;
  high: number;
}

export function spreadOf(samples: readonly number[]): Spread {
  return { median: quantile(samples, 0.5), low: quantile(samples, 0.25), high: quantile(samples, 0.75) };
}

/**
 * Sample by sample, what one is in units of the other. Samples of one round share the machine's noise,
 * so the median of these ratios is steadier than the ratio of the medians.
 */
export function ratioSpread(samples: readonly number[], reference: readonly number[]): Spread {
  return spreadOf(samples.map((sample, round) => sample / (reference[round] ?? Number.NaN)));
}

/** For what is the same each time it is measured. */
export function exactly(value: number): Spread {
  return { median: value, low: value, high: value };
}

function quantile(samples: readonly number[], part: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const position = (sorted.length - 1) * part;
  const below = sorted[Math.floor(position)] ?? Number.NaN;
  const above = sorted[Math.ceil(position)] ?? Number.NaN;
  return below + (above - below) * (position % 1);
}
