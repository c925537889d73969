import { alterSuccess, changedAt, intercept, type Mutant, mutantsOf, withJson } from "./mutant.ts";

/** Mutants of analyses, of the statuses before them, and of categories. */
export const analysisMutants: readonly Mutant[] = mutantsOf({
  "3.completed": {
    "a completed call goes back to processing": (service) => {
      const completed = new Set<string>();
      return intercept("getCallAnalysis", async ({ url }, forward) => {
        const response = await forward();
        const json = await response.clone().json();
        if (json.data?.status !== "completed" || !completed.has(url.pathname)) {
          if (json.data?.status === "completed") completed.add(url.pathname);
          return response;
        }
        return withJson(
          response,
          changedAt(json, "data.status", () => "processing"),
        );
      })(service);
    },
    "a completed call's analysis changes with each response": (service) => {
      let reads = 0;
      return alterSuccess("getCallAnalysis", "data.analysis.outcomeRationale", () => `Read ${++reads}`)(service);
    },
  },
  "3.pending": {
    "the status pending is skipped": alterSuccess("getCallAnalysis", "data.status", (status) =>
      status === "pending" ? "processing" : status,
    ),
  },
  "3.before-completion, 4.POST /calls.1.asynchronous": {
    "analysis is not null before completion": alterSuccess(
      "getCallAnalysis",
      "data.analysis",
      (analysis) => analysis ?? emptyAnalysis,
    ),
  },
  "2.call-analysis.analysis, 3.completed": {
    "completed without an analysis": alterSuccess("getCallAnalysis", "data.analysis", () => null),
  },
  "2.analysis.sections": {
    "the sections are in another order": alterSuccess("getCallAnalysis", "data.analysis.sections", (sections) =>
      listOf(sections).toReversed(),
    ),
    "a section is missing": alterSuccess("getCallAnalysis", "data.analysis.sections", (sections) =>
      listOf(sections).slice(1),
    ),
  },
  "2.section-result.sectionName": {
    "a section's name is not the category's": alterSuccess(
      "getCallAnalysis",
      "data.analysis.sections[].sectionName",
      (name) => `${name} section`,
    ),
  },
  "2.section-result.criterias": {
    "a criterion is missing": alterSuccess("getCallAnalysis", "data.analysis.sections[].criterias", (list) =>
      listOf(list).slice(1),
    ),
  },
  "2.criterion-result.question": {
    "a criterion asks another question": alterSuccess(
      "getCallAnalysis",
      "data.analysis.sections[].criterias[].question",
      () => "Why?",
    ),
  },
  "2.analysis.outcomeLabel": {
    "the outcome is one that the category does not allow": alterSuccess(
      "getCallAnalysis",
      "data.analysis.outcomeLabel",
      () => "Sold",
    ),
  },
  "2.section-result.score": {
    "a section's score exceeds its total": alterSuccess("getCallAnalysis", "data.analysis.sections[].score", () => 99),
  },
  "2.analysis.score": {
    "the overall score does not match the sections": alterSuccess("getCallAnalysis", "data.analysis.score", (score) =>
      typeof score === "number" ? score / 2 : score,
    ),
  },
  "4.GET /categories/{categoryId}": {
    "the list of categories and the detail name a category differently": alterSuccess(
      "getCategory",
      "data.name",
      (name) => `The ${name}`,
    ),
  },
});

const emptyAnalysis = {
  score: 0,
  outcomeLabel: "",
  outcomeRationale: "",
  callObservations: null,
  areasForImprovement: null,
  extractions: null,
  sections: [],
};

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
