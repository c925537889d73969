/**
 * The statement that a criterion's question makes, and how it is written as true, as false or as advice. The texts
 * begin with a small letter and have no full stop, because they become parts of sentences.
 */
import { pastPhrase } from "./verbs.js";

/** What may be true or false of a call. A question that cannot be read is quoted instead. */
export type Statement = ActionStatement | StateStatement | UnreadStatement;

/** Somebody did something: "the agent" · "ask who decides". */
export interface ActionStatement {
  kind: "action";
  subject: string;
  /** Begins with the verb's plain form, perhaps after an adverb. */
  verbPhrase: string;
  isThroughout: boolean;
  question: string;
}

/** Somebody was somehow: "the agent" · "was" · "polite". */
export interface StateStatement {
  kind: "state";
  subject: string;
  verb: string;
  complement: string;
  question: string;
}

/** The question alone. */
export interface UnreadStatement {
  kind: "unread";
  question: string;
}

/** How the subject is written when it is the agent; whoever writes the statement puts the name in its place. */
export const agentSubject = "the agent";

/** The statement as true: "Asha asked who decides". */
export function affirm(statement: Statement, agentName: string): string {
  switch (statement.kind) {
    case "action":
      return named(`${statement.subject} ${pastPhrase(statement.verbPhrase)}`, agentName);
    case "state":
      return named(`${statement.subject} ${statement.verb} ${statement.complement}`, agentName);
    case "unread":
      return `${quoted(statement.question)} is met`;
  }
}

/** The statement as false: "Asha did not ask who decides". */
export function deny(statement: Statement, agentName: string): string {
  switch (statement.kind) {
    case "action":
      return named(`${statement.subject} did not ${statement.verbPhrase}`, agentName);
    case "state":
      return named(`${statement.subject} ${statement.verb} not ${statement.complement}`, agentName);
    case "unread":
      return `${quoted(statement.question)} is not met`;
  }
}

/** What to do about the statement, said to the agent: "ask who decides". */
export function instruct(statement: Statement): string {
  if (statement.kind !== "unread" && statement.subject === agentSubject) {
    if (statement.kind === "action") return inSecondPerson(statement.verbPhrase);
    if (statement.verb === "was" || statement.verb === "is") return `be ${statement.complement}`;
  }
  return `work on ${quoted(statement.question)}`;
}

/** What a speaker does all along, and not at one moment. */
const lastingVerb = /^(?:avoid|keep|listen|maintain|refrain|remain|sound|speak|stay|treat)\b/;

/** Whether a statement is about the whole call, and not about a moment of it. */
export function isLasting(statement: Statement): boolean {
  switch (statement.kind) {
    case "action":
      return statement.isThroughout || lastingVerb.test(statement.verbPhrase);
    case "state":
      // "was polite" lasts; "was informed" and "has confirmed" happen at a moment.
      return /^(?:was|were|is)$/.test(statement.verb) && !/^\w+ed\b/.test(statement.complement);
    case "unread":
      return false;
  }
}

/** What the agent left undone if the statement is false: "ask who decides". Null when it is not about a deed of the agent. */
export function agentsOmission(statement: Statement): string | null {
  return statement.kind === "action" && statement.subject === agentSubject ? statement.verbPhrase : null;
}

/** What the agent did if the statement is true: "asked who decides". Null as for `agentsOmission`. */
export function agentsPastAction(statement: Statement): string | null {
  const omission = agentsOmission(statement);
  return omission === null ? null : pastPhrase(omission);
}

/** A text as a sentence: a capital at the beginning and a full stop at the end. */
export function sentence(text: string): string {
  const isEnded = /[.!?…]["”’]?$/.test(text);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${isEnded ? "" : "."}`;
}

/** A text in quotation marks, or a stand-in for one that says nothing. */
export function quoted(text: string): string {
  return text === "" ? "this point" : `“${text}”`;
}

function inSecondPerson(phrase: string): string {
  return phrase.replace(/\bthemsel(?:f|ves)\b/g, "yourself").replace(/\btheir own\b/g, "your own");
}

function named(text: string, agentName: string): string {
  // A function, because a name may contain "$".
  return text.replace(/\bthe agent\b/gi, () => agentName);
}
