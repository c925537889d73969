/** Hooks observe each attempt. They never send requests: only the client does. */
import { aFunction, type Rule, type Rules, withOptions } from "../rules.js";

/** One attempt, as hooks see it: without the API key and without the query. */
export interface Attempt {
  /** The operationId, such as `createCall`. */
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  /** The request's headers. Headers that `onRequest` sets here are sent. */
  readonly headers: Headers;
  /** The number of the request, from 1. One that is sent once more after a 401, with another key, also counts. */
  readonly attempt: number;
}

/**
 * Functions that are called and awaited around each attempt to the two interfaces, but not around uploads to the store.
 */
export interface Hooks {
  /**
   * Called before the request is sent. If it throws, the operation fails and nothing is sent. In a flow, the error is the
   * `cause` of a `ConfigurationError` with the resume token.
   */
  onRequest?(attempt: Attempt): unknown;
  /** Called when the response has been read. If it throws, the client only logs the error. */
  onResponse?(attempt: Attempt, response: Response): unknown;
  /** Called when the attempt ended without a response. If it throws, the client only logs the error. */
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

/**
 * An error from the caller's own `onRequest` or `poll.classify`. It ends the operation, and the client never retries
 * after it.
 */
export class ThrownByCaller {
  readonly thrown: unknown;

  constructor(thrown: unknown) {
    this.thrown = thrown;
  }
}
