/**
 * A question of English as a statement, where that surely works: "Did the agent ask about the budget?" as "Asha did
 * ask about the budget". The emphatic *did* needs no conjugation. All other questions are quoted.
 */

/** What was asked of the agent, as a verb in its base form and what follows: "ask about the budget". */
export interface Deed {
  text: string;
  /** Whom to name: the agent, or "the agent" in the words of the question where it goes on with "they". */
  subject: "agent" | "role";
  role: string;
}

/** The longest question that becomes a statement, in characters. */
const maxLength = 140;

const roles =
  "agent|advis[eo]r|representative|rep|consultant|executive|associate|specialist|employee|operator|assistant|salesperson|seller";

const question = new RegExp(`^(?:if [^,?]{1,80}, )?did the (${roles}) ((?:[a-z]+ly )?([a-z]+)\\b[^?]*)\\?$`, "i");

/** What cannot be the verb: words that go on with the subject, limit it or deny. */
const noVerb =
  /^(?:and|or|nor|who|whom|whose|that|which|as|in|on|of|at|by|to|from|with|without|for|during|after|before|when|while|if|then|even|also|only|just|still|ever|never|not|both|either|neither|themsel(?:f|ves)|himself|herself|team|is|are|was|were|has|had|does|did|done|[a-z]*ly)$/i;

/** Marks of what may be more than one clause, or not be text at all. */
const otherMarks = /[.;:!…"“”„<>()[\]{}/\\\n]|\s-\s|[–—]/;

const denials = /\b(?:not|no|none|nobody|nothing|never|neither|nor|hardly|without|unless|yet)\b|n['’]t\b/i;

const openWords = /\b(?:any|anybody|anyone|anything|ever|either|at all)\b/i;

/** Words that mean something else when they are denied. */
const unclearDenied = /\b(?:all|and|always|both|each|every|everybody|everyone|everything|or|only|also|too)\b/i;

/** The deed that a question asks about; null for one that is better quoted. */
export function deedOf(text: string): Deed | null {
  const line = text.trim();
  if (line.length > maxLength) return null;
  const [, role = "", deed = "", verb = ""] = question.exec(line) ?? [];
  if (deed === "" || noVerb.test(verb) || isOtherForm(verb)) return null;
  if (otherMarks.test(deed) || denials.test(deed) || openWords.test(deed)) return null;
  const isAboutThem = /\b(?:they|them|their|theirs|themselves|he|she|his|her|himself|herself)\b/i.test(deed);
  return { text: deed, subject: isAboutThem ? "role" : "agent", role: `the ${role.toLowerCase()}` };
}

/** Whether denying a deed says just that it was not done. */
export function canBeDenied({ text }: Deed): boolean {
  return !unclearDenied.test(text) && !text.includes(",");
}

/** Whether a word is no base form: a participle, a past form or a plural. Some base forms look alike, and are quoted. */
function isOtherForm(verb: string): boolean {
  return /(?:ing|ed)$/i.test(verb) || /(?:[^su]s)$/i.test(verb);
}
