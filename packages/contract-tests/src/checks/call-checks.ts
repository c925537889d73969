/** Checks of a call's analysis. */
import { isDeepStrictEqual } from "node:util";
import type { Policies } from "@call-analysis/mock";
import type { AnalysisSnapshot, components } from "@call-analysis/sdk";
import type { Observation } from "../case.ts";
import { assert, assertUtc } from "../contract-violation.ts";
import { checksOf, type ListedCheck } from "./answer-check.ts";

type Schemas = components["schemas"];
type Pointer = Schemas["AnalysisPointer"];
type Section = Schemas["Section"];

/** A completed call, with its category where that is known. */
export interface AnalyzedCall {
  call: Schemas["CompletedCall"];
  category?: Schemas["CategoryDetail"] | undefined;
}

/** Statuses that the specification shows of a call that is not completed. */
export const pendingStatuses = ["processing", "pending"];

/** Statuses with which a service may end a call that is not completed. */
export const failedStatuses = ["failed", "error", "cancelled", "canceled", "rejected", "expired"];

/** No call takes that long in seconds, and one of 15 seconds does in milliseconds. */
const longestSeconds = 4 * 3_600;

type ResultWords = Policies["criterionResults"];
type Answer = keyof ResultWords;

const assumedResults: ResultWords = { met: "Yes", partly: "Partially", missed: "No", notApplicable: "Not applicable" };

/** Words that services use. They are written here, so that a report names no word that a service has chosen. */
const knownResults: Readonly<Record<Answer, readonly string[]>> = {
  met: ["Yes", "yes", "YES", "Pass", "pass", "Met"],
  partly: ["Partially", "partially", "PARTIAL", "Partial", "partial", "Partially met"],
  missed: ["No", "no", "NO", "Fail", "fail", "Not met"],
  notApplicable: ["Not applicable", "not applicable", "NA", "N/A", "na"],
};

const answers = ["met", "partly", "missed", "notApplicable"] as const;

/** What the fake says where a question takes no yes or no. */
const resultsOfOtherQuestions = /^(?:\d+|Well|Fairly|Poorly|Answered|Partially answered|Not answered)$/;

const sections = "data.analysis.sections";

/** @see the specification's section 2, Call analysis */
export const completedCallChecks = checksOf<AnalyzedCall>("getCallAnalysis", [
  {
    name: "the analysis of a completed call has sections",
    tag: "documented",
    statements: ["2.call-analysis.analysis"],
    place: sections,
    check: ({ call }) => assert(call.analysis.sections.length > 0, "The analysis has sections."),
  },
  {
    name: "the metadata of a completed call has the recording's address",
    tag: "documented",
    statements: ["2.call-analysis.metadata", "2.metadata.audioUrl"],
    place: "data.metadata.audioUrl",
    check: ({ call }) => assert(call.metadata.audioUrl !== "", "The metadata has the recording's address."),
  },
  ...(["createdAt", "updatedAt"] as const).map(
    (field): ListedCheck<AnalyzedCall> => ({
      name: `a call's ${field} is in UTC`,
      tag: "documented",
      statements: ["2.timestamps"],
      place: `data.metadata.${field}`,
      check: ({ call }) => assertUtc(call.metadata[field]),
    }),
  ),
  {
    name: "an analysis has one result for each section of the category, in the same order and with the same name",
    tag: "documented",
    statements: ["2.analysis.sections", "2.section-result.sectionId", "2.section-result.sectionName"],
    place: sections,
    check({ call, category }) {
      if (!category) return;
      const [found, expected] = [call.analysis.sections.map(nameAndId), category.analysisPointers.map(nameAndId)];
      assert(isDeepStrictEqual(found, expected), "The sections are those of the category.");
    },
  },
  {
    name: "each section has one result for each of its criteria, with the question that the category asks",
    tag: "documented",
    statements: ["2.section-result.criterias", "2.criterion-result.criteriaId", "2.criterion-result.question"],
    place: `${sections}[].criterias`,
    check({ call, category }) {
      if (!category) return;
      const [found, expected] = [call.analysis.sections.map(questions), category.analysisPointers.map(questions)];
      assert(isDeepStrictEqual(found, expected), "The criteria of a section are those of the category.");
    },
  },
  {
    name: "the outcome is one that the category allows",
    tag: "documented",
    statements: ["2.analysis.outcomeLabel"],
    place: "data.analysis.outcomeLabel",
    check({ call, category }) {
      if (!category) return;
      const { outcomeLabel } = call.analysis;
      const isPossible = category.possibleOutcomes.some(({ label }) => label === outcomeLabel);
      assert(isPossible, "The outcome's label is one of the category's possible outcomes.", outcomeLabel);
    },
  },
  {
    name: "a section's score is between 0 and its total",
    tag: "assumed",
    statements: ["2.section-result.score", "2.section-result.totalScore"],
    place: `${sections}[].score`,
    reads: [`${sections}[].score`, `${sections}[].totalScore`],
    check({ call }, observe) {
      const isBelowTotal = call.analysis.sections.every(({ score, totalScore }) => score >= 0 && score <= totalScore);
      const observed = isBelowTotal ? "between 0 and the total" : "beyond the total";
      observe({ assumption: "section-scores", expected: "between 0 and the total", observed });
    },
  },
  {
    name: "the overall score is the sections' points in percent, with one decimal",
    tag: "assumed",
    statements: ["2.analysis.score"],
    place: "data.analysis.score",
    reads: ["data.analysis.score", `${sections}[].score`, `${sections}[].totalScore`],
    ...together((calls) => {
      const isPercent = calls.every((call) => isNear(call.analysis.score, percentOf(call)));
      const arePoints = !isPercent && calls.every((call) => isNear(call.analysis.score, pointsOf(call)));
      const observed = isPercent ? "percent" : arePoints ? "points" : "another scale";
      const policies = arePoints ? { scoreScale: "points" as const } : undefined;
      return { assumption: "score-scale", expected: "percent", observed, policies };
    }),
  },
  {
    name: "a section has at most one point for each criterion",
    tag: "assumed",
    statements: ["2.section-result.score", "2.section-result.totalScore"],
    place: `${sections}[].totalScore`,
    reads: [`${sections}[].totalScore`, `${sections}[].criterias`],
    check({ call }, observe) {
      const isOnePoint = call.analysis.sections.every(({ totalScore, criterias }) => totalScore <= criterias.length);
      const observed = isOnePoint ? "one point a criterion" : "more points";
      observe({ assumption: "section-scores", expected: "one point a criterion", observed });
    },
  },
  {
    name: "a criterion's result is one of the words that the fake uses, or a number",
    tag: "assumed",
    statements: ["2.criterion-result.result"],
    place: `${sections}[].criterias[].result`,
    ...together(observedResults),
  },
  {
    name: "extractions are an object, keyed by the names of the category's fields",
    tag: "assumed",
    statements: ["2.analysis.extractions"],
    place: "data.analysis.extractions",
    check({ call, category }, observe) {
      const { extractions } = call.analysis;
      const names = category?.extractionFields.map(({ fieldName }) => fieldName);
      const areByName = isObject(extractions) && Object.keys(extractions).every((key) => names?.includes(key) ?? true);
      const observed = areByName ? "by name" : extractions === null ? "null" : "another shape";
      const policies = extractions === null ? { extractions: "null" as const } : undefined;
      observe({ assumption: "extractions", expected: "by name", observed, policies });
    },
  },
  ...(["callObservations", "areasForImprovement"] as const).map(
    (field): ListedCheck<AnalyzedCall> => ({
      name: `${field} is a list of sentences`,
      tag: "assumed",
      statements: [`2.analysis.${field}`],
      place: `data.analysis.${field}`,
      check({ call }, observe) {
        const value = call.analysis[field];
        const areSentences = Array.isArray(value) && value.every((item) => typeof item === "string");
        const observed = areSentences ? "sentences" : value === null ? "null" : "another shape";
        const assumption = field === "callObservations" ? "call-observations" : "areas-for-improvement";
        const policies = value === null ? { [field]: "null" as const } : undefined;
        observe({ assumption, expected: "sentences", observed, policies });
      },
    }),
  ),
  {
    name: "metadata.date equals createdAt",
    tag: "assumed",
    statements: ["2.metadata.date"],
    place: "data.metadata.date",
    reads: ["data.metadata.date", "data.metadata.createdAt"],
    check({ call }, observe) {
      const { date, createdAt } = call.metadata;
      const isDay = /^\d{4}-\d\d-\d\d$/.test(date);
      const observed = date === createdAt ? "createdAt" : isDay ? "a day" : "another form";
      const policies = isDay ? { metadataDate: "date" as const } : undefined;
      observe({ assumption: "metadata-date", expected: "createdAt", observed, policies });
    },
  },
  {
    name: "metadata.updatedAt equals createdAt",
    tag: "assumed",
    statements: ["4.POST /calls.4", "2.metadata.updatedAt"],
    place: "data.metadata.updatedAt",
    reads: ["data.metadata.updatedAt", "data.metadata.createdAt"],
    check({ call }, observe) {
      const observed = call.metadata.updatedAt === call.metadata.createdAt ? "stays" : "changes";
      observe({ assumption: "metadata-updated-at", expected: "stays", observed });
    },
  },
  {
    name: "a call's duration is less than four hours when it is read as seconds",
    tag: "assumed",
    statements: ["2.metadata.duration"],
    place: "data.metadata.duration",
    ...together((calls) => {
      const isLong = calls.some(({ metadata }) => metadata.duration > longestSeconds);
      const observed = isLong ? "a call of more than four hours, if it is seconds" : "seconds";
      const policies = isLong ? { durationUnit: "milliseconds" as const } : undefined;
      return { assumption: "duration-unit", expected: "seconds", observed, policies };
    }),
  },
  {
    name: "the udfs of a completed call are an object",
    tag: "assumed",
    statements: ["2.metadata.udfs", "2.call-input.udfs"],
    place: "data.metadata.udfs",
    check({ call }, observe) {
      const udfs: unknown = call.metadata.udfs;
      // Fields that were sent say nothing of a call without any.
      if (Object.keys(Object(udfs)).length > 0) return;
      const observed = udfs === null ? "null" : udfs === undefined ? "absent" : "an object";
      const policies = udfs === null ? { missingUdfs: "null" as const } : undefined;
      observe({ assumption: "udfs-default", expected: "an object", observed, policies });
    },
  },
]);

/** Checks of a call that is not completed. */
export const uncompletedCallChecks = checksOf<AnalysisSnapshot>("getCallAnalysis", [
  {
    name: "a call that is not completed is processing, pending or failed",
    tag: "assumed",
    statements: ["3.values"],
    place: "data.status",
    check({ status }, observe) {
      const isPending = pendingStatuses.includes(status);
      const failed = failedStatuses.find((word) => word === status);
      // Only a failed call shows which word the service has for that.
      const expected = failed === undefined ? "processing, pending or failed" : "failed";
      const observed = isPending ? expected : (failed ?? "another word, and nothing else was checked then");
      const policies = failed === undefined ? undefined : { failedStatus: failed };
      observe({ assumption: "call-statuses", expected, observed, policies });
    },
  },
  {
    name: "before completion, the analysis is null",
    tag: "assumed",
    statements: ["3.before-completion"],
    place: "data.analysis",
    check({ analysis }, observe) {
      const observed = kindOf(analysis);
      const policies = observed === "absent" ? ({ analysisBeforeCompletion: observed } as const) : undefined;
      observe({ assumption: "analysis-before-completion", expected: "null", observed, policies });
    },
  },
  {
    name: "before completion, metadata.duration and metadata.summary are null",
    tag: "assumed",
    statements: ["3.before-completion"],
    place: "data.metadata",
    check({ metadata }, observe) {
      const [duration, summary] = [kindOf(metadata?.duration), kindOf(metadata?.summary)];
      const areAbsent = duration === "absent" && summary === "absent";
      observe({
        assumption: "metadata-before-completion",
        expected: "duration null, summary null",
        observed: `duration ${duration}, summary ${summary}`,
        policies: areAbsent ? { unknownMetadata: "absent" } : undefined,
      });
    },
  },
]);

type Call = AnalyzedCall["call"];

/** The check of an assumption of which one call may show too little, such as a score of 0. */
function together(
  observed: (calls: readonly Call[]) => Observation,
): Pick<ListedCheck<AnalyzedCall>, "check" | "checkAll"> {
  return {
    check: ({ call }, observe) => observe(observed([call])),
    checkAll: (all, observe) => observe(observed(all.map(({ call }) => call))),
  };
}

function isNear(one: number, other: number): boolean {
  return Math.abs(one - other) <= 0.05;
}

function pointsOf({ analysis }: Call): number {
  return analysis.sections.reduce((sum, { score }) => sum + score, 0);
}

function percentOf(call: Call): number {
  const total = call.analysis.sections.reduce((sum, { totalScore }) => sum + totalScore, 0);
  return (100 * pointsOf(call)) / Math.max(total, 1);
}

/** The words that calls have for each answer: those that are known and were seen, and no other. */
function observedResults(calls: readonly Call[]): Observation {
  const results = calls.flatMap(({ analysis }) => analysis.sections.flatMap(({ criterias }) => criterias));
  const found = new Set(results.map(({ result }) => result).filter((word) => !resultsOfOtherQuestions.test(word)));
  const seen = answers.map((answer) => knownResults[answer].filter((word) => found.has(word)));
  const known = seen.flat();
  const isKnown = known.length === found.size;
  const isAssumed = isKnown && known.every((word) => Object.values<string>(assumedResults).includes(word));
  const expected = Object.values(assumedResults).join(", ");
  if (isAssumed) return { assumption: "criterion-results", expected, observed: expected };
  const words = [...known, ...(isKnown ? [] : ["words that are not shown"])].join(", ");
  const unseen = answers.filter((_, at) => seen[at]?.length === 0).map((answer) => assumedResults[answer]);
  const observed = isKnown && unseen.length > 0 ? `${words}; not seen: a word for ${unseen.join(", ")}` : words;
  const isMixed = seen.some(({ length }) => length > 1);
  // For what was not seen, the fake keeps its own word.
  const own = Object.fromEntries(answers.flatMap((answer, at) => (seen[at] ?? []).map((word) => [answer, word])));
  const policies = isKnown && !isMixed ? { criterionResults: { ...assumedResults, ...own } } : undefined;
  return { assumption: "criterion-results", expected, observed, policies, isMixed };
}

function nameAndId({ sectionId, sectionName }: Pointer | Section) {
  return { sectionId, sectionName };
}

function questions({ criterias }: Pointer | Section) {
  return criterias.map(({ criteriaId, question }) => ({ criteriaId, question }));
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a field is there. */
function kindOf(value: unknown): "absent" | "null" | "present" {
  if (value === undefined) return "absent";
  return value === null ? "null" : "present";
}
