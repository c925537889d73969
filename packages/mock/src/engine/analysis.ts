/**
 * The simulated analysis of a call. It is drawn, then written: first an outcome that fits the call's quality, an answer
 * to each question, and the values that were learnt, as the outcome implies them (`answers.ts`, `extractions.ts`); then
 * the texts and numbers about them (`review.ts`, `score.ts`). The same input always yields the same analysis, whatever
 * was analysed before.
 */
import type { Analysis, Section } from "@call-analysis/sdk";
import type { Policies } from "../core/policies.js";
import { withoutUndefined } from "../core/without-undefined.js";
import type { AnalysisOptions } from "./analysis-options.js";
import { answersOf, withTimes } from "./answers.js";
import { type DrawKeys, drawKeys } from "./draw-keys.js";
import { type Extractions, extract } from "./extractions.js";
import { callDateMs } from "./fields/date-value.js";
import type { FieldValue } from "./fields/field-value.js";
import type { Answers, Findings, SectionFinding } from "./findings.js";
import type { PartialAnalysis, PartialSection } from "./partial-analysis.js";
import { resultOf } from "./results.js";
import { type ReviewTexts, writeReview } from "./review.js";
import { overallScore, type Points, sectionPoints } from "./score.js";
import { participantsOf } from "./text/participants.js";

/** What a list says about an analysis. */
export interface SimulatedResult {
  /** Null where a call was seeded without one. */
  score: number | null;
  outcomeLabel: string | null;
  /** The points that could be reached in all sections; 0 for a call of which nothing was assessed. */
  totalScore: number;
}

/** An analysis, and the summary for the call's metadata. */
export interface SimulatedAnalysis {
  analysis: Analysis;
  summary: string;
}

/**
 * Analyses a call, in any category: one without sections has the score 0, one without outcomes the outcome
 * label "".
 *
 * @see section 2, "Call analysis", of the specification
 */
export function simulateAnalysis(input: AnalysisOptions): SimulatedAnalysis {
  const keys = drawKeys(input);
  const findings = withTimes(answersOf(input, keys), { keys, durationSeconds: input.durationSeconds });
  return withTexts(writeAnalysis(findings, input, keys), input.analysisOverrides ?? {});
}

/** The numbers and the outcome of the same analysis. No text is written, so many calls can be listed with them. */
export function simulateResult(input: AnalysisOptions): SimulatedResult {
  const answers = answersOf(input, drawKeys(input));
  const points = answers.sections.map(sectionPoints);
  const totalScore = points.reduce((sum, section) => sum + section.totalScore, 0);
  return { score: scoreOf(points, input), outcomeLabel: outcomeLabelOf(answers), totalScore };
}

function scoreOf(sections: readonly Points[], { analysisOverrides, policies }: AnalysisOptions): number {
  return analysisOverrides?.score ?? overallScore(sections, policies.scoreScale);
}

function outcomeLabelOf({ outcome }: Answers): string {
  return outcome?.label ?? "";
}

/** Writes the texts and the numbers of an analysis. */
function writeAnalysis(findings: Findings, input: AnalysisOptions, { call: key }: DrawKeys): SimulatedAnalysis {
  const { category, policies, agentName, durationSeconds } = input;
  const extractions = extractionsOf(findings, input, key);
  const hasValues = policies.undocumentedFields === "values";
  const results = policies.criterionResults;
  const participants = participantsOf(agentName, category);
  const review = writeReview(findings, { key, category, participants, durationSeconds, extractions });
  const sections = findings.sections.map((section) => sectionResult(section, review, results));
  const analysis = {
    score: scoreOf(sections, input),
    outcomeLabel: outcomeLabelOf(findings),
    outcomeRationale: review.outcomeRationale,
    callObservations: hasValues ? review.callObservations : null,
    areasForImprovement: hasValues ? review.areasForImprovement : null,
    extractions: hasValues ? extractions : null,
    sections,
  };
  return { analysis, summary: review.summary };
}

/** The extractions: those that a test sets, and others that go with the findings. */
function extractionsOf(findings: Findings, input: AnalysisOptions, key: string): Extractions {
  const { category, durationSeconds, request, createdAt } = input;
  const overrides = input.analysisOverrides ?? {};
  const callTimeMs = callDateMs(request.date, createdAt);
  const drawn = extract(findings, { key, category, callDateMs: callTimeMs, durationSeconds });
  // `checkPartial` found them to be values of their fields.
  const given = Object.entries(overrides.extractions ?? {}) as [string, FieldValue][];
  // Not an object that is assigned to: a field may be named `__proto__`.
  return Object.fromEntries([...Object.entries(drawn), ...given]);
}

function sectionResult(
  section: SectionFinding,
  { rationales }: ReviewTexts,
  results: Policies["criterionResults"],
): Section {
  const { sectionId, sectionName } = section.pointer;
  const criterias = section.criteria.map((criterion) => ({
    criteriaId: criterion.definition.criteriaId,
    question: criterion.definition.question,
    result: resultOf(criterion, results),
    rationale: rationales.get(criterion) ?? "",
  }));
  return { sectionId, sectionName, ...sectionPoints(section), criterias };
}

/** An analysis with the texts that a test sets. */
function withTexts({ analysis, summary }: SimulatedAnalysis, overrides: PartialAnalysis): SimulatedAnalysis {
  const { outcomeRationale, callObservations, areasForImprovement, extractions } = overrides;
  const texts = withoutUndefined({ outcomeRationale, callObservations, areasForImprovement });
  // Extractions that a test sets are there even where the policy has null.
  const values = extractions === undefined ? {} : { extractions: extractions && (analysis.extractions ?? extractions) };
  const sections = analysis.sections.map((section) => withGivenTexts(section, overrides.sections ?? []));
  return { analysis: { ...analysis, ...texts, ...values, sections }, summary };
}

/** A section with the results and the rationales that a test sets, to the letter. */
function withGivenTexts(section: Section, given: readonly PartialSection[]): Section {
  const criterias = given.find(({ sectionId }) => sectionId === section.sectionId)?.criterias ?? [];
  if (criterias.length === 0) return section;
  const givenById = new Map(criterias.map((criterion) => [criterion.criteriaId, criterion]));
  return {
    ...section,
    criterias: section.criterias.map((criterion) => {
      const { result, rationale } = givenById.get(criterion.criteriaId) ?? {};
      return { ...criterion, ...withoutUndefined({ result, rationale }) };
    }),
  };
}
