/** How the simulated reviewer assesses a call: its quality first, then the outcome, then the answer to each question. */
import { seededRandom } from "../core/random.js";
import type { AnalysisOptions } from "./analysis-options.js";
import { secondsAt } from "./call-time.js";
import {
  type AnalysisPointer,
  type Answer,
  type CriterionDefinition,
  impliedAnswers,
  type Outcome,
} from "./configuration.js";
import type { DrawKeys } from "./draw-keys.js";
import { type Answers, type CriterionAnswer, type Findings, isApplicable, type SectionAnswers } from "./findings.js";
import { hasPoints, outcomesOf } from "./outcome.js";
import { answerOnScale, formOf } from "./results.js";
import { solveScores } from "./solve-scores.js";

/** The quality of the average call; it reaches about two thirds of the points. */
const averageQuality = 0.6;

/** How far the best and the weakest agent are from the average. */
const skillDeviation = 0.08;

/** How far a single call can be from what its agent usually does. */
const callDeviation = 0.4;

/** How far the answers of a call that succeeds are from the average, and those of one that fails the other way. */
const outcomeDeviation = 0.05;

/** The level that an answer gains or loses when the outcome implies it, so that it is the last to change for a score. */
const impliedLevel = 2;

/** The share of calls in which what a question with "If …" is about does not come up. */
const noOccasionShare = 0.25;

/** The longest that the call can spend on each criterion of its first and of its last section. */
const longestEdgeSeconds = 12;

/** The largest number of times or things that a question is answered with. */
const largestCount = 5;

/**
 * The answers of a call. Each has its own draws, so more questions do not change the answers to the others. Where a test
 * sets some of them, or points, the outcome is the likeliest of those that they contradict least.
 */
export function answersOf(input: AnalysisOptions, keys: DrawKeys): Answers {
  const { category, policies } = input;
  const overrides = input.analysisOverrides ?? {};
  const quality = callQuality(keys);
  const { scoreScale } = policies;
  const [first = null, ...others] = outcomesOf(overrides, { keys, category, scoreScale, quality });
  const drawn = (outcome: Outcome | null) => drawnSections(input, { keys, quality, outcome });
  if (overrides.score === undefined && overrides.sections === undefined)
    return { outcome: first, sections: drawn(first) };
  const solved = (outcome: Outcome | null) => ({ outcome, sections: solveScores(drawn(outcome), overrides, policies) });
  let best = solved(first);
  for (const outcome of others) {
    if (contradictions(best) === 0) break;
    const answers = solved(outcome);
    if (contradictions(answers) < contradictions(best)) best = answers;
  }
  return best;
}

/** How many answers the outcome does not allow. */
function contradictions({ outcome, sections }: Answers): number {
  const isContradiction = ({ definition, answer }: CriterionAnswer) =>
    impliedAnswers(outcome, definition.criteriaId)?.includes(answer) === false;
  return sections.flatMap(({ criteria }) => criteria).filter(isContradiction).length;
}

/** The sections as they are drawn for an outcome. */
function drawnSections({ category, analysisOverrides }: AnalysisOptions, draw: DrawOptions): SectionAnswers[] {
  // A test can set points for a call that is not assessed otherwise.
  const isAssessed = draw.outcome?.isNotApplicable !== true || hasPoints(analysisOverrides ?? {});
  return category.analysisPointers.map((pointer) => {
    const answer = drawsOf(pointer, draw);
    return { pointer, criteria: pointer.criterias.map((definition) => answer(definition, isAssessed)) };
  });
}

/** The answers, with a place in the recording for each: one after the other, at uneven distances. */
export function withTimes(
  { outcome, sections }: Answers,
  { keys, durationSeconds }: { keys: DrawKeys; durationSeconds: number },
): Findings {
  const shares = criterionShares(sections, durationSeconds);
  let before = 0;
  const timed = sections.map(({ pointer, criteria }, index) => {
    const moments = criteria.map((criterion) => drawnMoment(criterion, { key: keys.call, section: pointer.sectionId }));
    const weights = moments.reduce((sum, { weight }) => sum + weight, 0);
    const share = (shares[index] ?? 0) * criteria.filter(isApplicable).length;
    const found = moments.map(({ criterion, weight, place }) => {
      const part = (share * weight) / (weights || 1);
      const fraction = before + part * place;
      before += part;
      return { ...criterion, evidenceTimeSeconds: secondsAt(durationSeconds, fraction) };
    });
    return { pointer, criteria: found };
  });
  return { outcome, sections: timed };
}

/** How much of its section a criterion takes beside the others, from half to double, and where in that its moment is. */
function drawnMoment(criterion: CriterionAnswer, { key, section }: { key: string; section: string }) {
  const random = seededRandom(key, "moment", section, criterion.definition.criteriaId);
  const weight = isApplicable(criterion) ? 2 ** deviation(random.next(), 1) : 0;
  // Around the middle, so that there is time for something between two moments.
  return { criterion, weight, place: 0.5 + deviation(random.next(), 0.15) };
}

/**
 * The share of the call that a criterion of each section has on the average, if it applies. The call covers them one after
 * the other. Those of the first and of the last section take seconds in a call of any length, as a greeting and a goodbye do.
 * In a short call those of the last section take twice as long as any other: there is time for them after the outcome.
 */
function criterionShares(sections: readonly SectionAnswers[], durationSeconds: number): number[] {
  const counts = sections.map(({ criteria }) => criteria.filter(isApplicable).length);
  const count = counts.reduce((sum, each) => sum + each, 0);
  const middleCount = counts.slice(1, -1).reduce((sum, each) => sum + each, 0);
  if (middleCount === 0) return counts.map(() => 1 / count);
  const [firstCount = 0, lastCount = 0] = [counts[0], counts.at(-1)];
  const longest = longestEdgeSeconds / durationSeconds;
  const first = Math.min(1 / (count + lastCount), longest);
  const last = Math.min(2 / (count + lastCount), longest);
  const middle = (1 - first * firstCount - last * lastCount) / middleCount;
  return counts.map((_, index) => (index === 0 ? first : index === counts.length - 1 ? last : middle));
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

interface DrawOptions {
  keys: DrawKeys;
  quality: number;
  outcome: Outcome | null;
}

/** A function that draws the answer to a criterion of one section. */
function drawsOf({ sectionId }: AnalysisPointer, { keys, quality, outcome }: DrawOptions) {
  const sectionDraw = seededRandom(keys.call, "section", sectionId).next();
  return (definition: CriterionDefinition, isAssessed: boolean): CriterionAnswer => {
    const { criteriaId } = definition;
    const { scale, asksForCount, isConditional } = formOf(definition);
    const random = seededRandom(keys.call, "criterion", sectionId, criteriaId);
    const hasOccasion = random.next() >= noOccasionShare || !isConditional;
    const luck = random.next();
    const ease = easeOf(definition, { category: keys.category, sectionId });
    const bias = outcomeBias(outcome) + deviation(sectionDraw, 0.08) + deviation(ease, 0.14);
    const level = quality + bias + deviation(luck, 0.45);
    const implied = impliedAnswers(outcome, criteriaId);
    if (implied) return impliedAnswer(definition, implied, { level, isApplicable: isAssessed && hasOccasion });
    if (!isAssessed || !hasOccasion) return { definition, level, answer: "notApplicable" };
    if (asksForCount) return { definition, level, answer: "met", count: countOf(luck) };
    return { definition, level, ...(scale ? answerOnScale(scale, shareAt(level)) : { answer: answerAt(level) }) };
  };
}

function outcomeBias(outcome: Outcome | null): number {
  if (!outcome || outcome.isNotApplicable) return 0;
  return outcome.isSuccess ? outcomeDeviation : -outcomeDeviation;
}

/** What the outcome implies: of several answers the one that is nearest to the drawn one. */
function impliedAnswer(
  definition: CriterionDefinition,
  allowed: readonly Answer[],
  { level, isApplicable }: { level: number; isApplicable: boolean },
): CriterionAnswer {
  const order: readonly Answer[] = ["missed", "partly", "met"];
  const drawn = answerAt(level);
  const possible = order
    .filter((each) => allowed.includes(each))
    .sort((one, other) => distance(one, drawn) - distance(other, drawn));
  const isOpen = allowed.includes("notApplicable") && !isApplicable;
  const answer = (isOpen ? undefined : possible[0]) ?? "notApplicable";
  const shift = answer === "met" ? impliedLevel : answer === "missed" ? -impliedLevel : 0;
  return { definition, answer, level: level + shift, allowed };

  function distance(one: Answer, other: Answer): number {
    return Math.abs(order.indexOf(one) - order.indexOf(other));
  }
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

function countOf(draw: number): number {
  return Math.floor(draw * (largestCount + 1));
}
