import { allCases } from "../cases/all-cases.ts";
import type { Case } from "../cases/case.ts";
import { Fresh } from "../context/fresh.ts";
import { Once } from "../context/once.ts";
import type { Target } from "../target.ts";
import { cleanUp } from "./clean-up.ts";
import type { Outcome, RunResult, Skipped } from "./outcome.ts";
import { runCase } from "./run-case.ts";
import { reasonToSkip, type SelectionOptions } from "./selection.ts";

/** How cases are run. */
export interface RunOptions extends SelectionOptions {
  /** @default allCases */
  cases?: readonly Case[];
  /** Ends the run after the case that is running; what was made is cleaned up all the same. */
  signal?: AbortSignal;
}

/** Runs cases on a target, one after the other, and deletes what they made. */
export async function runCases(target: Target, options: RunOptions = {}): Promise<RunResult> {
  const { cases = allCases, signal = new AbortController().signal } = options;
  const context = { target, fresh: new Fresh(), once: new Once(), signal };
  const outcomes: Outcome[] = [];
  const { toRun, skipped } = select(cases, target, options);
  for (const subject of toRun) {
    if (signal.aborted) break;
    outcomes.push(await runCase(subject, context));
  }
  const exchanges = outcomes.flatMap((outcome) => outcome.exchanges);
  const left = await cleanUp({ target, fresh: context.fresh, exchanges });
  return { door: target.door, outcomes, skipped, cleanUp: left };
}

function select(cases: readonly Case[], target: Target, options: SelectionOptions) {
  const toRun: Case[] = [];
  const skipped: Skipped[] = [];
  for (const subject of cases) {
    const reason = reasonToSkip(subject, target, options);
    if (reason === undefined) toRun.push(subject);
    else skipped.push({ case: subject, reason });
  }
  return { toRun, skipped };
}
