/** A run's report: how many cases passed, and where the service differs. */
import { assumptionOf } from "../contract/assumptions.ts";
import { withoutSecrets } from "../redaction.ts";
import type { Drift, SuiteResult, Verdict } from "../run/run-cases.ts";
import type { Target } from "../targets/target.ts";

/** The result of a run on a service. It contains no key, no signature, and nothing of a person or a recording. */
export interface Report {
  /** The day of the run, as YYYY-MM-DD. */
  date: string;
  counts: Readonly<Record<Verdict | "skipped", number>>;
  /** Each point at which the service differs, with the name of the case that found it. */
  drift: readonly (Omit<Drift, "actual"> & { foundBy: string })[];
  questions: readonly AnsweredQuestion[];
  cases: readonly { name: string; tag: string; operation: string; statements: readonly string[]; verdict: Verdict }[];
  skipped: readonly { name: string; reason: string }[];
  leftBehind: Omit<SuiteResult["cleanUp"], "deletedAgents">;
}

/** How the service behaves where the specification leaves a question open. */
export interface AnsweredQuestion {
  assumption: string;
  question: string;
  expected: string;
  observed: string;
}

/** Creates a run's report. @param options.date YYYY-MM-DD */
export function createReport(result: SuiteResult, { target, date }: { target: Target; date: string }): Report {
  const { deletedAgents: _, ...leftBehind } = result.cleanUp;
  const report: Report = {
    date,
    counts: countsOf(result),
    drift: driftOf(result),
    questions: answeredQuestions(result),
    cases: result.outcomes.map(({ case: { name, tag, operation, statements }, verdict }) => ({
      name,
      tag,
      operation,
      statements,
      verdict,
    })),
    skipped: result.skipped.map(({ case: { name }, reason }) => ({ name, reason })),
    leftBehind,
  };
  const responses = result.outcomes.flatMap((outcome) => outcome.responses);
  return withoutSecrets(report, { target, responses });
}

/** How many cases have each verdict. */
export function countsOf({ outcomes, skipped }: Pick<SuiteResult, "outcomes" | "skipped">): Report["counts"] {
  const count = (verdict: Verdict) => outcomes.filter((outcome) => outcome.verdict === verdict).length;
  return { passed: count("passed"), failed: count("failed"), recorded: count("recorded"), skipped: skipped.length };
}

/** Every point at which the service differs from the document, the specification or an assumption, each once. */
export function driftOf({ outcomes }: Pick<SuiteResult, "outcomes">): Report["drift"] {
  const all = outcomes.flatMap(({ case: { name }, drift }) =>
    drift.map(({ place, statement, setting }) => ({ place, statement, setting, foundBy: name })),
  );
  return unique(all, ({ place, statement }) => `${place}\n${statement}`);
}

/** What was observed for each open question, each once, in the order of the cases. */
function answeredQuestions({ outcomes }: Pick<SuiteResult, "outcomes">): AnsweredQuestion[] {
  const all = outcomes.flatMap(({ observations }) =>
    observations.map(({ assumption, expected, observed }) => {
      return { assumption, question: assumptionOf(assumption).question, expected, observed };
    }),
  );
  return unique(all, ({ assumption, expected, observed }) => [assumption, expected, observed].join("\n"));
}

function unique<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  return items.filter((item, index) => items.findIndex((other) => keyOf(other) === keyOf(item)) === index);
}
