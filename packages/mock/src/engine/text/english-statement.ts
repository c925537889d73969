/**
 * A question of English as a statement, where that surely works: "Did the agent ask about the budget?" as "Asha did
 * ask about the budget". The emphatic *did* needs no conjugation. All other questions are quoted.
 */

/** The longest question that becomes a statement, in characters. */
const maxLength = 140;

const roles =
  "agent|advis[eo]r|representative|rep|consultant|executive|associate|specialist|employee|operator|assistant|salesperson|seller";

const question = new RegExp(`^(?:if [^,?]{1,80}, )?did the (?:${roles}) ((?:[a-z]+ly )?([a-z]+)\\b[^?]*)\\?$`, "i");

/** What cannot be the verb: words that go on with the subject, limit it or deny. */
const noVerb =
  /^(?:and|or|nor|who|whom|whose|that|which|as|in|on|of|at|by|to|from|with|without|for|during|after|before|when|while|if|then|even|also|only|just|still|ever|never|not|both|either|neither|themsel(?:f|ves)|himself|herself|team|is|are|was|were|has|had|does|did|done|[a-z]*ly)$/i;

/** Marks of what may be more than one clause, or not be text at all. */
const otherMarks = /[.;:!…"“”„<>()[\]{}/\\\n]|\s-\s|[–—]/;

const denials = /\b(?:not|no|none|nobody|nothing|never|neither|nor|hardly|without|unless|yet)\b|n['’]t\b/i;

const openWords = /\b(?:any|anybody|anyone|anything|ever|either|at all)\b/i;

/** Words that mean something else when they are denied. */
const unclearDenied = /\b(?:all|and|always|both|each|every|everybody|everyone|everything|or|only|also|too)\b/i;

/** What a question asks of the agent, from its verb in the base form on: "ask about the budget". Null when it is better quoted. */
export function deedOf(text: string): string | null {
  const line = text.trim();
  if (line.length > maxLength) return null;
  const [, deed = "", verb = ""] = question.exec(line) ?? [];
  if (deed === "" || noVerb.test(verb) || isOtherForm(verb)) return null;
  if (otherMarks.test(deed) || denials.test(deed) || openWords.test(deed)) return null;
  return deed;
}

/** Whether denying a deed says just that it was not done. */
export function canBeDenied(deed: string): boolean {
  return !unclearDenied.test(deed) && !deed.includes(",");
}

/** Whether a deed is also what to tell the agent to do: "raise their voice" would be somebody else's. */
export function canBeAdvised(deed: string): boolean {
  return !/\b(?:they|them|their|theirs|themselves|he|she|his|her|himself|herself)\b/i.test(deed);
}

/** Whether a word is no base form: a participle, a past form or a plural. Some base forms look alike, and are quoted. */
function isOtherForm(verb: string): boolean {
  return /(?:ing|ed)$/i.test(verb) || /(?:[^su]s)$/i.test(verb);
}
