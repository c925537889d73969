/** Statements made from claims, without a full stop and with a small letter at the beginning, to be built into sentences. */
import { agentSubject, type Claim } from "./claim.js";
import { pastPhrase } from "./verbs.js";

/** The claim as true: "Asha asked who decides". */
export function affirm(claim: Claim, agentName: string): string {
  switch (claim.kind) {
    case "action":
      return named(`${claim.subject} ${pastPhrase(claim.verbPhrase)}`, agentName);
    case "state":
      return named(`${claim.subject} ${claim.verb} ${claim.complement}`, agentName);
    case "unread":
      return `${quoted(claim.question)} is met`;
  }
}

/** The claim as false: "Asha did not ask who decides". */
export function deny(claim: Claim, agentName: string): string {
  switch (claim.kind) {
    case "action":
      return named(`${claim.subject} did not ${claim.verbPhrase}`, agentName);
    case "state":
      return named(`${claim.subject} ${claim.verb} not ${claim.complement}`, agentName);
    case "unread":
      return `${quoted(claim.question)} is not met`;
  }
}

/** What to do about the claim, said to the agent: "ask who decides". */
export function instruct(claim: Claim): string {
  if (claim.kind !== "unread" && claim.subject === agentSubject) {
    if (claim.kind === "action") return inSecondPerson(claim.verbPhrase);
    if (claim.verb === "was" || claim.verb === "is") return `be ${claim.complement}`;
  }
  return `work on ${quoted(claim.question)}`;
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

function named(statement: string, agentName: string): string {
  // A function, because a name may contain "$".
  return statement.replace(/\bthe agent\b/gi, () => agentName);
}
