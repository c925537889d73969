import type { Outcome, RunResult, Verdict } from "../run/outcome.ts";
import type { Target } from "../target.ts";
import { type CoverageRow, coverageOf } from "./coverage.ts";
import { type AnsweredQuestion, answeredQuestions, type Drift, driftOf } from "./drift.ts";
import { Redactor } from "./redactor.ts";

/** What a run on a service found out. It holds no key, no signature, and nothing of a person or a recording. */
export interface Report {
  /** The day of the run, as YYYY-MM-DD. */
  date: string;
  counts: Readonly<Record<Verdict | "skipped", number>>;
  drift: readonly Drift[];
  questions: readonly AnsweredQuestion[];
  coverage: readonly CoverageRow[];
  cases: readonly { name: string; tag: string; operation: string; source: string; verdict: Verdict }[];
  skipped: readonly { name: string; reason: string }[];
  leftBehind: Omit<RunResult["cleanUp"], "deletedAgents">;
}

/** Makes a run's report. @param date YYYY-MM-DD */
export function createReport(result: RunResult, { target, date }: { target: Target; date: string }): Report {
  const { remainingAgents, calls, prospects } = result.cleanUp;
  const report: Report = {
    date,
    counts: countsOf(result),
    drift: driftOf(result),
    questions: answeredQuestions(result),
    coverage: coverageOf([result]),
    cases: result.outcomes.map(({ case: { name, tag, operation, source }, verdict }) => ({
      name,
      tag,
      operation,
      source,
      verdict,
    })),
    skipped: result.skipped.map(({ case: { name }, reason }) => ({ name, reason })),
    leftBehind: { remainingAgents, calls, prospects },
  };
  const exchanges = result.outcomes.flatMap((outcome) => outcome.exchanges);
  return new Redactor(target, exchanges).clean(report);
}

/** How many cases came to each verdict. */
export function countsOf({ outcomes, skipped }: Pick<RunResult, "outcomes" | "skipped">): Report["counts"] {
  const count = (verdict: Outcome["verdict"]) => outcomes.filter((outcome) => outcome.verdict === verdict).length;
  return { passed: count("passed"), failed: count("failed"), recorded: count("recorded"), skipped: skipped.length };
}
