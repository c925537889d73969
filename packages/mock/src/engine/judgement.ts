/**
 * What the simulated reviewer finds: an outcome, and an answer to each question. Nothing is put into
 * words here; everything that is written later is written from this.
 */
import type { CategoryDetail, PossibleOutcome } from "@call-analysis/sdk";
import type { Policies } from "../core/policies.js";
import { seededRandom } from "../core/random.js";
import type { AnalysisPointer, CriterionDefinition } from "./configuration.js";
import { forcedOutcome } from "./forced-outcome.js";
import { type ForcedContext, forcedSections } from "./forced-sections.js";
import type { DrawKeys } from "./key.js";
import { momentSeconds } from "./moment.js";
import type { PartialAnalysis } from "./partial-analysis.js";
import { callQuality } from "./quality.js";
import { isAboutAvoiding, isConditional } from "./text/question.js";

/** The answer to a criterion, before a policy gives it a word. */
export type Answer = keyof Policies["criterionResults"];

/** A criterion with its answer, and the moment of the call that the answer rests on. */
export interface JudgedCriterion {
  definition: CriterionDefinition;
  answer: Answer;
  /** The part of a point that it is worth when that is not the usual one. */
  points?: number;
  momentSeconds: number;
}

/** A section with its answers, in the order of the category. */
export interface JudgedSection {
  pointer: AnalysisPointer;
  criteria: JudgedCriterion[];
}

/** All findings of one call. */
export interface Judgement {
  /** Null when the category has no outcomes. */
  outcome: PossibleOutcome | null;
  sections: JudgedSection[];
}

/** What should not be done is seldom done. */
const prudenceBonus = 0.2;

interface JudgedCall {
  keys: DrawKeys;
  category: CategoryDetail;
  durationSeconds: number;
  /** What somebody has settled beforehand. */
  forced: PartialAnalysis;
  policies: ForcedContext["policies"];
}

/** The findings of a call. Each one has draws of its own: more questions do not change the answers to the others. */
export function judge({ keys, category, durationSeconds, forced, policies }: JudgedCall): Judgement {
  const quality = callQuality(keys);
  const outcome = forcedOutcome(forced, { keys, category, scoreScale: policies.scoreScale, quality });
  const isApplicable = outcome?.isNotApplicable !== true;
  const count = category.analysisPointers.length;
  const sections = category.analysisPointers.map((pointer, index) =>
    judgeSection(pointer, { keys, quality, isApplicable, durationSeconds, index, count }),
  );
  return { outcome, sections: isForced(forced) ? forcedSections(sections, { forced, policies }) : sections };
}

function isForced({ score, sections }: PartialAnalysis): boolean {
  return score !== undefined || sections !== undefined;
}

interface SectionContext {
  keys: DrawKeys;
  quality: number;
  isApplicable: boolean;
  durationSeconds: number;
  /** The section's place among the sections. */
  index: number;
  count: number;
}

function judgeSection(pointer: AnalysisPointer, context: SectionContext): JudgedSection {
  const criteria = pointer.criterias.map((definition) => ({
    definition,
    answer: answerOf(pointer.sectionId, definition, context),
    momentSeconds: momentSeconds(pointer.sectionId, definition, context),
  }));
  return { pointer, criteria };
}

function answerOf(sectionId: string, { criteriaId, question }: CriterionDefinition, context: SectionContext): Answer {
  const { keys, quality, isApplicable } = context;
  const random = seededRandom(keys.call, "criterion", sectionId, criteriaId);
  const [occasion, luck] = [random.next(), random.next()];
  if (!isApplicable || (isConditional(question) && occasion < 0.25)) return "notApplicable";
  const mood = seededRandom(keys.call, "section", sectionId).next();
  const ease = seededRandom(keys.category, "ease", sectionId, criteriaId).next();
  const prudence = isAboutAvoiding(question) ? prudenceBonus : 0;
  return answerAt(quality + prudence + spread(mood, 0.08) + spread(ease, 0.14) + spread(luck, 0.45));
}

/** A draw of 0 to 1 as a deviation to either side. */
function spread(draw: number, deviation: number): number {
  return (draw * 2 - 1) * deviation;
}

function answerAt(level: number): Answer {
  if (level >= 0.5) return "met";
  return level >= 0.38 ? "partly" : "missed";
}
