/** `queued`, `phoneNumber`, `in_progress`: how programs name things, and people, addresses and keys are not written. */
const word = /^[a-z]{2,15}(([A-Z][a-z]{2,14}){0,2}|(_[a-z]{2,14}){0,2})$/;

/**
 * A word of the service's that may be shown: a status, or the name of a field.
 *
 * @param text anything that the service answered
 * @returns the word, or a text that says that it is not shown
 */
export function publicWord(text: unknown): string {
  return typeof text === "string" && word.test(text) ? text : "a word that is not shown";
}
