/** How much is done: a full run, or a quick look. */
export interface Pace {
  isQuick: boolean;
  /** How often each side has its turn. */
  rounds: number;
  /** The part of the full number of repetitions in a turn, from 0 to 1. */
  effort: number;
}

/** A median with its quartiles: half of all samples lie between `low` and `high`. */
export interface Spread {
  median: number;
  low: number;
  high: number;
}

/** One side of a comparison. */
export interface Entry {
  name: string;
  value: Spread;
  unit: string;
  /** In units of the row's reference. */
  ratio?: Spread;
}

/** What was aimed at, and what came of it. The median decides. */
export interface Target {
  what: string;
  limit: number;
  direction: "at most" | "at least";
  unit: string;
  measured: Spread;
}

/** What one row has found. */
export interface Findings {
  entries: readonly Entry[];
  targets: readonly Target[];
  /** What was left out, and why. */
  notes?: readonly string[];
}

/** One row of the results. */
export interface Benchmark {
  /** For `--only`. */
  name: string;
  title: string;
  /** What the entries are measured in, and against what. */
  method: string;
  /** Whether a quick look leaves it out. @default false */
  isSlow?: boolean;
  run(pace: Pace): Promise<Findings>;
}

export const fullPace: Pace = { isQuick: false, rounds: 11, effort: 1 };
export const quickPace: Pace = { isQuick: true, rounds: 3, effort: 0.2 };

/** For work that is over in no time: shorter turns and more of them even out what disturbs a busy machine. */
export function manyTurns({ isQuick, rounds, effort }: Pace): Pace {
  return { isQuick, rounds: 8 * rounds, effort };
}

export function atMost(limit: number, unit: string, { what, measured }: Pick<Target, "what" | "measured">): Target {
  return { what, limit, direction: "at most", unit, measured };
}

export function atLeast(limit: number, unit: string, { what, measured }: Pick<Target, "what" | "measured">): Target {
  return { what, limit, direction: "at least", unit, measured };
}

export function isMet({ direction, limit, measured }: Target): boolean {
  return direction === "at most" ? measured.median <= limit : measured.median >= limit;
}
