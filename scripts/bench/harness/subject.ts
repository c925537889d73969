/** Sides of a comparison, each in its own process: no side warms or slows the compiled code of another. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { Pace } from "./benchmark.ts";
import { benchPath } from "./paths.ts";
import { type Samples, takeTurns } from "./samples.ts";

/** What repeating a subject's work has cost. */
export interface Cost {
  /** User and system time of the process, in microseconds. */
  cpuMicroseconds: number;
  wallMicroseconds: number;
  /** Growth of the heap; it is all that was allocated as long as no collection ran. */
  allocatedBytes: number;
}

/** What makes the work to repeat, exported as `subjects` by a module of the folder `subjects`. */
export type SubjectMaker = () => Promise<() => unknown>;

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
  const { names, warmUpCount, read } = options;
  const count = Math.ceil(options.count * pace.effort);
  const subjects = names.map((name) => new Subject(name, options));
  try {
    for (const subject of subjects) await subject.repeat(warmUpCount);
    return await takeTurns(subjects, pace.rounds, async (subject) => read(await subject.repeat(count), count));
  } finally {
    await Promise.all(subjects.map((subject) => subject.close()));
  }
}

/** Runs a program in a process, and returns the message that it sends. @throws {Error} when it ends without one */
export async function resultOf<Result>(program: string, flags: readonly string[], nodeFlags: string[] = []) {
  const child = fork(program, flags, { execArgv: nodeFlags });
  const exited = once(child, "exit");
  const [result] = await Promise.race([once(child, "message"), endedTooSoon(child, String(flags[0]))]);
  await exited;
  return result as Result;
}

/** Work that a separate process repeats when told. */
class Subject {
  readonly name: string;
  readonly #process: ChildProcess;
  readonly #death: Promise<never>;

  constructor(name: string, { module, nodeFlags = [] }: Pick<SubjectsOptions, "module" | "nodeFlags">) {
    this.name = name;
    this.#process = fork(benchPath("harness/subject-process.ts"), [benchPath(`subjects/${module}`), name], {
      execArgv: [...nodeFlags],
    });
    this.#death = endedTooSoon(this.#process, name);
    // It is heard by whoever waits for a turn; a process that ends in between has nobody to tell.
    this.#death.catch(() => {});
  }

  /** Does the work `count` times, one after the other. */
  async repeat(count: number): Promise<Cost> {
    this.#process.send(count);
    const [cost] = await Promise.race([once(this.#process, "message"), this.#death]);
    return cost as Cost;
  }

  async close(): Promise<void> {
    if (this.#process.exitCode !== null) return;
    const exit = once(this.#process, "exit");
    this.#process.kill();
    await exit;
  }
}

async function endedTooSoon(child: ChildProcess, name: string): Promise<never> {
  const [code] = await once(child, "exit");
  throw new Error(`${name}: its process ended with code ${String(code)}.`);
}
