import type { Policies } from "../core/policies.js";

/** The longest address that mail servers take, by RFC 5321. */
const maxLength = 254;

/** Whether a text can be an e-mail address: one `@`, no spaces, and a host with a dot. */
export function isEmail(text: string): boolean {
  return text.length <= maxLength && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text);
}

/** Gives the form in which two e-mails are compared. */
export function emailKeyOf(matching: Policies["emailMatching"]): (email: string) => string {
  return matching === "exact" ? (email) => email : (email) => email.toLowerCase();
}
