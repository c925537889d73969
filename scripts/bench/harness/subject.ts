/** A side of a comparison, in its own process: no side warms or slows the compiled code of another. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { benchPath } from "./folders.ts";

/** What repeating the subject's work has cost. */
export interface Cost {
  /** User and system time of the process, in microseconds. */
  cpuMicroseconds: number;
  wallMicroseconds: number;
  /** Growth of the heap; it is all that was allocated as long as no collection ran. */
  allocatedBytes: number;
}

/** What makes the work to repeat, exported as `subjects` by a module of the folder `subjects`. */
export type SubjectMaker = () => Promise<() => unknown>;

/** Which work, and how Node is started for it. */
export interface SubjectOptions {
  /** A module of the folder `subjects`. */
  module: string;
  name: string;
  nodeFlags?: readonly string[];
}

/** Work that a separate process repeats when told. */
export class Subject {
  readonly name: string;
  readonly #process: ChildProcess;
  readonly #death: Promise<never>;

  constructor({ module, name, nodeFlags = [] }: SubjectOptions) {
    this.name = name;
    this.#process = fork(benchPath("harness/subject-process.ts"), [benchPath(`subjects/${module}`), name], {
      execArgv: [...nodeFlags],
    });
    this.#death = this.#died();
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

  async #died(): Promise<never> {
    const [code] = await once(this.#process, "exit");
    throw new Error(`${this.name}: its process ended with code ${String(code)}.`);
  }
}
