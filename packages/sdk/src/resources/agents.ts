import type { Agent, AgentInput, AgentUpdate, CreatedAgent, UpdatedAgent } from "../contract/types.js";
import type { ApiPromise } from "../http/api-promise.js";
import type { Http } from "../http/http.js";
import type { RequestOptions } from "../http/request-options.js";
import { listed } from "./listed.js";

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
  }

  /**
   * All active agents of the key's organization.
   *
   * @throws {ResponseFormatError} when the answer holds no list
   * @see operation `listAgents`
   */
  list(options?: RequestOptions): ApiPromise<Agent[]> {
    return this.#http.data("listAgents", {}, options, listed);
  }

  /**
   * Registers an agent. Sent again only when it cannot have been processed.
   *
   * @throws {ApiError} 4xx when the service refuses the name or the e-mail
   * @see operation `createAgent`
   */
  create(agent: AgentInput, options?: RequestOptions): ApiPromise<CreatedAgent> {
    return this.#http.data("createAgent", { body: agent }, options);
  }

  /**
   * Changes an agent's name, e-mail, or both.
   *
   * @returns the wire's fields, and `id` with the value of `memberId`
   * @throws {NotFoundError} when the organization has no such agent
   * @see operation `updateAgent`
   */
  update(memberId: string, changes: AgentUpdate, options?: RequestOptions): ApiPromise<UpdatedAgent> {
    const input = { path: { id: memberId }, body: changes };
    return this.#http.data("updateAgent", input, options, (agent) => ({ ...agent, id: agent.memberId }));
  }

  /**
   * Deletes an agent. A repeated attempt that finds it gone has succeeded.
   *
   * @throws {NotFoundError} when the organization has no such agent
   * @throws {ResponseFormatError} when the answer does not say `success: true`
   * @see operation `deleteAgent`
   */
  delete(memberId: string, options?: RequestOptions): ApiPromise<void> {
    return this.#http.whole("deleteAgent", { path: { id: memberId } }, options, (answer, refuse) => {
      if (answer?.success !== true) throw refuse("no `success: true`");
    });
  }
}
