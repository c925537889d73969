/** `sdk.agents`: list, create, update and delete agents. */
import type { Agent, AgentInput, AgentUpdate, CreatedAgent, UpdatedAgent } from "../contract/types.js";
import type { ApiPromise } from "../request/api-promise.js";
import type { Requests } from "../request/request.js";
import type { RequestOptions } from "../request/request-options.js";
import { bindMethods } from "./bind-methods.js";

/**
 * The people whose calls are analysed. Reached as `sdk.agents`.
 *
 * @example
 * const agent = await sdk.agents.create({ name: "Asha Verma", email: "asha@example.com" });
 * await sdk.agents.update(agent.id, { name: "Asha V. Rao" });
 */
export class Agents {
  readonly #requests: Requests;

  constructor(requests: Requests) {
    this.#requests = requests;
    bindMethods(this);
  }

  /**
   * All active agents of the key's organization.
   *
   * @throws {ResponseFormatError} when the response has no list
   * @see operation `listAgents`
   */
  list(options?: RequestOptions): ApiPromise<Agent[]> {
    return this.#requests.list("listAgents", options);
  }

  /**
   * Registers an agent. Tried again only after a failure that proves that it was not processed.
   *
   * @throws {ApiError} 4xx when the service refuses the name or the e-mail
   * @see operation `createAgent`
   */
  create(agent: AgentInput, options?: RequestOptions): ApiPromise<CreatedAgent> {
    return this.#requests.data("createAgent", { body: agent }, options);
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
    return this.#requests.data("updateAgent", input, options, (agent) => ({ ...agent, id: agent.memberId }));
  }

  /**
   * Deletes an agent. If an attempt fails and the next one meets 404, the first one had deleted it: that is success.
   *
   * @throws {NotFoundError} when the organization has no such agent
   * @throws {ResponseFormatError} when the response does not say `success: true`
   * @see operation `deleteAgent`
   */
  delete(memberId: string, options?: RequestOptions): ApiPromise<void> {
    return this.#requests.body("deleteAgent", { path: { id: memberId } }, options, (result, invalidBody) => {
      if (result?.success !== true) throw invalidBody("no `success: true`");
    });
  }
}
