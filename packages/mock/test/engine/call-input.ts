import type { CategoryDetail } from "@call-analysis/sdk";
import { defaultPolicies } from "../../src/core/policies.js";
import { completeCategory } from "../../src/domain/seed-data.js";
import type { AnalysisOptions } from "../../src/engine/analysis-options.js";
import type { ExtractionField, Outcome } from "../../src/engine/configuration.js";
import { demo } from "../../src/scenarios/demo.js";

/** The categories of the demo scenario. */
export const demoCategories = (demo({ clock: { now: () => Date.UTC(2026, 2, 2) } }).categories ?? []).map(
  (category) => {
    const id = `cat_${category.name.toLowerCase().replace(" ", "_")}`;
    return completeCategory(category, { id, now: "", deriveId: () => "" });
  },
);

/** The demo's category of this name. */
export function demoCategory(name: string): CategoryDetail {
  const category = demoCategories.find((each) => each.name === name);
  if (!category) throw new Error(`There is no category ${name}`);
  return category;
}

/** One call in an empty category, but for what is given. */
export function callInput(changes: Partial<AnalysisOptions> = {}): AnalysisOptions {
  return {
    seed: 1,
    organizationId: "org_1",
    recordingHash: "recording-1",
    category: emptyCategory,
    agentName: "Asha Verma",
    durationSeconds: 312,
    memberId: "mem_1",
    udfs: {},
    date: null,
    createdAt: "2026-01-12T03:30:00.000Z",
    policies: { ...defaultPolicies, undocumentedFields: "values" },
    ...changes,
  };
}

/** A category without any configuration. */
export const emptyCategory: CategoryDetail = {
  id: "cat_1",
  name: "Anything",
  description: "",
  icon: "",
  createdAt: "2026-01-05T04:00:00.000Z",
  updatedAt: "2026-01-05T04:00:00.000Z",
  intendedPurpose: "",
  additionalLLMContext: "",
  possibleOutcomes: [],
  analysisPointers: [],
  extractionFields: [],
  targetingRules: [],
  tagTargets: [],
};

/** An outcome that succeeds, but for what is given. */
export function outcomeOf(label: string, changes: Partial<Outcome> = {}): Outcome {
  return { id: `out_${label}`, label, description: "", isSuccess: true, isNotApplicable: false, ...changes };
}

/** A required field of this type, but for what is given. */
export function fieldOf(fieldType: string, changes: Partial<ExtractionField> = {}): ExtractionField {
  const field = { id: "ext_1", fieldName: "detail", displayName: "Detail", description: "", required: true };
  return { ...field, fieldType, enumOptions: [], enumValues: [], ...changes };
}

/** A section with one criterion for each question. */
export function sectionAsking(...questions: string[]): CategoryDetail["analysisPointers"][number] {
  const criterias = questions.map((question, index) => ({ id: `def_${index}`, criteriaId: `crit_${index}`, question }));
  return { id: "ptr_1", sectionId: "sec_1", sectionName: "Everything", criterias };
}
