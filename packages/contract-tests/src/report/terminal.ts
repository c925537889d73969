import { inspect } from "node:util";
import type { Outcome, RunResult } from "../run/outcome.ts";
import { countsOf } from "./report.ts";

/** A run in a few lines for a terminal. What was seen is shown for a fake only. */
export function resultAsText(result: RunResult): string {
  const { passed, failed, recorded, skipped } = countsOf(result);
  const head = `${result.door}: ${passed} passed, ${failed} failed, ${recorded} recorded, ${skipped} not run`;
  const lines = result.outcomes
    .filter(({ verdict }) => verdict !== "passed")
    .map((one) => lineOf(one, result.door === "live"));
  return [head, ...lines].join("\n");
}

function lineOf({ case: subject, verdict, statement, place, seen }: Outcome, isLive: boolean): string {
  const lines = [`  ${verdict}: ${subject.name}`, `    ${statement}`, `    ${place}`];
  return isLive || seen === undefined ? lines.join("\n") : [...lines, `    ${shown(seen)}`].join("\n");
}

function shown(value: unknown): string {
  return inspect(value, { depth: 6 }).replaceAll("\n", "\n    ");
}
