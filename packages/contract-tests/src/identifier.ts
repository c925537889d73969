/** Tells the words of programs, which a report may show, from all else that a service writes. */

/** `queued`, `phoneNumber`, `in_progress`: programs write names this way. People, addresses and keys look different. */
const identifier = /^[a-z]{2,15}(([A-Z][a-z]{2,14}){0,2}|(_[a-z]{2,14}){0,2})$/;

/**
 * Masks a text that the service chose, unless it looks like a program's identifier: a status or a field's name.
 *
 * @param text anything that the service returned
 * @returns the identifier, or a text that says that the value is not shown
 */
export function maskUnlessIdentifier(text: unknown): string {
  return isIdentifier(text) ? text : "a word that is not shown";
}

/** Whether a text is written as programs write names. */
export function isIdentifier(text: unknown): text is string {
  return typeof text === "string" && identifier.test(text);
}
