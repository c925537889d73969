import { schemas } from "@call-analysis/sdk/schemas";
import { readJson } from "../core/body.js";
import { jsonResponse } from "../core/message.js";
import type { Policies } from "../core/policies.js";
import type { Prospects } from "../domain/prospects.js";
import { checkBody } from "./contract-check.js";
import type { Paths } from "./route.js";

/** What the routes of campaigns work with. */
export interface CampaignRouteOptions {
  prospects: Prospects;
  policies: Policies;
}

/** Routes of the campaign interface. @see the specification's section 4, Campaigns */
export function campaignPaths({ prospects, policies }: CampaignRouteOptions): Paths {
  return {
    "/v1/campaigns/:campaign_id/prospects-zap": {
      POST: {
        operation: "addProspect",
        access: "key",
        async answer({ organization, incoming, params: { campaign_id = "" } }) {
          const body = checkBody(schemas.Prospect, await readJson(incoming, policies.maxJsonBytes));
          prospects.add(organization, campaign_id, body);
          return jsonResponse(policies.prospectStatus, { success: true, message: "Prospect added", added_count: 1 });
        },
      },
    },
  };
}
