/** The words that a service has for the results of criteria. */
import type { Policies } from "@call-analysis/mock";
import type { CompletedCall } from "@call-analysis/sdk";
import type { Observation } from "../case.ts";

type ResultWords = Policies["criterionResults"];

const assumedWords: ResultWords = { met: "Yes", partly: "Partially", missed: "No", notApplicable: "Not applicable" };

/** Words that services use. They are written here, so that a report names no word that a service has chosen. */
const knownWords: Readonly<Record<keyof ResultWords, readonly string[]>> = {
  met: ["Yes", "yes", "YES", "Pass", "pass", "Met"],
  partly: ["Partially", "partially", "PARTIAL", "Partial", "partial", "Partially met"],
  missed: ["No", "no", "NO", "Fail", "fail", "Not met"],
  notApplicable: ["Not applicable", "not applicable", "NA", "N/A", "na"],
};

const answers = ["met", "partly", "missed", "notApplicable"] as const;

/** What the fake says where a question takes no yes or no. */
const resultsOfOtherQuestions = /^(?:\d+|Well|Fairly|Poorly|Answered|Partially answered|Not answered)$/;

const assumption = "criterion-results";

/** Each word that a call shows: those that are known by themselves, and all others as one. */
export function observedWords({ analysis }: Pick<CompletedCall, "analysis">): Observation[] {
  const results = analysis.sections.flatMap(({ criterias }) => criterias.map(({ result }) => result));
  const found = new Set(results.filter((word) => !resultsOfOtherQuestions.test(word)));
  const known = answers.flatMap((answer) =>
    knownWords[answer]
      .filter((word) => found.delete(word))
      .map((word) => ({
        assumption,
        expected: assumedWords[answer],
        observed: word,
        policies: { criterionResults: { ...assumedWords, [answer]: word } },
      })),
  );
  if (found.size === 0) return known;
  return [...known, { assumption, expected: "words that many services use", observed: "words that are not shown" }];
}
