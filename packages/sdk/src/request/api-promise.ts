/** The promise that every single request returns: await it for the data, or ask it for the response. */
import type { SuccessResponse } from "./response.js";

/** The data with the response that it came in. @inline */
export interface WithResponse<T> {
  data: T;
  /** The response itself; its body is read already. */
  response: Response;
  /** From the `x-request-id` header; null when there is none. */
  requestId: string | null;
}

/**
 * The promise of one request, which is under way already. Await it for the data, or call `.withResponse()` and await the
 * result.
 */
export class ApiPromise<T> implements Promise<T> {
  readonly [Symbol.toStringTag] = "ApiPromise";
  readonly #success: Promise<SuccessResponse>;
  readonly #read: (success: SuccessResponse) => T | Promise<T>;
  #data: Promise<T> | undefined;

  constructor(start: () => Promise<SuccessResponse>, read: (success: SuccessResponse) => T | Promise<T>) {
    this.#success = start();
    this.#read = read;
  }

  /** The promise of a request that is chosen later. */
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
    this.#data ??= this.#success.then(this.#read);
    return this.#data;
  }
}
