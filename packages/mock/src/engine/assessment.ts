/** How the simulated reviewer assesses a call: its quality first, then the outcome, then the answer to each question. */
import type { CategoryDetail } from "@call-analysis/sdk";
import { seededRandom } from "../core/random.js";
import { secondsAt } from "./call-time.js";
import type { AnalysisPointer, CriterionDefinition } from "./configuration.js";
import type { DrawKeys } from "./draw-keys.js";
import type { Answer, Findings, SectionFinding } from "./findings.js";
import { isAssessed, outcomeOf } from "./outcome.js";
import type { PartialAnalysis } from "./partial-analysis.js";
import { overrideSections, type ScorePolicies } from "./section-overrides.js";
import { isAboutAvoiding, isConditional } from "./text/question.js";
import { topicOf } from "./text/topics.js";

/** The quality of the average call; it reaches about two thirds of the points. */
const averageQuality = 0.6;

/** How far the best and the weakest agent are from the average. */
const skillDeviation = 0.08;

/** How far a single call can be from what its agent usually does. */
const callDeviation = 0.4;

/** Added for questions about something to avoid: most agents do avoid it. */
const avoidanceBias = 0.2;

/** What a call's findings depend on. */
export interface AssessmentOptions {
  keys: DrawKeys;
  category: CategoryDetail;
  durationSeconds: number;
  analysisOverrides: PartialAnalysis;
  policies: ScorePolicies;
}

/** The findings of a call. Each has draws of its own, so more questions do not change the answers to the others. */
export function assessCall(options: AssessmentOptions): Findings {
  const { keys, category, durationSeconds, analysisOverrides, policies } = options;
  const quality = callQuality(keys);
  const outcome = outcomeOf(analysisOverrides, { keys, category, scoreScale: policies.scoreScale, quality });
  // Points that a test asks for are reached, also by a call whose outcome says that it does not count.
  const isJudged = outcome?.isNotApplicable !== true || isAssessed(analysisOverrides);
  const count = category.analysisPointers.length;
  const sections = category.analysisPointers.map((pointer, index) =>
    assessSection(pointer, { keys, quality, isAssessed: isJudged, durationSeconds, index, count }),
  );
  const isOverridden = analysisOverrides.score !== undefined || analysisOverrides.sections !== undefined;
  return { outcome, sections: isOverridden ? overrideSections(sections, analysisOverrides, policies) : sections };
}

/** How well the call went, 0 to 1: the agent's usual level, and the luck of the day. It makes the answers consistent. */
function callQuality({ call, member }: DrawKeys): number {
  const skill = seededRandom(member, "skill").next() * 2 - 1;
  const quality = averageQuality + skillDeviation * skill + callDeviation * bell(call);
  return Math.min(1, Math.max(0, quality));
}

/** From -1 to 1, mostly near 0. */
function bell(key: string): number {
  const random = seededRandom(key, "quality");
  return ((random.next() + random.next() + random.next()) / 3) * 2 - 1;
}

interface SectionOptions {
  keys: DrawKeys;
  quality: number;
  isAssessed: boolean;
  durationSeconds: number;
  /** The section's index among the sections: the call covers them one after the other. */
  index: number;
  count: number;
}

function assessSection(pointer: AnalysisPointer, options: SectionOptions): SectionFinding {
  const criteria = pointer.criterias.map((definition) => ({
    definition,
    answer: answerOf(pointer.sectionId, definition, options),
    evidenceTimeSeconds: evidenceTimeSeconds(pointer.sectionId, definition, options),
  }));
  return { pointer, criteria };
}

function answerOf(sectionId: string, { criteriaId, question }: CriterionDefinition, options: SectionOptions): Answer {
  const { keys, quality, isAssessed } = options;
  const random = seededRandom(keys.call, "criterion", sectionId, criteriaId);
  const [occasion, luck] = [random.next(), random.next()];
  if (!isAssessed || (isConditional(question) && occasion < 0.25)) return "notApplicable";
  const sectionDraw = seededRandom(keys.call, "section", sectionId).next();
  const ease = seededRandom(keys.category, "ease", sectionId, criteriaId).next();
  const bias = isAboutAvoiding(question) ? avoidanceBias : 0;
  return answerAt(quality + bias + deviation(sectionDraw, 0.08) + deviation(ease, 0.14) + deviation(luck, 0.45));
}

/** A draw of 0 to 1 as a deviation to either side. */
function deviation(draw: number, most: number): number {
  return (draw * 2 - 1) * most;
}

function answerAt(level: number): Answer {
  if (level >= 0.5) return "met";
  return level >= 0.38 ? "partly" : "missed";
}

/** Where the evidence for an answer is, in whole seconds from the start; never after the end. */
function evidenceTimeSeconds(sectionId: string, criterion: CriterionDefinition, options: SectionOptions): number {
  const draw = seededRandom(options.keys.call, "moment", sectionId, criterion.criteriaId).next();
  const [from, to] = partOfCall(criterion.question, options);
  return secondsAt(options.durationSeconds, from + draw * (to - from));
}

/** The part of the call that a question is about, as fractions of its duration. */
function partOfCall(question: string, { durationSeconds, index, count }: SectionOptions): [number, number] {
  const place = topicOf(question)?.place;
  if (place === "start" && index === 0) return [0.01, Math.min(0.1, 15 / durationSeconds)];
  if (place === "end") return [0.88, 0.98];
  return [0.04 + (0.88 * index) / count, 0.04 + (0.88 * (index + 1)) / count];
}
