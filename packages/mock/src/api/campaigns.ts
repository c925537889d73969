/** The route of campaigns: adding a prospect. */
import { addProspect } from "../domain/prospects.js";
import type { RouteDependencies } from "./dependencies.js";
import { keyRoute } from "./route.js";

/** Routes of the campaign interface. @see the specification's section 4, Campaigns */
export function campaignPaths({ domain }: RouteDependencies) {
  return {
    "/v1/campaigns/:campaign_id/prospects-zap": {
      POST: keyRoute("addProspect", ({ organization, params: { campaign_id = "" }, body }) => {
        addProspect(domain, organization, { campaignId: campaign_id, fields: body });
        return { success: true, message: "Prospect added", added_count: 1 };
      }),
    },
  };
}
