/** Hooks observe each attempt. They never send: only the client does. */
import { aFunction, type Rule, type Rules, withOptions } from "../rules.js";

/** One attempt as hooks see it, without the API key and the query. */
export interface Attempt {
  /** The operationId, such as `createCall`. */
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  /** Headers that `onRequest` sets here are sent. */
  readonly headers: Headers;
  /** Counts every sending from 1, including the one with a new key after a 401. */
  readonly attempt: number;
}

/** Called and awaited around each attempt to the two interfaces, but not to the store. */
export interface Hooks {
  /**
   * Called before the request is sent. If it throws, the operation fails and nothing is sent. In a flow, the error is the
   * `cause` of a `ConfigurationError` with the token.
   */
  onRequest?(attempt: Attempt): unknown;
  /** Called when the response has been read. If it throws, the error is only logged. */
  onResponse?(attempt: Attempt, response: Response): unknown;
  /** Called when the attempt ended without a response. If it throws, the error is only logged. */
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
