/** Hooks observe each attempt. They never send: only the client does. */
import { aFunction, type Rule, type Rules, withOptions } from "../rules.js";

/** One attempt as hooks see it, without its key and without a query. */
export interface Attempt {
  /** The operationId, such as `createCall`. */
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  /** A header that `onRequest` sets here is sent. */
  readonly headers: Headers;
  /** From 1, by every sending: the one after a 401 with another key counts too. */
  readonly attempt: number;
}

/** Called around each attempt to the two interfaces, not to the store, and awaited. */
export interface Hooks {
  /** Before it is sent. An error that it throws ends the operation, unsent; in a flow, as the `cause` of a `ConfigurationError` with the token. */
  onRequest?(attempt: Attempt): unknown;
  /** When the response has been read. An error that it throws is logged and changes nothing. */
  onResponse?(attempt: Attempt, response: Response): unknown;
  /** When the attempt has ended without a response. An error that it throws is logged and changes nothing. */
  onError?(attempt: Attempt, error: unknown): unknown;
}

const hookRule = withOptions({
  onRequest: aFunction,
  onResponse: aFunction,
  onError: aFunction,
} satisfies Rules<keyof Hooks>);

export const hooksRule: Rule = (name, value) => {
  for (const hooks of [value].flat()) hookRule(name, hooks ?? null);
};

/** An error thrown by `onRequest` or `poll.classify`. It ends the operation even if the client would retry after such an error. */
export class ThrownByCaller {
  readonly thrown: unknown;

  constructor(thrown: unknown) {
    this.thrown = thrown;
  }
}
