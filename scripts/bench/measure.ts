/** Runs the sides of a row in turns, each turn in a process, and says what the figures of all turns are. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Row } from "./rows.ts";

/** The figures that a program has printed, by their names. */
export type Figures = Readonly<Record<string, number>>;

/** The figures of each side, by its name; the n-th of all are of the same round. */
export type Samples = ReadonlyMap<string, readonly Figures[]>;

/** A median with its quartiles: half of all samples lie between `low` and `high`. */
export interface Spread {
  median: number;
  low: number;
  high: number;
}

/** How much is done: a full run, or a quick look. */
export interface Pace {
  mostRounds: number;
  /** The part of the work in a turn, from 0 to 1: programs read it from `BENCH_EFFORT`. */
  effort: number;
}

/**
 * Turns in rotation, A B C, B C A, …: what disturbs the machine for a while disturbs all sides alike.
 *
 * @throws {Error} when a program fails: its row has no figure then
 */
export async function takeTurns({ sides, rounds, nodeFlags = [] }: Row, pace: Pace): Promise<Samples> {
  const samples = new Map(Object.keys(sides).map((name): [string, Figures[]] => [name, []]));
  const env = { ...process.env, BENCH_EFFORT: String(pace.effort) };
  for (let round = 0; round < Math.min(rounds, pace.mostRounds); round += 1) {
    const names = Object.keys(sides);
    for (const name of [...names.slice(round % names.length), ...names.slice(0, round % names.length)]) {
      const [program = "", ...flags] = sides[name] ?? [];
      const path = join(import.meta.dirname, "programs", program);
      // Programs that draw something take the round as their seed.
      const parameters = [...nodeFlags, path, ...flags, String(round + 1)];
      const { stdout } = await promisify(execFile)(process.execPath, parameters, { env });
      samples.get(name)?.push(JSON.parse(stdout));
    }
  }
  return samples;
}

/** One figure of a side. */
export function spreadOf(samples: Samples, side: string, figure: string): Spread {
  return spread(valuesOf(samples, side, figure));
}

/**
 * One side in units of another, round by round. Samples of one round share the machine's noise, so the median of these
 * ratios is steadier than the ratio of the medians.
 */
export function ratioOf(samples: Samples, [side, reference]: readonly [string, string], figure: string): Spread {
  const ofReference = valuesOf(samples, reference, figure);
  return spread(valuesOf(samples, side, figure).map((value, round) => value / (ofReference[round] ?? Number.NaN)));
}

function valuesOf(samples: Samples, side: string, figure: string): number[] {
  return (samples.get(side) ?? []).map((figures) => figures[figure] ?? Number.NaN);
}

function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((one, other) => one - other);
  const quantile = (part: number) => {
    const position = (sorted.length - 1) * part;
    const below = sorted[Math.floor(position)] ?? Number.NaN;
    return below + ((sorted[Math.ceil(position)] ?? below) - below) * (position % 1);
  };
  return { median: quantile(0.5), low: quantile(0.25), high: quantile(0.75) };
}
