/** Reads a criterion's question, so that an answer can be written as a statement. */
import { agentSubject, type Statement } from "./statement.js";

const agents = "agent|advisor|adviser|associate|executive|rep|representative|telecaller|salesperson";

const others = "customer|caller|client|borrower|prospect|lead|buyer|user|call|conversation";

/** Not followed by an apostrophe: "the customer's issue" is another subject than "the customer". */
const subject = `((?:the )?(?:${agents})|they|the (?:${others}))(?!['’])`;

const actionQuestion = new RegExp(`^(?:did|does|do) ${subject} ((?!not\\b)[a-z].*)$`, "i");

const stateQuestion = new RegExp(`^(was|were|is|has|had) ${subject} ((?!not\\b).+)$`, "i");

const agentWord = new RegExp(`^(?:they|(?:the )?(?:${agents}))$`, "i");

const condition = /^(?:if|when|where|in case)\b[^,]*,\s*/i;

const trailingCondition = /\bif (?:needed|any|applicable|relevant|required|there was)\b/i;

const degree = /^(?:to what extent|how (?:well|clearly|effectively|politely|accurately|thoroughly))\s+/i;

const throughout = /\s+throughout(?: the (?:call|conversation))?$/i;

/** Two questions in one, which no single statement answers. */
const secondQuestion = /[?.!]\s|\b(?:and|or) (?:did|does|was|were|is|has|had)\b/i;

/** The longest question that is quoted whole. */
const maxQuotedLength = 140;

/** The statement that a question makes, whatever the question is. */
export function readQuestion(text: string): Statement {
  const whole = text.replace(/\s+/g, " ").trim();
  const question = shortened(whole);
  const core = whole
    .replace(condition, "")
    .replace(degree, "")
    .replace(/[?.!]+$/, "");
  if (secondQuestion.test(core)) return { kind: "unread", question };
  return readAction(core, question) ?? readState(core, question) ?? { kind: "unread", question };
}

/** Whether a question applies to some calls only. */
export function isConditional(question: string): boolean {
  return condition.test(question) || trailingCondition.test(question);
}

/** Whether a question asks for something that should not happen. */
export function isAboutAvoiding(question: string): boolean {
  return /\b(?:avoid|refrain|without|never)\b/i.test(question.replace(condition, ""));
}

function readAction(core: string, question: string): Statement | null {
  const [, who, phrase] = actionQuestion.exec(core) ?? [];
  if (!who || !phrase) return null;
  const verbPhrase = phrase.replace(throughout, "");
  return { kind: "action", subject: subjectOf(who), verbPhrase, isThroughout: verbPhrase !== phrase, question };
}

function readState(core: string, question: string): Statement | null {
  const [, verb, who, rest] = stateQuestion.exec(core) ?? [];
  if (!verb || !who || !rest) return null;
  const complement = rest.replace(throughout, "");
  return { kind: "state", subject: subjectOf(who), verb: verb.toLowerCase(), complement, question };
}

function subjectOf(text: string): string {
  return agentWord.test(text) ? agentSubject : text.toLowerCase();
}

function shortened(text: string): string {
  const characters = [...text];
  if (characters.length <= maxQuotedLength) return text;
  const beginning = characters.slice(0, maxQuotedLength - 1).join("");
  return `${beginning.trim()}…`;
}
