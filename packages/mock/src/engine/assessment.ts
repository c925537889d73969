/** How the simulated reviewer assesses a call: its quality first, then the outcome, then the answer to each question. */
import type { CategoryDetail } from "@call-analysis/sdk";
import { seededRandom } from "../core/random.js";
import { lengthConstraint } from "./call-length.js";
import { secondsAt } from "./call-time.js";
import type { AnalysisPointer, CriterionDefinition } from "./configuration.js";
import type { ChosenOutcome } from "./consistency.js";
import type { DrawKeys } from "./draw-keys.js";
import type { Answer, Answers, CriterionAnswer, Findings } from "./findings.js";
import { hasPoints, outcomeOf } from "./outcome.js";
import type { PartialAnalysis } from "./partial-analysis.js";
import { type QuestionReading, readQuestion } from "./question-reading.js";
import { answerWorth, pointsOnScale } from "./results.js";
import { type ScorePolicies, solveScores } from "./solve-scores.js";

/** The quality of the average call; it reaches about two thirds of the points. */
const averageQuality = 0.6;

/** How far the best and the weakest agent are from the average. */
const skillDeviation = 0.08;

/** How far a single call can be from what its agent usually does. */
const callDeviation = 0.4;

/** Added for questions about something to avoid: most agents do avoid it. */
const avoidanceBias = 0.2;

/** What a call's answers depend on. */
export interface AssessmentOptions {
  keys: DrawKeys;
  category: CategoryDetail;
  durationSeconds: number;
  analysisOverrides: PartialAnalysis;
  policies: ScorePolicies;
}

/** The level that an answer gains when the outcome implies it, so that no other answer ranks above it. */
const impliedLevel = 2;

/** The answers of a call. Each has draws of its own, so more questions do not change the answers to the others. */
export function answersOf(options: AssessmentOptions): Answers {
  const { keys, category, durationSeconds, analysisOverrides, policies } = options;
  const quality = callQuality(keys);
  const { scoreScale } = policies;
  const outcome = outcomeOf(analysisOverrides, { keys, category, durationSeconds, scoreScale, quality });
  const chosen = { outcome, possibleOutcomes: category.possibleOutcomes };
  // A test can set points for a call that is none of the category's.
  const isAssessed = outcome?.isNotApplicable !== true || hasPoints(analysisOverrides);
  const sections = category.analysisPointers.map((pointer) => ({
    pointer,
    criteria: assessSection(pointer, { keys, quality, isAssessed, durationSeconds, ...chosen }),
  }));
  const isOverridden = analysisOverrides.score !== undefined || analysisOverrides.sections !== undefined;
  return { outcome, sections: isOverridden ? solveScores(sections, analysisOverrides, policies) : sections };
}

/** The answers, with a place in the recording for each. */
export function withTimes(
  { outcome, sections }: Answers,
  { keys, durationSeconds }: Pick<AssessmentOptions, "keys" | "durationSeconds">,
): Findings {
  const count = sections.reduce((sum, { criteria }) => sum + criteria.length, 0);
  let index = 0;
  const timed = sections.map(({ pointer, criteria }) => ({
    pointer,
    criteria: criteria.map((criterion) => {
      const options = { keys, durationSeconds, index: index++, count };
      return {
        ...criterion,
        evidenceTimeSeconds: evidenceTimeSeconds(pointer.sectionId, criterion.definition, options),
      };
    }),
  }));
  return { outcome, sections: timed };
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

interface CriterionOptions extends ChosenOutcome {
  keys: DrawKeys;
  quality: number;
  durationSeconds: number;
  isAssessed: boolean;
}

function assessSection({ sectionId, criterias }: AnalysisPointer, options: CriterionOptions): CriterionAnswer[] {
  const { call, category } = options.keys;
  const sectionDraw = seededRandom(call, "section", sectionId).next();
  return criterias.map((definition) => {
    const random = seededRandom(call, "criterion", sectionId, definition.criteriaId);
    const hasOccasion = random.next() >= 0.25;
    const luck = random.next();
    const ease = easeOf(definition, { category, sectionId });
    const reading = readQuestion(definition.question, options);
    const level = levelOf(reading, { quality: options.quality, sectionDraw, ease, luck });
    return { definition, ...answerTo(reading, { ...options, hasOccasion, level }) };
  });
}

/** What the ease of a criterion is drawn from. Several services can have the same criterion, and several sections. */
interface EaseKey {
  category: string;
  sectionId: string;
}

/** The last draw for each criterion. */
const eases = new WeakMap<CriterionDefinition, EaseKey & { ease: number }>();

/** How easy a criterion is, 0 to 1. It is the same in every call, so it is drawn once for many. */
function easeOf(definition: CriterionDefinition, { category, sectionId }: EaseKey): number {
  const known = eases.get(definition);
  if (known?.category === category && known.sectionId === sectionId) return known.ease;
  const ease = seededRandom(category, "ease", sectionId, definition.criteriaId).next();
  eases.set(definition, { category, sectionId, ease });
  return ease;
}

interface AnswerOptions extends CriterionOptions {
  /** Whether what a conditional question is about came up in the call. */
  hasOccasion: boolean;
  level: number;
}

/** The answer, and the level that goes with it. */
function answerTo({ askedLength, isConditional, scale, ...stated }: QuestionReading, options: AnswerOptions) {
  const { durationSeconds, isAssessed, hasOccasion, level } = options;
  const constraint = askedLength ? lengthConstraint(durationSeconds, askedLength) : stated.constraint;
  const applies = constraint === "applicable" || !isConditional || hasOccasion;
  if (!isAssessed || constraint === "notApplicable" || !applies) return { answer: "notApplicable" as const, level };
  if (constraint === "met") return { answer: "met" as const, level: level + impliedLevel };
  if (constraint === "missed") return { answer: "missed" as const, level: level - impliedLevel };
  return { level, ...(scale ? answerWorth(pointsOnScale(scale, shareAt(level))) : { answer: answerAt(level) }) };
}

interface LevelOptions {
  quality: number;
  sectionDraw: number;
  ease: number;
  luck: number;
}

/** How well one thing that a question asks for was done. */
function levelOf({ isAboutAvoidance }: QuestionReading, { quality, sectionDraw, ease, luck }: LevelOptions): number {
  const bias = isAboutAvoidance ? avoidanceBias : 0;
  return quality + bias + deviation(sectionDraw, 0.08) + deviation(ease, 0.14) + deviation(luck, 0.45);
}

/** A draw of 0 to 1 as a deviation to either side. */
function deviation(draw: number, most: number): number {
  return (draw * 2 - 1) * most;
}

function answerAt(level: number): Answer {
  if (level >= 0.5) return "met";
  return level >= 0.38 ? "partly" : "missed";
}

/** The share of a scale's points at a level. */
function shareAt(level: number): number {
  return Math.min(1, Math.max(0, (level - 0.1) / 0.7));
}

interface TimeOptions {
  keys: DrawKeys;
  durationSeconds: number;
  /** The criterion's place among all criteria of the category, from 0. */
  index: number;
  count: number;
}

/**
 * Where the evidence for an answer is, in whole seconds from the start; never after the end. The call covers the
 * criteria one after the other, so each has a part of the call to itself.
 */
function evidenceTimeSeconds(sectionId: string, { criteriaId }: CriterionDefinition, options: TimeOptions): number {
  const draw = seededRandom(options.keys.call, "moment", sectionId, criteriaId).next();
  return secondsAt(options.durationSeconds, 0.02 + (0.94 * (options.index + 0.1 + 0.8 * draw)) / options.count);
}
