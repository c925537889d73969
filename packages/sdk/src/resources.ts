/** `sdk.agents`, `sdk.categories`, `sdk.campaigns`: one method for each operation. */
import type {
  Agent,
  AgentInput,
  AgentUpdate,
  Category,
  CategoryDetail,
  CreatedAgent,
  Prospect,
  ProspectResult,
  UpdatedAgent,
} from "./contract/types.js";
import type { ApiPromise, RequestOptions, Requests } from "./request/requests.js";

/**
 * The people whose calls are analysed.
 *
 * @example
 * const agent = await sdk.agents.create({ name: "Asha Verma", email: "asha@example.com" });
 * await sdk.agents.update(agent.id, { name: "Asha V. Rao" });
 */
export class Agents {
  readonly #requests: Requests;

  /** @internal */
  constructor(requests: Requests) {
    this.#requests = requests;
  }

  /** Lists all active agents of the organization. @see operation `listAgents` */
  list = (options?: RequestOptions): ApiPromise<Agent[]> => this.#requests.list("listAgents", options);

  /**
   * Registers an agent. The client resends the request only after a failure that proves that it was not processed.
   *
   * @throws {ApiError} 4xx when the service refuses the name or the e-mail
   * @see operation `createAgent`
   */
  create = (agent: AgentInput, options?: RequestOptions): ApiPromise<CreatedAgent> =>
    this.#requests.data("createAgent", { body: agent }, options);

  /**
   * Changes an agent's name, e-mail, or both.
   *
   * @returns the fields of the response, and `id` with the value of `memberId`
   * @throws {NotFoundError} when the organization has no such agent
   * @see operation `updateAgent`
   */
  update = (memberId: string, changes: AgentUpdate, options?: RequestOptions): ApiPromise<UpdatedAgent> =>
    this.#requests.data("updateAgent", { path: { id: memberId }, body: changes }, options, (agent) => ({
      ...agent,
      id: agent.memberId,
    }));

  /**
   * Deletes an agent.
   *
   * @throws {NotFoundError} when the organization has no such agent
   * @throws {ResponseFormatError} when the response does not say `success: true`
   * @see operation `deleteAgent`
   */
  delete = (memberId: string, options?: RequestOptions): ApiPromise<void> =>
    this.#requests.body("deleteAgent", { path: { id: memberId } }, options, (result, invalid) => {
      if (result?.success !== true) throw invalid("no `success: true`");
    });
}

/**
 * The categories of calls, each with the questions of its analysis.
 *
 * @example
 * const [category] = await sdk.categories.list();
 * const { analysisPointers } = await sdk.categories.get(category.id);
 */
export class Categories {
  readonly #requests: Requests;

  /** @internal */
  constructor(requests: Requests) {
    this.#requests = requests;
  }

  /** Lists all categories of the organization. @see operation `listCategories` */
  list = (options?: RequestOptions): ApiPromise<Category[]> => this.#requests.list("listCategories", options);

  /**
   * Reads a category with its questions and outcomes.
   *
   * @throws {NotFoundError} when the organization has no such category
   * @see operation `getCategory`
   */
  get = (categoryId: string, options?: RequestOptions): ApiPromise<CategoryDetail> =>
    this.#requests.data("getCategory", { path: { categoryId } }, options);
}

/**
 * The campaign interface, which has its own base URL.
 *
 * @example
 * await sdk.campaigns.addProspect("cmp_1", { name: "Dev Patel", phone: "+911234567890", city: "Pune" });
 */
export class Campaigns {
  readonly #requests: Requests;

  /** @internal */
  constructor(requests: Requests) {
    this.#requests = requests;
  }

  /**
   * Adds a person to a campaign. The client resends the request only after a failure that proves that it was not
   * processed.
   *
   * @throws {ConfigurationError} without a `campaignBaseUrl`
   * @see operation `addProspect`
   */
  addProspect = (campaignId: string, prospect: Prospect, options?: RequestOptions): ApiPromise<ProspectResult> =>
    this.#requests.body(
      "addProspect",
      { path: { campaign_id: campaignId }, body: prospect },
      options,
      (result, invalid) => {
        if (typeof result?.success !== "boolean") throw invalid("no `success`");
        return result;
      },
    );
}
