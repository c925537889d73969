/** Words and values that somebody has settled, put in place of those that were made up. */
import type { Section } from "@call-analysis/sdk";
import type { SimulatedAnalysis } from "./analysis.js";
import type { Extractions } from "./fields/extractions.js";
import type { FieldValue } from "./fields/field-value.js";
import type { PartialAnalysis, PartialSection } from "./partial-analysis.js";

/** The extractions with the values that are settled. */
export function withForcedExtractions(
  extractions: Extractions,
  { extractions: settled }: PartialAnalysis,
): Extractions {
  // They were found to be values of their fields. Not an object that is assigned to: a field may be named `__proto__`.
  const values = Object.entries(settled ?? {}) as [string, FieldValue][];
  return Object.fromEntries([...Object.entries(extractions), ...values]);
}

/** An analysis with the texts that are settled. */
export function withForcedTexts({ analysis, summary }: SimulatedAnalysis, forced: PartialAnalysis): SimulatedAnalysis {
  const { outcomeRationale, callObservations, areasForImprovement, extractions } = forced;
  const texts = withoutUndefined({ outcomeRationale, callObservations, areasForImprovement });
  // Settled extractions are given out also where the policy gives none.
  const values = extractions === undefined ? {} : { extractions: extractions && (analysis.extractions ?? extractions) };
  const sections = analysis.sections.map((section) => withForcedRationales(section, forced.sections ?? []));
  return { analysis: { ...analysis, ...texts, ...values, sections }, summary };
}

function withForcedRationales(section: Section, settled: readonly PartialSection[]): Section {
  const criterias = settled.find(({ sectionId }) => sectionId === section.sectionId)?.criterias ?? [];
  if (criterias.length === 0) return section;
  const rationaleOf = new Map(criterias.map(({ criteriaId, rationale }) => [criteriaId, rationale]));
  return {
    ...section,
    criterias: section.criterias.map((criterion) => ({
      ...criterion,
      rationale: rationaleOf.get(criterion.criteriaId) ?? criterion.rationale,
    })),
  };
}

function withoutUndefined<Fields extends object>(fields: Fields): Partial<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>;
}
