/** The routes of the control interface for the OpenAPI documents. */
import type { Paths } from "../api/route.js";
import type { Addresses } from "../core/addresses.js";
import { controlRoute } from "./control-route.js";

/** Routes of a document for each interface, with the address at which the service is now. */
export function documentPaths(addresses: () => Addresses): Paths {
  // Each document is loaded when it is first asked for: most services never are.
  return {
    "/openapi.json": {
      GET: controlRoute({
        async respond() {
          const { default: document } = await import("@call-analysis/sdk/openapi.json");
          return { ...document, servers: [{ url: addresses().baseUrl }] };
        },
      }),
    },
    "/campaigns.openapi.json": {
      GET: controlRoute({
        async respond() {
          const { default: document } = await import("@call-analysis/sdk/campaigns.openapi.json");
          return { ...document, servers: [{ url: addresses().campaignBaseUrl }] };
        },
      }),
    },
  };
}
