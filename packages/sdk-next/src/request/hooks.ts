/** What you may observe of each attempt. Hooks never send: only the client does. */
import { aFunction, checkOptions, type Rules } from "../rules.js";

/** What hooks see of one attempt, without its key and without a query. */
export interface Attempt {
  /** The operationId, such as `createCall`. */
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  /** A header that `onRequest` sets here is sent. */
  readonly headers: Headers;
  /** From 1. */
  readonly attempt: number;
}

/** Called around each attempt to the two interfaces, not to the store, and awaited. */
export interface Hooks {
  /** Before it is sent. What it throws ends the operation, unsent. */
  onRequest?(attempt: Attempt): unknown;
  /** When the response has begun. What it throws is logged and changes nothing. */
  onResponse?(attempt: Attempt, response: Response): unknown;
  /** When the attempt has ended without a usable response. What it throws is logged and changes nothing. */
  onError?(attempt: Attempt, error: unknown): unknown;
}

const rules: Rules<keyof Hooks> = { onRequest: aFunction, onResponse: aFunction, onError: aFunction };

/** @throws {ConfigurationError} that names the hook */
export function checkHooks(given: Hooks | readonly Hooks[] = []): readonly Hooks[] {
  const list = [given].flat() as Hooks[];
  for (const hooks of list) checkOptions("hooks", hooks ?? null, rules, "hooks.");
  return list;
}
