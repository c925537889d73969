/**
 * Draws how a call went: first its quality, then the outcome, then the answer to each question. Each draw has its own
 * key, so a new question does not change other answers.
 */
import { seededRandom } from "../core/random.js";
import type { AnalysisOptions } from "./analysis-options.js";
import { impliedAnswers, type Outcome } from "./configuration.js";
import type { DrawKeys } from "./draw-keys.js";
import type { Drawn, DrawnCriterion } from "./drawn.js";
import type { Answer } from "./review-schema.js";
import { pointsOf } from "./score.js";

/** The quality of the average call, which reaches about two thirds of the points. */
const averageQuality = 0.6;

/** How far the best and the weakest agents are from the average. */
const skillDeviation = 0.08;

/** How far a single call can be from its agent's average. */
const callDeviation = 0.4;

/** How far the answers of a successful call are above the average, and those of an unsuccessful call below it. */
const outcomeDeviation = 0.05;

/** The quality at which success and failure are equally likely. */
const evenQuality = 0.55;

/** How strongly the chance of success depends on the quality. */
const steepness = 9;

/** How far an implied answer moves its level, so that it is the last to change for a score. */
const impliedLevel = 2;

/** The share of calls in which a criterion does not apply, if the outcome allows that and other answers. */
const notApplicableShare = 0.25;

/** Draws the outcome and the answers. A test's outcome is kept. A test's score makes a success likely or unlikely. */
export function draw({ category, policies, analysisOverrides }: AnalysisOptions, keys: DrawKeys): Drawn {
  const { outcomeLabel, score } = analysisOverrides ?? {};
  const quality = callQuality(keys);
  const most =
    policies.scoreScale === "percent" ? 100 : category.analysisPointers.flatMap((each) => each.criterias).length;
  const given = category.possibleOutcomes.find(({ label }) => label === outcomeLabel);
  const outcome =
    given ?? drawOutcome(keys.call, category.possibleOutcomes, score === undefined ? quality : score / most);
  const sections = category.analysisPointers.map((pointer) => {
    const { sectionId } = pointer;
    // How well the section went.
    const mood = quality + outcomeBias(outcome) + deviation(seededRandom(keys.call, "section", sectionId).next(), 0.08);
    const criteria = pointer.criterias.map((definition): DrawnCriterion => {
      const { criteriaId, answers } = definition;
      const random = seededRandom(keys.call, "criterion", sectionId, criteriaId);
      // The same in every call.
      const ease = seededRandom(keys.category, "ease", sectionId, criteriaId).next();
      const level = mood + deviation(ease, 0.14) + deviation(random.next(), 0.45);
      if (outcome?.isNotApplicable) return { definition, level, points: null };
      const implied = impliedAnswers(outcome, criteriaId);
      if (implied) {
        const isOpen = implied.includes("notApplicable") && (implied.length === 1 || random.chance(notApplicableShare));
        const answer = isOpen ? "notApplicable" : nearest(answerAt(level), implied);
        return { definition, level: level + impliedShift(implied), points: pointsOf[answer] };
      }
      if (!answers) return { definition, level, points: pointsOf[answerAt(level)] };
      const steps = Math.max(1, answers.length - 1);
      return { definition, level, points: Math.round(Math.min(1, Math.max(0, (level - 0.1) / 0.7)) * steps) / steps };
    });
    return { pointer, criteria };
  });
  return { outcome, sections };
}

/** How well the call went, from 0 to 1: the agent's usual level, and chance. It makes the answers consistent. */
function callQuality({ call, member }: DrawKeys): number {
  const skill = seededRandom(member, "skill").next() * 2 - 1;
  const random = seededRandom(call, "quality");
  // From -1 to 1, mostly near 0.
  const luck = ((random.next() + random.next() + random.next()) / 3) * 2 - 1;
  return Math.min(1, Math.max(0, averageQuality + skillDeviation * skill + callDeviation * luck));
}

/**
 * Draws the outcome. The better the call, the likelier a success. Each outcome draws its own waiting time, so that a
 * new outcome changes the results of few calls. An outcome that is not applicable is drawn only if the category has no
 * other.
 */
function drawOutcome(key: string, outcomes: readonly Outcome[], quality: number): Outcome | null {
  const applicable = outcomes.filter(({ isNotApplicable }) => !isNotApplicable);
  const possible = applicable.length > 0 ? applicable : outcomes;
  const success = 1 / (1 + Math.exp(steepness * (evenQuality - quality)));
  const waitingTime = ({ id, isSuccess }: Outcome) => {
    const share =
      (isSuccess ? success : 1 - success) / possible.filter((other) => other.isSuccess === isSuccess).length;
    return -Math.log(1 - seededRandom(key, "outcome", id).next()) / share;
  };
  const timed = possible.map((outcome) => ({ outcome, time: waitingTime(outcome) }));
  return timed.toSorted((one, other) => one.time - other.time)[0]?.outcome ?? null;
}

function outcomeBias(outcome: Outcome | null): number {
  return outcome?.isSuccess ? outcomeDeviation : -outcomeDeviation;
}

function answerAt(level: number): Answer {
  if (level >= 0.5) return "met";
  return level >= 0.38 ? "partly" : "missed";
}

/** The allowed answer that is nearest to the drawn one. */
function nearest(drawn: Answer, allowed: readonly Answer[]): Answer {
  const distance = (answer: Answer) => Math.abs((pointsOf[answer] ?? 9) - (pointsOf[drawn] ?? 0));
  return allowed.toSorted((one, other) => distance(one) - distance(other))[0] ?? drawn;
}

function impliedShift(allowed: readonly Answer[]): number {
  if (!allowed.includes("met")) return -impliedLevel;
  return allowed.includes("missed") ? 0 : impliedLevel;
}

/** Turns a draw from 0 to 1 into a deviation to either side. */
function deviation(draw: number, most: number): number {
  return (draw * 2 - 1) * most;
}
