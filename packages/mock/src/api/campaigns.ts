/** The route of campaigns: adding a prospect. */
import { schemas } from "@call-analysis/sdk/schemas";
import type { DomainDependencies } from "../domain/dependencies.js";
import { addProspect } from "../domain/prospects.js";
import { keyRoute } from "./route.js";

/** Routes of the campaign interface. @see the specification's section 4, Campaigns */
export function campaignPaths(dependencies: DomainDependencies) {
  return {
    "/v1/campaigns/:campaign_id/prospects-zap": {
      POST: keyRoute({
        operation: "addProspect",
        body: schemas.Prospect,
        status: 200,
        respond({ organization, params: { campaign_id = "" }, body }) {
          addProspect(dependencies, organization, { campaignId: campaign_id, fields: body });
          return { success: true, message: "Prospect added", added_count: 1 };
        },
      }),
    },
  };
}
