/** What a criterion's question says when it is turned into a statement. */
import { pastPhrase } from "./verbs.js";

/** A claim that may be true or false of a call. A question that cannot be read makes no claim and is quoted. */
export type Claim = ActionClaim | StateClaim | UnreadClaim;

/** Somebody did something: "the agent" · "ask who decides". */
export interface ActionClaim {
  kind: "action";
  subject: string;
  /** Begins with the verb's plain form, perhaps after an adverb. */
  verbPhrase: string;
  isThroughout: boolean;
  question: string;
}

/** Somebody was somehow: "the agent" · "was" · "polite". */
export interface StateClaim {
  kind: "state";
  subject: string;
  verb: string;
  complement: string;
  question: string;
}

/** The question alone. */
export interface UnreadClaim {
  kind: "unread";
  question: string;
}

/** How the subject is written when it is the agent; whoever writes the statement puts the name in its place. */
export const agentSubject = "the agent";

/** What a speaker does all along, and not at one moment. */
const lastingVerb = /^(?:avoid|keep|listen|maintain|refrain|remain|sound|speak|stay|treat)\b/;

/** Whether a claim is about the whole call, and not about a moment of it. */
export function isLasting(claim: Claim): boolean {
  switch (claim.kind) {
    case "action":
      return claim.isThroughout || lastingVerb.test(claim.verbPhrase);
    case "state":
      // "was polite" lasts; "was informed" and "has confirmed" happen at a moment.
      return /^(?:was|were|is)$/.test(claim.verb) && !/^\w+ed\b/.test(claim.complement);
    case "unread":
      return false;
  }
}

/** What the agent left undone if the claim is false: "ask who decides". Null when it is not about a deed of the agent. */
export function agentsOmission(claim: Claim): string | null {
  return claim.kind === "action" && claim.subject === agentSubject ? claim.verbPhrase : null;
}

/** What the agent did if the claim is true: "asked who decides". Null as for `agentsOmission`. */
export function agentsPastAction(claim: Claim): string | null {
  const omission = agentsOmission(claim);
  return omission === null ? null : pastPhrase(omission);
}
