/**
 * The simulated analysis of a call: findings first, then everything that is written of them. The same
 * input gives the same analysis, whatever was analysed before.
 */
import type { Analysis, CategoryDetail, Section } from "@call-analysis/sdk";
import type { Policies } from "../core/policies.js";
import { callDateMs } from "./fields/call-date.js";
import { extract } from "./fields/extractions.js";
import { withForcedExtractions, withForcedTexts } from "./forced-texts.js";
import { type JudgedSection, type Judgement, judge } from "./judgement.js";
import { type DrawKeys, drawKeys } from "./key.js";
import type { PartialAnalysis } from "./partial-analysis.js";
import { overallScore, sectionPoints } from "./score.js";
import { type Cast, castOf } from "./text/cast.js";
import { areasForImprovement, callObservations } from "./text/observations.js";
import { outcomeRationale } from "./text/outcome-rationale.js";
import { rationaleOf } from "./text/rationale.js";
import { summaryOf } from "./text/summary.js";

/** What an analysis depends on. */
export interface AnalysisInput {
  seed: number;
  organizationId: string;
  /** A hash of the recording's bytes; of its address when the bytes cannot be had. */
  recordingHash: string;
  category: CategoryDetail;
  agentName: string;
  durationSeconds: number;
  request: AnalysisRequest;
  policies: AnalysisPolicies;
  /** What somebody has settled beforehand; it must fit the category. @default nothing */
  forced?: PartialAnalysis | null;
}

/** What the client said of the call. @see section 2, "Call input fields", of the specification */
export interface AnalysisRequest {
  /** The agent's member id, also when the client named the agent by e-mail. */
  memberId: string;
  /** Changes nothing: the recording counts by its hash. */
  audio_url: string;
  udfs: Record<string, unknown>;
  /** An ISO-8601 day, or date-time with a zone; null when the client gave none. Other forms count as no date. */
  date: string | null;
}

/** The policies that an analysis follows. They change its form and never its findings. */
export type AnalysisPolicies = Pick<
  Policies,
  "scoreScale" | "criterionResults" | "extractions" | "callObservations" | "areasForImprovement"
>;

/** An analysis, and the summary that goes to the call's metadata. */
export interface SimulatedAnalysis {
  analysis: Analysis;
  summary: string;
}

/**
 * Analyses a call. Any category will do: one without sections scores 0, one without outcomes gets the
 * outcome label "".
 *
 * @see section 2, "Call analysis", of the specification
 */
export function simulateAnalysis(input: AnalysisInput): SimulatedAnalysis {
  const keys = drawKeys(input);
  const forced = input.forced ?? {};
  const judgement = judge({ ...input, keys, forced });
  return withForcedTexts(writeUp(judgement, { ...input, forced }, keys), forced);
}

interface ForcedInput extends AnalysisInput {
  forced: PartialAnalysis;
}

/** Puts findings into words and numbers. */
function writeUp(judgement: Judgement, input: ForcedInput, { call: key }: DrawKeys): SimulatedAnalysis {
  const { category, policies, forced } = input;
  const cast = castOf(input.agentName, category);
  const context = { ...input, key, cast, callDateMs: callDateMs(input.request.date) };
  const sections = judgement.sections.map((section) => sectionResult(section, context));
  const extractions = withForcedExtractions(extract(judgement, context), forced);
  const analysis = {
    score: forced.score ?? overallScore(sections, policies.scoreScale),
    outcomeLabel: judgement.outcome?.label ?? "",
    outcomeRationale: outcomeRationale(judgement, context),
    callObservations: policies.callObservations === "null" ? null : callObservations(judgement, cast),
    areasForImprovement: policies.areasForImprovement === "null" ? null : areasForImprovement(judgement),
    extractions: policies.extractions === "null" ? null : extractions,
    sections,
  };
  return { analysis, summary: summaryOf(judgement, { ...context, extractions }) };
}

interface SectionContext {
  key: string;
  cast: Cast;
  policies: AnalysisPolicies;
}

function sectionResult(section: JudgedSection, { key, cast, policies }: SectionContext): Section {
  const { sectionId, sectionName } = section.pointer;
  const criterias = section.criteria.map((criterion) => ({
    criteriaId: criterion.definition.criteriaId,
    question: criterion.definition.question,
    result: policies.criterionResults[criterion.answer],
    rationale: rationaleOf(criterion, { key, sectionId, cast }),
  }));
  return { sectionId, sectionName, ...sectionPoints(section), criterias };
}
