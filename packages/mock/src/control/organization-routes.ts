/** The route of the control interface that lists the organizations. */
import type { Paths } from "../api/route.js";
import type { Organizations } from "../domain/organizations.js";
import type { Store } from "../store/store.js";
import { controlRoute } from "./control-route.js";

/** The organizations, each with its campaigns, which no operation lists, and a key for who controls the fake. */
export function organizationPaths(organizations: Organizations, store: Store): Paths {
  const campaignsOf = (id: string) =>
    store.campaigns.listOf(id).map(({ id: campaignId, name }) => ({ id: campaignId, name }));
  return {
    "/organizations": {
      GET: controlRoute({
        respond: () => ({
          organizations: store.organizations.list().map(({ id, name }) => {
            return { id, name, key: organizations.controlKeyOf(name), campaigns: campaignsOf(id) };
          }),
        }),
      }),
    },
  };
}
