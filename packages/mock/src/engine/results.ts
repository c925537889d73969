/** The texts of a criterion's `result`, and the answers that they stand for. */
import type { Policies } from "../core/policies.js";
import type { Answer, CriterionDefinition } from "./configuration.js";
import { type CriterionAnswer, isApplicable } from "./findings.js";
import { exact, pointsOf } from "./score.js";

/** The texts for the answers to one question. */
type ResultTexts = Policies["criterionResults"];

const answerNames: readonly Answer[] = ["met", "partly", "missed", "notApplicable"];

/** The numbers that answer a question such as "Rate the greeting from 1 to 5". Both are included. */
interface Scale {
  least: number;
  most: number;
}

const degreeTexts = { met: "Well", partly: "Fairly", missed: "Poorly" };

const openTexts = { met: "Answered", partly: "Partially answered", missed: "Not answered" };

/** An answer that a test sets, with the points that a number on a scale is worth. */
export type GivenAnswer = Pick<CriterionAnswer, "answer" | "points" | "count">;

/** The text of an answer: a number where the question asks for one, else words that the question takes. */
export function resultOf(finding: CriterionAnswer, policy: ResultTexts): string {
  const { question } = finding.definition;
  return numberIn(finding) ?? textsFor(question, policy)[finding.answer];
}

/** The number that an answer is, as text; undefined for one that is in words. */
export function numberIn(finding: CriterionAnswer): string | undefined {
  const { definition, answer, count } = finding;
  if (count !== undefined && answer === "met") return String(count);
  const { scale } = formOf(definition);
  return scale && isApplicable(finding) ? String(numberAt(scale, pointsOf(finding))) : undefined;
}

const scaleWords =
  /\b(?:rate|rating|scale|score|grade|points?|bewert\w*|skala|punkte\w*|note)\b|अंक|रेट|पैमान|स्केल|मूल्यांकन|評価|段階|点/iu;

const scaleNumbers = /(\d{1,3})\s*(?:\([^)]*\)\s*)?(?:[-–—~〜]|to|through|bis|से|から)\s*(\d{1,3})/iu;

/** The scale that a question names, or null. */
function scaleOf(question: string): Scale | null {
  if (!/\p{Nd}/u.test(question)) return null;
  // Digits can be those of Devanagari, or have the width of Japanese characters.
  const text = question.normalize("NFKC").replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x966));
  const [, least, most] = (scaleWords.test(text) && scaleNumbers.exec(text)) || [];
  const scale = { least: Number(least), most: Number(most) };
  return scale.least < scale.most ? scale : null;
}

/** Whether a question of English asks for a number of times or things, of which any answers it. */
function asksForCount(question: string): boolean {
  return /^\s*how (?:many|often)\b/i.test(question);
}

/** What a question takes as its answer, as far as its form shows it. */
interface QuestionForm {
  scale: Scale | null;
  asksForCount: boolean;
  /** Whether it is for some calls only: "If …, did …?" */
  isConditional: boolean;
}

const forms = new WeakMap<CriterionDefinition, QuestionForm>();

/** What a criterion's question takes. It is read once, because thousands of calls have the same. */
export function formOf(definition: CriterionDefinition): QuestionForm {
  const { question } = definition;
  const known = forms.get(definition);
  if (known) return known;
  const isConditional = /^\s*if\b/i.test(question);
  const form = { scale: scaleOf(question), asksForCount: asksForCount(question), isConditional };
  forms.set(definition, form);
  return form;
}

/** The answer at a level from 0 to 1 on a scale: a whole number. */
export function answerOnScale(scale: Scale, level: number): GivenAnswer {
  return answerWorth(exact((numberAt(scale, level) - scale.least) / (scale.most - scale.least)));
}

/** The answer to one point on a scale, or to a part of a point: met when it is whole, missed when it is nothing. */
export function answerWorth(points: number): GivenAnswer {
  if (points === 1) return { answer: "met" };
  return points === 0 ? { answer: "missed" } : { answer: "partly", points };
}

/** The answer that a text stands for; undefined when the question does not take it. The policy's words always are. */
export function answerOf(text: string, question: string, policy: ResultTexts): GivenAnswer | undefined {
  const scale = scaleOf(question);
  if (scale && /^\d+$/.test(text) && Number(text) >= scale.least && Number(text) <= scale.most) {
    return answerWorth(exact((Number(text) - scale.least) / (scale.most - scale.least)));
  }
  if (asksForCount(question) && /^\d{1,9}$/.test(text)) return { answer: "met", count: Number(text) };
  const answer = nameOf(text, textsFor(question, policy)) ?? nameOf(text, policy);
  return answer && { answer };
}

/** Words of English that services answer with, besides those of the policy; in lower case. */
const usualWords: Record<Answer, readonly string[]> = {
  met: ["yes", "met", "fully met", "pass", "passed", "true", "done"],
  partly: ["partially", "partly", "partial", "partially met", "partly met"],
  missed: ["no", "not met", "missed", "fail", "failed", "false", "not done"],
  notApplicable: ["not applicable", "n/a", "na"],
};

/** The answer that a real service's result stands for; undefined for words that are not known. */
export function answerMeant(
  text: string | null | undefined,
  question: string,
  policy: ResultTexts,
): GivenAnswer | undefined {
  if (text === null || text === undefined) return undefined;
  const answer = answerNames.find((name) => usualWords[name].includes(text.trim().toLowerCase()));
  return answerOf(text, question, policy) ?? (answer && { answer });
}

/** What a question can be answered with, for messages. */
export function resultsListed(question: string, policy: ResultTexts): string {
  const scale = scaleOf(question);
  const numbers = scale ? [`a whole number from ${scale.least} to ${scale.most}`] : [];
  const counts = asksForCount(question) ? ["a whole number"] : [];
  const texts = [...Object.values(textsFor(question, policy)), ...Object.values(policy)];
  return [...new Set([...numbers, ...counts, ...texts])].join(", ");
}

function numberAt({ least, most }: Scale, share: number): number {
  return Math.round(least + share * (most - least));
}

/** Questions of English that take no yes or no have their own words. */
function textsFor(question: string, policy: ResultTexts): ResultTexts {
  if (/^\s*(?:how (?!many|much|long|often|soon)|to what (?:extent|degree))/i.test(question))
    return { ...policy, ...degreeTexts };
  const isOpen = /^\s*(?:how|which|what|who|whom|whose|where|when|why|name|list|describe)\b/i.test(question);
  return isOpen ? { ...policy, ...openTexts } : policy;
}

function nameOf(text: string, texts: ResultTexts): Answer | undefined {
  return answerNames.find((answer) => texts[answer] === text);
}
