/**
 * The simulated analysis of a call: an outcome and an answer to each question are drawn, moved to the score and the
 * results that a test gives, and put into words; then the parts that a test gives are laid over it, to the letter. The
 * same input always gives the same analysis.
 */
import type { AnalysisOptions } from "./analysis-options.js";
import { draw } from "./draw.js";
import { drawKeys } from "./draw-keys.js";
import type { Drawn } from "./drawn.js";
import { fitAnswers } from "./fit.js";
import { overlay, overlayPoints, type SimulatedAnalysis } from "./overlay.js";
import { sectionPoints } from "./score.js";
import { write } from "./write.js";

/** The list row of an analysis. */
export interface SimulatedResult {
  /** Null where a call was seeded without one. */
  score: number | null;
  outcomeLabel: string | null;
  /** The points that could be reached in all sections; 0 for a call of which nothing was assessed. */
  totalScore: number;
}

/**
 * Analyses a call, in any category: one without sections has the score 0, one without outcomes the outcome label "".
 *
 * @see section 2, "Call analysis", of the specification
 */
export function analyse(options: AnalysisOptions): SimulatedAnalysis {
  return overlay(write(fitted(options), options), options);
}

/** The score and the outcome of the same analysis. It writes no text, so listing many calls is cheap. */
export function resultOf(options: AnalysisOptions): SimulatedResult {
  const { outcome, sections } = fitted(options);
  const named = sections.map((section) => ({ sectionId: section.pointer.sectionId, ...sectionPoints(section) }));
  return {
    outcomeLabel: options.analysisOverrides?.outcomeLabel ?? outcome?.label ?? "",
    ...overlayPoints(named, options),
  };
}

function fitted(options: AnalysisOptions): Drawn {
  return fitAnswers(draw(options, drawKeys(options)), options);
}
