/**
 * The simulated analysis of a call. An outcome and an answer to each question are drawn, adjusted to the test's score
 * and results, and put into words. Then the test's own parts replace the drawn ones, unchanged. The same input always
 * gives the same analysis.
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
  /** The score. Null if a call was seeded without one. */
  score: number | null;
  outcomeLabel: string | null;
  /** The possible points of all sections. 0 for a call with nothing assessed. */
  totalScore: number;
}

/**
 * Analyses a call in any category. Without sections, the score is 0. Without outcomes, the outcome label is "".
 *
 * @see section 2, "Call analysis", of the specification
 */
export function analyse(options: AnalysisOptions): SimulatedAnalysis {
  return overlay(write(fitted(options), options), options);
}

/** The score and the outcome of the same analysis. No text is written, so listing many calls is cheap. */
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
