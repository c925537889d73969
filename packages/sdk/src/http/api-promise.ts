import { ConfigurationError } from "../errors/request-errors.js";
import type { SuccessResponse } from "./response.js";

/** An answer with what came around it. */
export interface WithResponse<T> {
  data: T;
  /** The answer itself; its body is read. */
  response: Response;
  /** From the `x-request-id` header; null when there is none. */
  requestId: string | null;
}

/** What starts a request; `leavesBodyUnread` is asked when the headers are there. */
export type StartRequest = (leavesBodyUnread: () => boolean) => Promise<SuccessResponse>;

/**
 * The promise of one request, which is under way already. Await it for the data, or call
 * `.withResponse()` or `.asResponse()` and await that.
 */
export class ApiPromise<T> implements Promise<T> {
  readonly [Symbol.toStringTag] = "ApiPromise";
  readonly #exchange: Promise<SuccessResponse>;
  readonly #read: (exchange: SuccessResponse) => T;
  #isResponseAsked = false;
  #data: Promise<T> | undefined;

  constructor(start: StartRequest, read: (exchange: SuccessResponse) => T) {
    this.#exchange = start(() => this.#isResponseAsked && this.#data === undefined);
    this.#read = read;
  }

  /** The data with the answer's status, headers and request id. */
  async withResponse(): Promise<WithResponse<T>> {
    const [exchange, data] = await Promise.all([this.#exchange, this.#parsed()]);
    return { data, response: exchange.response, requestId: exchange.response.headers.get("x-request-id") };
  }

  /**
   * The answer itself, its body unread, for status 2xx; other statuses reject as ever. Call it in the
   * same turn as the method: later, the body has been read already and is given again as a copy. An
   * unread body is yours: neither `timeoutMs` nor the signal ends it.
   */
  async asResponse(): Promise<Response> {
    this.#isResponseAsked = true;
    const { response, text } = await this.#exchange;
    return text === undefined ? response : new Response(text || null, response);
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise
  then<A = T, B = never>(
    onFulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#parsed().then(onFulfilled, onRejected);
  }

  catch<B = never>(onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.#parsed().catch(onRejected);
  }

  finally(onFinally?: (() => void) | null): Promise<T> {
    return this.#parsed().finally(onFinally);
  }

  #parsed(): Promise<T> {
    this.#data ??= this.#exchange.then((exchange) => {
      if (exchange.text === undefined) throw new ConfigurationError(bodyIsLeft);
      return this.#read(exchange);
    });
    return this.#data;
  }
}

const bodyIsLeft =
  "asResponse() left the body to you: read the data from it, or ask for the data in the same turn as for the response.";
