/** `sdk.categories`: list categories, and get one with its configuration. */
import type { Category, CategoryDetail } from "../contract/types.js";
import type { ApiPromise } from "../http/api-promise.js";
import { bindMethods } from "../http/bind-methods.js";
import type { Http } from "../http/http.js";
import type { RequestOptions } from "../http/request-options.js";

/**
 * Kinds of calls, each with what its analysis looks for. Reached as `sdk.categories`.
 *
 * @example
 * const [first] = await sdk.categories.list();
 * const { analysisPointers } = await sdk.categories.get(first.id);
 */
export class Categories {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
    bindMethods(this);
  }

  /**
   * All categories available to the key's organization, without their configuration.
   *
   * @throws {ResponseFormatError} when the response has no list
   * @see operation `listCategories`
   */
  list(options?: RequestOptions): ApiPromise<Category[]> {
    return this.#http.requestList("listCategories", options);
  }

  /**
   * One category with its complete analysis configuration.
   *
   * @throws {NotFoundError} when the organization has no such category
   * @see operation `getCategory`
   */
  get(categoryId: string, options?: RequestOptions): ApiPromise<CategoryDetail> {
    return this.#http.requestData("getCategory", { path: { categoryId } }, options);
  }
}
