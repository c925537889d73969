/** `sdk.categories`: list categories, and get one with its configuration. */
import type { Category, CategoryDetail } from "../contract/types.js";
import type { ApiPromise } from "../request/api-promise.js";
import type { Requests } from "../request/request.js";
import type { RequestOptions } from "../request/request-options.js";
import { bindMethods } from "./bind-methods.js";

/**
 * Kinds of calls, each with what its analysis looks for. Reached as `sdk.categories`.
 *
 * @example
 * const [first] = await sdk.categories.list();
 * const { analysisPointers } = await sdk.categories.get(first.id);
 */
export class Categories {
  readonly #requests: Requests;

  constructor(requests: Requests) {
    this.#requests = requests;
    bindMethods(this);
  }

  /**
   * All categories available to the key's organization, without their configuration.
   *
   * @throws {ResponseFormatError} when the response has no list
   * @see operation `listCategories`
   */
  list(options?: RequestOptions): ApiPromise<Category[]> {
    return this.#requests.list("listCategories", options);
  }

  /**
   * One category with its complete analysis configuration.
   *
   * @throws {NotFoundError} when the organization has no such category
   * @see operation `getCategory`
   */
  get(categoryId: string, options?: RequestOptions): ApiPromise<CategoryDetail> {
    return this.#requests.data("getCategory", { path: { categoryId } }, options);
  }
}
