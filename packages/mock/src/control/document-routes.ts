/** The routes of the control interface for the OpenAPI documents. */
import type { Paths } from "../api/route.js";
import { controlRoute } from "./control-route.js";

/** Routes of a document for each interface, with the address by which it is asked for. */
export function documentPaths(): Paths {
  // Each document is loaded when it is first asked for: most services never are.
  return {
    "/openapi.json": {
      GET: controlRoute({
        async respond({ addresses }) {
          const { default: document } = await import("@call-analysis/sdk/openapi.json");
          return { ...document, servers: [{ url: addresses.baseUrl }] };
        },
      }),
    },
    "/campaigns.openapi.json": {
      GET: controlRoute({
        async respond({ addresses }) {
          const { default: document } = await import("@call-analysis/sdk/campaigns.openapi.json");
          return { ...document, servers: [{ url: addresses.campaignBaseUrl }] };
        },
      }),
    },
  };
}
