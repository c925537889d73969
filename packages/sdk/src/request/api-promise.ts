/** The promise that every single request returns: await it for the data, or ask it for the response. */
import { ConfigurationError } from "../errors/request-errors.js";
import type { SuccessResponse } from "./response.js";

/** The data with the response that it came in. @inline */
export interface WithResponse<T> {
  data: T;
  /** The response itself; its body is read already. */
  response: Response;
  /** From the `x-request-id` header; null when there is none. */
  requestId: string | null;
}

/** Starts a request; `leavesBodyUnread` is called when the headers have arrived. */
export type StartRequest = (leavesBodyUnread: () => boolean) => Promise<SuccessResponse>;

/**
 * The promise of one request, which is under way already. Await it for the data, or call
 * `.withResponse()` or `.asResponse()` and await the result.
 */
export class ApiPromise<T> implements Promise<T> {
  readonly [Symbol.toStringTag] = "ApiPromise";
  readonly #success: Promise<SuccessResponse>;
  readonly #read: (success: SuccessResponse) => T | Promise<T>;
  #isResponseAsked = false;
  #data: Promise<T> | undefined;

  constructor(start: StartRequest, read: (success: SuccessResponse) => T | Promise<T>) {
    this.#success = start(() => this.#isResponseAsked && this.#data === undefined);
    this.#read = read;
  }

  /** The promise of a request that is chosen later. Its body is always read. */
  static chosenBy<T>(choose: () => Promise<{ request: ApiPromise<T> }>): ApiPromise<T> {
    const chosen = choose();
    return new ApiPromise(
      async () => (await chosen).request.#success,
      async () => (await chosen).request,
    );
  }

  /** The data with the response's status, headers and request id. */
  async withResponse(): Promise<WithResponse<T>> {
    const [{ response }, data] = await Promise.all([this.#success, this.#parsed()]);
    return { data, response, requestId: response.headers.get("x-request-id") };
  }

  /**
   * The response itself with its body unread, for status 2xx; other statuses reject as usual. Call it in the
   * same turn as the method: later the body has been read, and you get a copy. Reading an unread body is up to
   * you: neither `timeoutMs` nor the signal ends it.
   */
  async asResponse(): Promise<Response> {
    this.#isResponseAsked = true;
    const { response, text } = await this.#success;
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
    this.#data ??= this.#success.then((success) => {
      if (success.text === undefined) throw new ConfigurationError(bodyIsUnread);
      return this.#read(success);
    });
    return this.#data;
  }
}

const bodyIsUnread = "asResponse() left the body unread: read it yourself, or ask for both in the same turn.";
