import type { Entry, Pace, Target } from "./benchmark.ts";
import { type Samples, takeTurns } from "./rounds.ts";
import { exactly, ratioSpread, type Spread, spreadOf } from "./statistics.ts";
import { type Cost, Subject } from "./subject.ts";

/** How subjects are compared. */
export interface SubjectsOptions {
  /** A module of the folder `subjects`. */
  module: string;
  names: readonly string[];
  /** Repetitions before anything counts: compilers need them all, a quick look included. */
  warmUpCount: number;
  /** Repetitions in a turn of a full run. */
  count: number;
  nodeFlags?: readonly string[];
  /** What one repetition has cost. */
  read: (cost: Cost, count: number) => number;
}

/** Starts all subjects, lets them take turns, and ends them. */
export async function compareSubjects(options: SubjectsOptions, pace: Pace): Promise<Samples> {
  const { module, names, warmUpCount, nodeFlags, read } = options;
  const count = Math.ceil(options.count * pace.effort);
  const subjects = names.map((name) => new Subject({ module, name, nodeFlags: nodeFlags ?? [] }));
  try {
    for (const subject of subjects) await subject.repeat(warmUpCount);
    return await takeTurns(subjects, pace.rounds, async (subject) => read(await subject.repeat(count), count));
  } finally {
    await Promise.all(subjects.map((subject) => subject.close()));
  }
}

/** An entry for each side, beside what it is in units of the reference. */
export function entriesOf(samples: Samples, { unit, reference }: { unit: string; reference: string }): Entry[] {
  return [...samples].map(([name, values]) => ({
    name,
    value: spreadOf(values),
    unit,
    ratio: name === reference ? exactly(1) : ratioOf(samples, name, reference),
  }));
}

/** One side in units of another, round by round. */
export function ratioOf(samples: Samples, name: string, reference: string): Spread {
  return ratioSpread(samples.get(name) ?? [], samples.get(reference) ?? []);
}

export function atMost(limit: number, unit: string, { what, measured }: Pick<Target, "what" | "measured">): Target {
  return { what, limit, direction: "at most", unit, measured };
}

export function atLeast(limit: number, unit: string, { what, measured }: Pick<Target, "what" | "measured">): Target {
  return { what, limit, direction: "at least", unit, measured };
}
