/** The parts of a category's analysis configuration, by name. @see section 2, "Category detail", of the specification */
import type { CategoryDetail } from "@call-analysis/sdk";

/** A section of the analysis with the criteria it asks. */
export type AnalysisPointer = CategoryDetail["analysisPointers"][number];

/** One question of a section. */
export type CriterionDefinition = AnalysisPointer["criterias"][number];

/** A value to extract from the call. */
export type ExtractionField = CategoryDetail["extractionFields"][number];
