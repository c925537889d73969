import { alterSuccess, type Mutant, mutantsOf } from "./mutant.ts";

/** Mutants of analyses, of the statuses before them, and of categories. */
export const analysisMutants: readonly Mutant[] = mutantsOf({
  "3.completed: a completed call goes back to processing": (service) => {
    const completed = new Set<string>();
    return alterSuccess("getCallAnalysis data", (data) => {
      const { status, callId } = Object(data);
      if (completed.has(callId)) return { ...Object(data), status: "processing" };
      if (status === "completed") completed.add(callId);
      return data;
    })(service);
  },
  "3.completed: a completed call's analysis changes with each response": (service) => {
    let reads = 0;
    return alterSuccess("getCallAnalysis data.analysis.outcomeRationale", () => `Read ${++reads}`)(service);
  },
  "3.pending: the status pending is skipped": alterSuccess("getCallAnalysis data.status", (status) =>
    status === "pending" ? "processing" : status,
  ),
  "3.before-completion, 4.POST /calls.1.asynchronous: analysis is not null before completion": alterSuccess(
    "getCallAnalysis data.analysis",
    (analysis) => analysis ?? emptyAnalysis,
  ),
  "4.GET /categories/{categoryId}: the list of categories and the detail name a category differently": alterSuccess(
    "getCategory data.name",
    (name) => `The ${name}`,
  ),
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
