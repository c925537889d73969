/** `sdk.campaigns`: add prospects to a campaign. */
import type { Prospect, ProspectResult } from "../contract/types.js";
import type { ApiPromise } from "../request/api-promise.js";
import type { Requests } from "../request/request.js";
import type { RequestOptions } from "../request/request-options.js";
import { bindMethods } from "./bind-methods.js";

/**
 * The campaign interface, which has its own address. Reached as `sdk.campaigns`.
 *
 * @example
 * await sdk.campaigns.addProspect("spring", { name: "Ravi Kumar", phone: "+919812345678", city: "Pune" });
 */
export class Campaigns {
  readonly #requests: Requests;

  constructor(requests: Requests) {
    this.#requests = requests;
    bindMethods(this);
  }

  /**
   * Adds somebody to a campaign; any keys besides name and phone are sent too. Tried again only after a failure
   * that proves that it was not processed.
   *
   * @throws {ConfigurationError} when the client has no `campaignBaseUrl`
   * @throws {ApiError} 4xx, with `fieldErrors` when the service names them
   * @see operation `addProspect`
   */
  addProspect(campaignId: string, prospect: Prospect, options?: RequestOptions): ApiPromise<ProspectResult> {
    const input = { path: { campaign_id: campaignId }, body: prospect };
    return this.#requests.body("addProspect", input, options, (result, invalidBody) => {
      if (typeof result?.success !== "boolean") throw invalidBody("no `success`");
      return result;
    });
  }
}
