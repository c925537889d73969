import { alterSuccess, changedAt, intercept, type Mutant, withJson } from "./mutant.ts";

/** Mutants of analyses, and of the statuses before them. */
export const analysisMutants: readonly Mutant[] = [
  {
    name: "a completed call goes back to processing",
    statements: ["3.completed"],
    apply: (service) => {
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
  },
  {
    name: "a completed call's analysis changes with each response",
    statements: ["3.completed"],
    apply: (service) => {
      let reads = 0;
      return alterSuccess("getCallAnalysis", "data.analysis.outcomeRationale", () => `Read ${++reads}`)(service);
    },
  },
  {
    name: "the status pending is skipped",
    statements: ["3.pending"],
    apply: alterSuccess("getCallAnalysis", "data.status", (status) => (status === "pending" ? "processing" : status)),
  },
  {
    name: "analysis is not null before completion",
    statements: ["3.before-completion", "4.POST /calls.1.asynchronous"],
    apply: alterSuccess("getCallAnalysis", "data.analysis", (analysis) => analysis ?? emptyAnalysis),
  },
  {
    name: "completed without an analysis",
    statements: ["2.call-analysis.analysis", "3.completed"],
    apply: alterSuccess("getCallAnalysis", "data.analysis", () => null),
  },
  {
    name: "the sections are in another order",
    statements: ["2.analysis.sections"],
    apply: alterSuccess("getCallAnalysis", "data.analysis.sections", (sections) => listOf(sections).toReversed()),
  },
  {
    name: "a section is missing",
    statements: ["2.analysis.sections"],
    apply: alterSuccess("getCallAnalysis", "data.analysis.sections", (sections) => listOf(sections).slice(1)),
  },
  {
    name: "a section's name is not the category's",
    statements: ["2.section-result.sectionName"],
    apply: alterSuccess("getCallAnalysis", "data.analysis.sections[].sectionName", (name) => `${name} section`),
  },
  {
    name: "a criterion is missing",
    statements: ["2.section-result.criterias"],
    apply: alterSuccess("getCallAnalysis", "data.analysis.sections[].criterias", (list) => listOf(list).slice(1)),
  },
  {
    name: "a criterion asks another question",
    statements: ["2.criterion-result.question"],
    apply: alterSuccess("getCallAnalysis", "data.analysis.sections[].criterias[].question", () => "Why?"),
  },
  {
    name: "the outcome is one that the category does not allow",
    statements: ["2.analysis.outcomeLabel"],
    apply: alterSuccess("getCallAnalysis", "data.analysis.outcomeLabel", () => "Sold"),
  },
  {
    name: "a section's score exceeds its total",
    statements: ["2.section-result.score"],
    apply: alterSuccess("getCallAnalysis", "data.analysis.sections[].score", () => 99),
  },
  {
    name: "the overall score does not match the sections",
    statements: ["2.analysis.score"],
    apply: alterSuccess("getCallAnalysis", "data.analysis.score", (score) =>
      typeof score === "number" ? score / 2 : score,
    ),
  },
  {
    name: "the list of categories and the detail name a category differently",
    statements: ["4.GET /categories/{categoryId}"],
    apply: alterSuccess("getCategory", "data.name", (name) => `The ${name}`),
  },
];

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
