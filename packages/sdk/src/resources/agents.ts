/** `sdk.agents`: list, create, update and delete agents. */
import type { Agent, AgentInput, AgentUpdate, CreatedAgent, UpdatedAgent } from "../contract/types.js";
import type { ApiPromise } from "../http/api-promise.js";
import { bindMethods } from "../http/bind-methods.js";
import type { Http } from "../http/http.js";
import type { RequestOptions } from "../http/request-options.js";

/**
 * The people whose calls are analysed. Reached as `sdk.agents`.
 *
 * @example
 * const agent = await sdk.agents.create({ name: "Asha Verma", email: "asha@example.com" });
 * await sdk.agents.update(agent.id, { name: "Asha V. Rao" });
 */
export class Agents {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
    bindMethods(this);
  }

  /**
   * All active agents of the key's organization.
   *
   * @throws {ResponseFormatError} when the response has no list
   * @see operation `listAgents`
   */
  list(options?: RequestOptions): ApiPromise<Agent[]> {
    return this.#http.requestList("listAgents", options);
  }

  /**
   * Registers an agent. Tried again only after a failure that proves that it was not processed.
   *
   * @throws {ApiError} 4xx when the service refuses the name or the e-mail
   * @see operation `createAgent`
   */
  create(agent: AgentInput, options?: RequestOptions): ApiPromise<CreatedAgent> {
    return this.#http.requestData("createAgent", { body: agent }, options);
  }

  /**
   * Changes an agent's name, e-mail, or both.
   *
   * @returns the fields of the response, and `id` with the value of `memberId`
   * @throws {NotFoundError} when the organization has no such agent
   * @see operation `updateAgent`
   */
  update(memberId: string, changes: AgentUpdate, options?: RequestOptions): ApiPromise<UpdatedAgent> {
    const input = { path: { id: memberId }, body: changes };
    return this.#http.requestData("updateAgent", input, options, (agent) => ({ ...agent, id: agent.memberId }));
  }

  /**
   * Deletes an agent. If an attempt fails and the next one meets 404, the first one had deleted it: that is success.
   *
   * @throws {NotFoundError} when the organization has no such agent
   * @throws {ResponseFormatError} when the response does not say `success: true`
   * @see operation `deleteAgent`
   */
  delete(memberId: string, options?: RequestOptions): ApiPromise<void> {
    return this.#http.requestBody("deleteAgent", { path: { id: memberId } }, options, (result, invalidBody) => {
      if (result?.success !== true) throw invalidBody("no `success: true`");
    });
  }
}
