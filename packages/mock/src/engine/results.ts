/** The texts of a criterion's `result`, and the answers that they stand for. */
import type { Policies } from "../core/policies.js";
import { type Answer, type CriterionAnswer, isApplicable } from "./findings.js";
import { formOf, type Scale, scaleOf } from "./question.js";
import { exact, pointsOf } from "./score.js";

/** The texts for the answers to one question. */
type ResultTexts = Policies["criterionResults"];

const degreeTexts = { met: "Well", partly: "Fairly", missed: "Poorly" };

const openTexts = { met: "Answered", partly: "Partially answered", missed: "Not answered" };

/** An answer that a test sets, with the points that a number on a scale is worth. */
export type GivenAnswer = Pick<CriterionAnswer, "answer" | "points">;

/** The text of an answer: a number where the question names a scale, else words that the question takes. */
export function resultOf(finding: CriterionAnswer, policy: ResultTexts): string {
  const { question } = finding.definition;
  const scale = scaleOf(question);
  if (scale && isApplicable(finding)) return String(numberAt(scale, pointsOf(finding)));
  return textsFor(question, policy)[finding.answer];
}

/** The points of a level from 0 to 1 on a question's scale: those of a whole number. */
export function pointsOnScale(scale: Scale, level: number): number {
  const { least, most } = scale;
  return exact((numberAt(scale, level) - least) / (most - least));
}

/** The answer to one point on a scale, or to a part of a point: met when it is whole, missed when it is nothing. */
export function answerWorth(points: number): GivenAnswer {
  if (points === 1) return { answer: "met" };
  return points === 0 ? { answer: "missed" } : { answer: "partly", points };
}

/** The answer that a text stands for; undefined when it is no result of the question. The policy's words always are. */
export function answerOf(text: string, question: string, policy: ResultTexts): GivenAnswer | undefined {
  const scale = scaleOf(question);
  if (scale && /^\d+$/.test(text) && Number(text) >= scale.least && Number(text) <= scale.most) {
    return answerWorth(exact((Number(text) - scale.least) / (scale.most - scale.least)));
  }
  const answer = nameOf(text, textsFor(question, policy)) ?? nameOf(text, policy);
  return answer && { answer };
}

/** What a question can be answered with, for messages. */
export function resultsListed(question: string, policy: ResultTexts): string {
  const scale = scaleOf(question);
  const numbers = scale ? [`a whole number from ${scale.least} to ${scale.most}`] : [];
  return [...new Set([...numbers, ...Object.values(textsFor(question, policy)), ...Object.values(policy)])].join(", ");
}

function numberAt({ least, most }: Scale, share: number): number {
  return Math.round(least + share * (most - least));
}

function textsFor(question: string, policy: ResultTexts): ResultTexts {
  const form = formOf(question);
  if (form === "yes-or-no") return policy;
  return { ...policy, ...(form === "degree" ? degreeTexts : openTexts) };
}

function nameOf(text: string, texts: ResultTexts): Answer | undefined {
  const answers: readonly Answer[] = ["met", "partly", "missed", "notApplicable"];
  return answers.find((answer) => texts[answer] === text);
}
