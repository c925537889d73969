/** The outcome of a call of which something is settled. */
import type { CategoryDetail, PossibleOutcome } from "@call-analysis/sdk";
import type { Policies } from "../core/policies.js";
import type { DrawKeys } from "./key.js";
import { chooseOutcome } from "./outcome.js";
import type { PartialAnalysis } from "./partial-analysis.js";

interface OutcomeContext {
  keys: DrawKeys;
  category: CategoryDetail;
  scoreScale: Policies["scoreScale"];
  /** The call's quality, 0 to 1, as it was drawn. */
  quality: number;
}

/** The outcome that is settled; else one that goes with the score that is; else the one that was drawn. */
export function forcedOutcome(forced: PartialAnalysis, context: OutcomeContext): PossibleOutcome | null {
  const { keys, category, quality } = context;
  const { possibleOutcomes } = category;
  const settled = possibleOutcomes.find(({ label }) => label === forced.outcomeLabel);
  if (settled) return settled;
  if (!isJudged(forced)) return chooseOutcome(keys.call, possibleOutcomes, quality);
  const judged = possibleOutcomes.filter(({ isNotApplicable }) => !isNotApplicable);
  return chooseOutcome(keys.call, judged, qualityOf(forced, context));
}

/** Whether a partial analysis says that criteria were assessed. */
export function isJudged({ score = 0, sections = [] }: PartialAnalysis): boolean {
  return score > 0 || sections.some((section) => (section.score ?? 0) > 0 || (section.totalScore ?? 0) > 0);
}

/** A high score makes a success likely. */
function qualityOf({ score }: PartialAnalysis, { category, scoreScale, quality }: OutcomeContext): number {
  if (score === undefined) return quality;
  const most = category.analysisPointers.reduce((sum, { criterias }) => sum + criterias.length, 0);
  return Math.min(1, scoreScale === "percent" ? score / 100 : score / Math.max(1, most));
}
