/** What you may observe of each attempt. Hooks never send: only the client does. */
import { ConfigurationError } from "../errors.js";
import { checkNames, kindOf } from "../known-names.js";

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

const hookNames = ["onRequest", "onResponse", "onError"] as const;

/** @throws {ConfigurationError} that names the hook */
export function checkHooks(given: Hooks | readonly Hooks[] | undefined): readonly Hooks[] {
  const list = given === undefined ? [] : Array.isArray(given) ? given : [given];
  for (const hooks of list) {
    checkNames("hooks", hooks ?? null, hookNames);
    for (const name of hookNames)
      if (hooks[name] !== undefined && typeof hooks[name] !== "function")
        throw new ConfigurationError(`hooks.${name}: expected a function, got ${kindOf(hooks[name])}.`);
  }
  return [...list];
}
