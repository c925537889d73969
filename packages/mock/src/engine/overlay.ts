/** Replaces parts of a written analysis by the test's own parts, unchanged, even if they do not add up. */
import type { Analysis, Section } from "@call-analysis/sdk";
import { withoutUndefined } from "../core/without-undefined.js";
import type { AnalysisOptions } from "./analysis-options.js";
import { isFields, type PartialSection } from "./partial-analysis.js";
import { overallScore, type Points, sum } from "./score.js";

type OverlayOptions = Pick<AnalysisOptions, "analysisOverrides" | "policies">;

/** An analysis, and the summary for the call's metadata. */
export interface SimulatedAnalysis {
  analysis: Analysis;
  summary: string;
}

/** A written analysis, before the overall score is known. */
export interface WrittenAnalysis extends Omit<SimulatedAnalysis, "analysis"> {
  analysis: Omit<Analysis, "score">;
}

/** The analysis with the test's parts. */
export function overlay({ analysis, summary }: WrittenAnalysis, options: OverlayOptions): SimulatedAnalysis {
  const { sections: givenSections, extractions, ...given } = options.analysisOverrides ?? {};
  const sections = atMost(givenSections, analysis.sections).map((section) => overlaySection(section, givenSections));
  const { score } = overlayPoints(sections, options);
  // Entries that are not assigned: a field may be named `__proto__`.
  const values = isFields(extractions)
    ? Object.fromEntries([...Object.entries(analysis.extractions ?? {}), ...Object.entries(extractions)])
    : extractions;
  const parts = withoutUndefined({ ...given, extractions: values });
  return { analysis: { score, ...analysis, ...parts, sections }, summary };
}

/** The numbers of an analysis, with the test's own. */
export function overlayPoints(
  sections: readonly (Points & { sectionId: string })[],
  { analysisOverrides, policies }: OverlayOptions,
): { score: number; totalScore: number } {
  const points = atMost(analysisOverrides?.sections, sections).map((section) => {
    const given = analysisOverrides?.sections?.find(({ sectionId }) => sectionId === section.sectionId);
    return { score: given?.score ?? section.score, totalScore: given?.totalScore ?? section.totalScore };
  });
  const score = analysisOverrides?.score ?? overallScore(points, policies.scoreScale);
  return { score, totalScore: sum(points.map(({ totalScore }) => totalScore)) };
}

/** All rows, with the parts that a test has set. None if the test gave an empty list. */
function atMost<Row>(given: readonly unknown[] | undefined, rows: readonly Row[]): readonly Row[] {
  return given?.length === 0 ? [] : rows;
}

function overlaySection(section: Section, all: readonly PartialSection[] = []): Section {
  const { criterias: given, ...fields } = all.find(({ sectionId }) => sectionId === section.sectionId) ?? {};
  const criterias = atMost(given, section.criterias).map((criterion) => {
    const own = given?.find(({ criteriaId }) => criteriaId === criterion.criteriaId);
    return { ...criterion, ...withoutUndefined(own ?? {}) };
  });
  return { ...section, ...withoutUndefined(fields), criterias };
}
